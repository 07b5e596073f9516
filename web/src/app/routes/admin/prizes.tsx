import { PrizesPage } from '../../../features/console-prizes/components/prizes-page.tsx'
import { useUserId } from '../../../hooks/use-session.ts'

/** `/admin/prizes`; the page of the list is in the address. */
export function Component() {
  const userId = useUserId()
  return userId ? <PrizesPage userId={userId} /> : null
}
