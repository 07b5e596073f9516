import { useState } from 'react'
import { TEXT_LIMITS } from '../../../../../contract/src/limits.ts'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { Moment } from '../../../components/ui/moment.tsx'
import { useCommentDeleteMutation, useCommentUpdateMutation } from '../../../data/newsfeed/comment-mutations.ts'
import type { Comment } from '../../../data/newsfeed/comments-query.ts'
import { commentTime } from '../post-time.ts'
import { EditForm } from './edit-form.tsx'
import { OptionsMenu } from './options-menu.tsx'
import { WriteFailure } from './write-failure.tsx'

export interface CommentItemProps {
  postId: string
  comment: Comment
  /** Own comment, or an admin looks. */
  mayChange: boolean
  now: Date
}

/** One bubble of a thread, with its menu for those who may change it. */
export function CommentItem({ postId, comment, mayChange, now }: CommentItemProps) {
  const [editing, setEditing] = useState(false)
  const [asking, setAsking] = useState(false)
  const update = useCommentUpdateMutation(postId, comment.id)
  const remove = useCommentDeleteMutation(postId, comment.id)
  const { author } = comment

  return (
    <li className="cmt">
      <Avatar id={author.id} name={author.username} src={author.avatar_url} size={36} />
      <div className="bub">
        <div className="bub-head">
          <b dir="auto">{author.username}</b>{' '}
          <Moment className="micro quiet" date={comment.created_at} now={now}>
            {commentTime(comment.created_at, now)}
          </Moment>
          {mayChange && !editing && (
            <OptionsMenu
              label="Comment options"
              onEdit={() => {
                update.reset()
                setEditing(true)
              }}
              onDelete={() => setAsking(true)}
            />
          )}
        </div>
        {editing ? (
          <EditForm
            label="Edit comment"
            text={comment.content}
            max={TEXT_LIMITS.comment}
            busy={update.isPending}
            onSave={(text) => update.mutate(text, { onSuccess: () => setEditing(false) })}
            onCancel={() => {
              update.reset()
              setEditing(false)
            }}
          />
        ) : (
          <p dir="auto">{comment.content}</p>
        )}
        {update.isError && <WriteFailure action="updateComment" error={update.error} onDismiss={update.reset} />}
        {remove.isError && <WriteFailure action="deleteComment" error={remove.error} onDismiss={remove.reset} />}
      </div>
      <ConfirmDialog
        open={asking}
        title="Delete comment"
        text="Are you sure you want to delete this comment?"
        confirmLabel="Delete"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      />
    </li>
  )
}
