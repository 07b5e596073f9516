import clsx from 'clsx'
import Megaphone from 'lucide-react/icons/megaphone'
import MessageCircle from 'lucide-react/icons/message-circle'
import { memo, useId, useState } from 'react'
import { TEXT_LIMITS } from '../../../../../contract/src/limits.ts'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { Moment } from '../../../components/ui/moment.tsx'
import type { Post } from '../../../data/newsfeed/post.ts'
import { usePostDeleteMutation } from '../../../data/newsfeed/post-delete-mutation.ts'
import { usePostUpdateMutation } from '../../../data/newsfeed/post-update-mutation.ts'
import { formatCount } from '../../../lib/format.ts'
import { readDraft } from '../draft-store.ts'
import '../post.css'
import { postTime } from '../post-time.ts'
import { useReaction } from '../use-reaction.ts'
import { AwardPanel } from './award-panel.tsx'
import { CommentThread } from './comment-thread.tsx'
import { EditForm } from './edit-form.tsx'
import { OptionsMenu } from './options-menu.tsx'
import { PostPhoto } from './post-photo.tsx'
import { PostText } from './post-text.tsx'
import { ReactionBar } from './reaction-bar.tsx'
import { WriteFailure } from './write-failure.tsx'

export interface PostCardProps {
  post: Post
  userId: string
  /** Own post, or an admin looks. */
  mayChange: boolean
  now: Date
  /** The photo is in sight from the start. */
  priority: boolean
}

/** Where a post stands on the page. */
export const postElementId = (postId: string) => `post-${postId}`

/** One post: who and when, the words or the award, the photo, reactions and comments. */
export const PostCard = memo(function PostCard({ post, userId, mayChange, now, priority }: PostCardProps) {
  const [editing, setEditing] = useState(false)
  const [asking, setAsking] = useState(false)
  // A comment that was not sent before a reload lies open again.
  const [open, setOpen] = useState(() => readDraft(userId, `comment-${post.id}`) !== '')
  const headingId = useId()
  const threadId = useId()
  const update = usePostUpdateMutation(post.id)
  const remove = usePostDeleteMutation(post.id)
  const reaction = useReaction(post, userId)
  const toast = useToast()
  const { author } = post
  const pinned = post.is_announcement && post.pinned_until !== null && new Date(post.pinned_until) > now

  // The card goes with its post, so what comes after must not hang on it.
  const confirmDelete = async () => {
    const done = await remove.mutateAsync().then(
      () => true,
      () => false,
    )
    setAsking(false)
    if (done) toast('Post deleted')
  }

  return (
    <article
      className={clsx('card post', post.is_announcement && 'is-announcement')}
      id={postElementId(post.id)}
      tabIndex={-1}
      aria-labelledby={headingId}
    >
      {post.is_announcement && (
        <div className="post-pin">
          <Megaphone className="i" aria-hidden="true" />
          Announcement
          {!pinned && <span className="vh"> (no longer pinned)</span>}
        </div>
      )}
      <div className="post-head">
        <Avatar id={author.id} name={author.username} src={author.avatar_url} />
        <div className="grow">
          <h2 className="post-author ellipsis" id={headingId} dir="auto">
            {author.username}
          </h2>
          <div className="meta">
            {author.is_admin && <>Admin &middot; </>}
            <Moment date={post.created_at} now={now}>
              {postTime(post.created_at, now)}
            </Moment>
          </div>
        </div>
        {mayChange && !editing && (
          <OptionsMenu
            label="Post options"
            // An award says what the database recorded; there is nothing in it to put differently.
            onEdit={post.type === 'post' ? () => setEditing(true) : undefined}
            onDelete={() => setAsking(true)}
          />
        )}
      </div>
      {post.type !== 'post' ? (
        <AwardPanel post={post} />
      ) : editing ? (
        <div className="post-body">
          <EditForm
            label="Edit post"
            text={post.content}
            max={TEXT_LIMITS.post}
            busy={update.isPending}
            onSave={(text) => update.mutate(text, { onSuccess: () => setEditing(false) })}
            onCancel={() => {
              update.reset()
              setEditing(false)
            }}
          />
        </div>
      ) : (
        <PostText text={post.content} />
      )}
      {update.isError && <WriteFailure action="updatePost" error={update.error} onDismiss={update.reset} />}
      {remove.isError && <WriteFailure action="deletePost" error={remove.error} onDismiss={remove.reset} />}
      {post.image_url && <PostPhoto url={post.image_url} author={author.username} priority={priority} />}
      <div className="post-foot">
        <ReactionBar state={reaction.shown} onChoose={reaction.choose} />
        <button
          type="button"
          className="cmt-toggle"
          aria-expanded={open}
          aria-controls={open ? threadId : undefined}
          onClick={() => setOpen(!open)}
        >
          <MessageCircle className="i" aria-hidden="true" />
          {post.comment_count > 0 ? formatCount(post.comment_count, 'comment') : 'Comment'}
        </button>
      </div>
      {reaction.failure !== undefined && (
        <WriteFailure action="updateReaction" error={reaction.failure} onDismiss={reaction.dismiss} />
      )}
      {open && <CommentThread id={threadId} postId={post.id} userId={userId} expected={post.comment_count} now={now} />}
      <ConfirmDialog
        open={asking}
        title="Delete post"
        text="Are you sure you want to delete this post?"
        confirmLabel="Delete"
        busy={remove.isPending}
        onConfirm={() => void confirmDelete()}
        onCancel={() => setAsking(false)}
      />
    </article>
  )
})
