import { RecordsPage } from '../../../features/console-records/components/records-page.tsx'

/** The catches that members offer for the club records. */
export function Component() {
  return <RecordsPage />
}
