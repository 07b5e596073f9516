import type { PostAuthor } from '../../../../contract/src/column-types.ts'
import { useIsAdmin, useIsTeam } from '../../hooks/use-session.ts'

/**
 * What the viewer may do with a post or comment by this author. Authors and admins change and delete it; moderators
 * delete what members wrote. The database checks again.
 */
export function useRights(userId: string, author: Pick<PostAuthor, 'id' | 'is_admin' | 'is_moderator'>) {
  const mayChange = useIsAdmin() || author.id === userId
  const isTeam = useIsTeam()
  return { mayChange, mayDelete: mayChange || (isTeam && !author.is_admin && !author.is_moderator) }
}
