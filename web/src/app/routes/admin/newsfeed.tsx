import { PostsPage } from '../../../features/console-newsfeed/components/posts-page.tsx'

/** `/admin/newsfeed`; view, search, order and page are in the address (`?filter=all&q=otters&page=2`). */
export function Component() {
  return <PostsPage />
}
