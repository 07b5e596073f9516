import { PostsPage } from '../../../features/console-newsfeed/components/posts-page.tsx'
import { useUserId } from '../../../hooks/use-session.ts'

/** `/admin/newsfeed`; view, search and page are in the address (`?filter=all&q=otters&page=2`). */
export function Component() {
  const ownId = useUserId()
  return ownId && <PostsPage ownId={ownId} />
}
