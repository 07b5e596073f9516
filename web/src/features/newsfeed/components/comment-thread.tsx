import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { useCommentAddMutation } from '../../../data/newsfeed/comment-mutations.ts'
import { commentsOf, commentsQuery } from '../../../data/newsfeed/comments-query.ts'
import { useIsAdmin, useOwnSummary } from '../../../hooks/use-session.ts'
import '../comments.css'
import { keepDraft, readDraft } from '../draft-store.ts'
import { CommentField } from './comment-field.tsx'
import { CommentItem } from './comment-item.tsx'
import { WriteFailure } from './write-failure.tsx'

export interface CommentThreadProps {
  id: string
  postId: string
  userId: string
  /** How many comments to expect, for the shapes shown while they load. */
  expected: number
  now: Date
}

/** The comments of a post, oldest first, and the field for another one. */
export function CommentThread({ id, postId, userId, expected, now }: CommentThreadProps) {
  const isAdmin = useIsAdmin()
  const thread = useInfiniteQuery(commentsQuery(postId))
  const comments = thread.data ? commentsOf(thread.data) : []
  const add = useCommentAddMutation(postId, userId)
  const draft = `comment-${postId}`
  const [text, setText] = useState(() => readDraft(userId, draft))
  const [sending, setSending] = useState<string>()

  const change = (next: string) => {
    setText(next)
    keepDraft(userId, draft, sending ? joined(sending, next) : next)
  }
  const send = () => {
    const content = text
    setText('')
    setSending(content)
    add.mutate(content.trim(), {
      // What was typed meanwhile stays in the field, after the words that could not be sent.
      onSuccess: () => setText((typed) => kept(typed)),
      onError: () => setText((typed) => kept(joined(content, typed))),
      onSettled: () => setSending(undefined),
    })
  }
  const kept = (words: string) => {
    keepDraft(userId, draft, words)
    return words
  }

  return (
    <section className="cmts" id={id} aria-label="Comments">
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
            <div className="cmt" key={index}>
              <Skeleton circle width={36} height={36} />
              <Skeleton height={58} className="sk-bub" />
            </div>
          ))}
        </SkeletonGroup>
      )}
      {thread.isError && <ErrorBanner action="loadData" error={thread.error} onRetry={() => void thread.refetch()} />}
      {(comments.length > 0 || sending !== undefined) && (
        <ul className="cmt-list">
          {comments.map((comment) => (
            <CommentItem
              key={comment.id}
              postId={postId}
              comment={comment}
              mayChange={isAdmin || comment.user_id === userId}
              now={now}
            />
          ))}
          {sending !== undefined && <SendingComment userId={userId} text={sending} />}
        </ul>
      )}
      {add.isError && <WriteFailure action="addComment" error={add.error} onDismiss={add.reset} />}
      <CommentField userId={userId} text={text} onText={change} busy={add.isPending} onSend={send} />
    </section>
  )
}

const joined = (first: string, second: string) => (second === '' ? first : `${first}\n${second}`)

function SendingComment({ userId, text }: { userId: string; text: string }) {
  const own = useOwnSummary()
  return (
    <li className="cmt is-sending">
      <Avatar id={userId} name={own?.username ?? ''} src={own?.avatarUrl} size={36} />
      <div className="bub">
        <div className="bub-head">
          <b dir="auto">{own?.username}</b> <span className="micro quiet">Sending</span>
        </div>
        <p dir="auto">{text}</p>
      </div>
    </li>
  )
}
