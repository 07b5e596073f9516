import { useParams } from 'react-router'
import { Page } from '../../components/layout/page.tsx'
import { NotFound } from '../../components/single/not-found.tsx'
import { SinglePost } from '../../features/newsfeed/components/single-post.tsx'
import { MuteButton } from '../../features/notifications/components/mute-button.tsx'
import { useUserId } from '../../hooks/use-session.ts'
import { isUuid } from '../../lib/is-uuid.ts'

/** `/newsfeed/:postId`. */
export function Component() {
  const userId = useUserId()
  const { postId } = useParams()
  if (!isUuid(postId)) return <NotFound />
  // Each post has its own state: whether it has been shown, and what its reader has opened.
  return userId === undefined ? (
    <Page title="Post">{null}</Page>
  ) : (
    <SinglePost key={postId} userId={userId} postId={postId} mute={<MuteButton subjectId={postId} what="post" />} />
  )
}
