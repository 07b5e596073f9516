import { ConsoleGamesPage } from '../../../features/console-games/components/console-games-page.tsx'
import { useUserId } from '../../../hooks/use-session.ts'

/** `/admin/games`. */
export function Component() {
  const userId = useUserId()
  return userId === undefined ? null : <ConsoleGamesPage userId={userId} />
}
