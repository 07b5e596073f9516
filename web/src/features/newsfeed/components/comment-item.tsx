import { useState } from 'react'
import { TEXT_LIMITS } from '../../../../../contract/src/limits.ts'
import { MemberAvatar } from '../../../components/member/member-avatar.tsx'
import { MemberLink } from '../../../components/member/member-link.tsx'
import { OptionsMenu } from '../../../components/options/options-menu.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { Moment } from '../../../components/ui/moment.tsx'
import { useCommentDeleteMutation, useCommentUpdateMutation } from '../../../data/newsfeed/comment-mutations.ts'
import type { Comment } from '../../../data/newsfeed/comments-query.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../comments.module.css'
import { commentTime } from '../post-time.ts'
import { useRights } from '../use-rights.ts'
import { commentElementId } from '../use-target-comment.ts'
import { EditForm } from './edit-form.tsx'
import { FoldedText } from './folded-text.tsx'
import { LateReport } from './late-report.tsx'
import { WriteFailure } from './write-failure.tsx'

export interface CommentItemProps {
  postId: string
  userId: string
  comment: Comment
  /** The address leads to this comment. */
  isTarget: boolean
  now: Date
}

/** One comment of a thread, with its menu. */
export function CommentItem({ postId, userId, comment, isTarget, now }: CommentItemProps) {
  const [editing, setEditing] = useState(false)
  const [edited, setEdited] = useState(false)
  const [asking, setAsking] = useState(false)
  const [reporting, setReporting] = useState(false)
  const update = useCommentUpdateMutation(postId, comment.id)
  const remove = useCommentDeleteMutation(postId, comment.id)
  const { author } = comment
  const { mayChange, mayDelete } = useRights(userId, author)

  return (
    <li
      className={joinClasses(styles.comment, isTarget && styles.sought)}
      id={commentElementId(comment.id)}
      tabIndex={-1}
    >
      <MemberAvatar id={author.id} name={author.username} src={author.avatar_url} size={36} />
      <div className={styles.bubble}>
        <div className={styles.head}>
          <b dir="auto">
            <MemberLink username={author.username} />
          </b>{' '}
          <Moment className="micro quiet" date={comment.created_at} now={now}>
            {commentTime(comment.created_at, now)}
          </Moment>
          {!editing && (
            <OptionsMenu
              className={styles.menu}
              label={`Comment options: ${author.username}`}
              onEdit={mayChange ? () => setEditing(true) : undefined}
              onDelete={mayDelete ? () => setAsking(true) : undefined}
              onReport={author.id === userId ? undefined : () => setReporting(true)}
              takesFocus={edited}
            />
          )}
        </div>
        {editing ? (
          <EditForm
            label="Edit comment"
            text={comment.content}
            max={TEXT_LIMITS.comment}
            save={update.mutateAsync}
            action="updateComment"
            onClose={() => {
              setEditing(false)
              setEdited(true)
            }}
          />
        ) : (
          <div className={styles.words}>
            <FoldedText text={comment.content} mentioned={comment.mentioned} />
          </div>
        )}
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
      {reporting && <LateReport kind="comment" id={comment.id} userId={userId} onClose={() => setReporting(false)} />}
    </li>
  )
}
