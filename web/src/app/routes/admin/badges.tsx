import { BadgesPage } from '../../../features/console-badges/components/badges-page.tsx'
import { useUserId } from '../../../hooks/use-session.ts'

/** `/admin/badges`; view and search are in the address. */
export function Component() {
  const userId = useUserId()
  return userId ? <BadgesPage userId={userId} /> : null
}
