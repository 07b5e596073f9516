import { UsersPage } from '../../../features/console-users/components/users-page.tsx'
import { useUserId } from '../../../hooks/use-session.ts'

/** The console's list of accounts. */
export function Component() {
  const ownId = useUserId()
  return ownId && <UsersPage ownId={ownId} />
}
