import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { FailureBanner } from '../../../components/form/form.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import { useCommentAddMutation } from '../../../data/newsfeed/comment-mutations.ts'
import { type Comment, commentsQuery } from '../../../data/newsfeed/comments-query.ts'
import { refusalText } from '../../../data/newsfeed/refusal.ts'
import { commentsOf } from '../../../data/newsfeed/thread-pages.ts'
import { useThreadRealtime } from '../../../data/newsfeed/thread-realtime.ts'
import { useReadHere } from '../../../data/notifications/read-here.ts'
import { useIsTeam, useOwnSummary } from '../../../hooks/use-session.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import * as styles from '../comments.module.css'
import { CHOSEN, type Person } from '../mention-at.ts'
import { commentDraft, commentSchema, joinTexts } from '../post-schema.ts'
import { useLostAnswer } from '../use-lost-answer.ts'
import { useTargetComment } from '../use-target-comment.ts'
import { CommentField } from './comment-field.tsx'
import { CommentItem } from './comment-item.tsx'

export interface CommentThreadProps {
  id: string
  postId: string
  userId: string
  /** Of the post. */
  author: Person
  /** Number of comments that the post shows. */
  expected: number
  now: Date
}

/** The comments of a post, oldest first, and the field for a new one. */
export function CommentThread({ id, postId, userId, author, expected, now }: CommentThreadProps) {
  const isTeam = useIsTeam()
  const thread = useInfiniteQuery(commentsQuery(postId))
  useThreadRealtime({ postId, userId, isTeam, thread: thread.data, count: expected })
  useReadHere(thread.data && `/newsfeed/${postId}`)
  const comments = thread.data ? commentsOf(thread.data) : []
  const add = useCommentAddMutation(postId, userId)
  const form = useAppForm({
    schema: commentSchema,
    start: { text: '', next: '' },
    writer: userId,
    keep: commentDraft(postId),
    requests: 'text',
    // Text typed in the meantime stays in the field.
    follow: 'fields',
    send: (content, { request }) => add.mutateAsync({ requestId: request, content }),
    action: 'addComment',
    reason: refusalText,
  })
  const { text, next } = form.values
  const content = joinTexts(text, next).replaceAll(CHOSEN, '').trim()
  const own = comments.findLast((comment) => comment.user_id === userId && comment.content === content)
  useLostAnswer(form, content, own?.id)
  const { target, isGone } = useTargetComment({
    ids: comments.map((comment) => comment.id),
    isLoaded: thread.data !== undefined && !thread.isFetching,
    hasEarlier: thread.hasNextPage,
    loadEarlier: () => void thread.fetchNextPage({ cancelRefetch: false }),
  })
  const people = peopleOf(author, comments, userId)
  return (
    <section className={styles.thread} id={id} aria-label="Comments">
      {thread.hasNextPage && (
        <Button
          variant="ghost"
          size="sm"
          busy={thread.isFetchingNextPage}
          onClick={() => void thread.fetchNextPage({ cancelRefetch: false })}
        >
          Earlier comments
        </Button>
      )}
      {thread.isPending && expected > 0 && (
        <SkeletonGroup label="Loading comments">
          {Array.from({ length: Math.min(expected, 3) }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all the same
            <div className={styles.comment} key={index}>
              <Skeleton circle width={36} height={36} />
              <Skeleton height={58} className={styles.bubbleShape} />
            </div>
          ))}
        </SkeletonGroup>
      )}
      {isGone && <p className="quiet">This comment was removed.</p>}
      {thread.isError && <ErrorBanner action="loadData" error={thread.error} onRetry={() => void thread.refetch()} />}
      {(comments.length > 0 || form.busy) && (
        <ul className={styles.list}>
          {comments.map((comment) => (
            <RowBoundary key={comment.id} of={comment} as="li">
              <CommentItem
                postId={postId}
                comment={comment}
                userId={userId}
                isTarget={comment.id === target}
                now={now}
              />
            </RowBoundary>
          ))}
          {form.busy && <SendingComment userId={userId} text={text} />}
        </ul>
      )}
      <FailureBanner form={form} />
      <CommentField
        userId={userId}
        text={form.busy ? next : joinTexts(text, next)}
        onText={(typed) => form.change(form.busy ? { next: typed } : { text: typed, next: '' })}
        busy={form.busy}
        onSend={() => void form.submit()}
        people={people}
      />
    </section>
  )
}

/** The members who commented here, the latest first, and the author of the post; without the viewer. */
function peopleOf(author: Person, comments: readonly Comment[], userId: string): Person[] {
  const authors = [author, ...comments.map((comment) => comment.author)].reverse()
  return [...new Map(authors.map((author) => [author.id, author])).values()].filter(({ id }) => id !== userId)
}

function SendingComment({ userId, text }: { userId: string; text: string }) {
  const own = useOwnSummary()
  return (
    <li className={`${styles.comment} ${styles.sending}`}>
      <Avatar id={userId} name={own?.username ?? ''} src={own?.avatarUrl} size={36} />
      <div className={styles.bubble}>
        <div className={styles.head}>
          <b dir="auto">{own?.username}</b> <span className="micro quiet">Sending</span>
        </div>
        <p dir="auto">{text}</p>
      </div>
    </li>
  )
}
