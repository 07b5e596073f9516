import { useIsAdmin, useIsTeam } from './use-session.ts'

/** True only when the viewer is known to be a moderator. Only the console needs it, so it is not in every page. */
export function useIsModerator(): boolean {
  const isAdmin = useIsAdmin()
  return useIsTeam() && !isAdmin
}
