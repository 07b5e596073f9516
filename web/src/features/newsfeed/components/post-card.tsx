import Megaphone from 'lucide-react/icons/megaphone'
import { memo, useId, useState } from 'react'
import { Link } from 'react-router'
import { MemberAvatar } from '../../../components/member/member-avatar.tsx'
import { MemberLink } from '../../../components/member/member-link.tsx'
import { OptionsMenu } from '../../../components/options/options-menu.tsx'
import { Moment } from '../../../components/ui/moment.tsx'
import type { Post } from '../../../data/newsfeed/post.ts'
import { hasDraft } from '../../../lib/form/tab-draft.ts'
import { formatPoints } from '../../../lib/format.ts'
import * as styles from '../post.module.css'
import { commentDraft } from '../post-schema.ts'
import { postTime } from '../post-time.ts'
import { useReaction } from '../use-reaction.ts'
import { useRights } from '../use-rights.ts'
import { ActionRow } from './action-row.tsx'
import { AwardPanel } from './award-panel.tsx'
import { LateReport } from './late-report.tsx'
import { LateDeletePost, LateEditPost, LateThread } from './late-thread.tsx'
import { PostPhoto } from './post-photo.tsx'
import { PostText } from './post-text.tsx'
import { WriteFailure } from './write-failure.tsx'

export interface PostCardProps {
  post: Post
  userId: string
  now: Date
  /** The photo is visible from the start. */
  priority: boolean
  /** Only on the post's own page, where the comments are always open: called after its reader has deleted the post. */
  onDeleted?: () => void
}

/** Position of a post on the page. */
export const postElementId = (postId: string) => `post-${postId}`

/** One post: author and time, photo or award, what a reader can do, the text and one of its comments. */
export const PostCard = memo(function PostCard({ post, userId, now, priority, onDeleted }: PostCardProps) {
  const [editing, setEditing] = useState(false)
  const [edited, setEdited] = useState(false)
  const [asking, setAsking] = useState(false)
  const [reporting, setReporting] = useState(false)
  const [undeleted, setUndeleted] = useState<{ error: unknown }>()
  // A comment draft from before a reload opens the thread again.
  const [opened, setOpen] = useState(() => hasDraft(userId, commentDraft(post.id)))
  const single = onDeleted !== undefined
  const open = single || opened
  const headingId = useId()
  const threadId = useId()
  const reaction = useReaction(post, userId)
  const { author } = post
  const { mayChange, mayDelete } = useRights(userId, author)
  const isPlain = post.type === 'post' && !post.is_announcement
  const pinned = post.is_announcement && post.pinned_until !== null && new Date(post.pinned_until) > now

  const text =
    post.type !== 'post' ? null : editing ? (
      <div className={styles.body}>
        <LateEditPost
          post={post}
          onClose={() => {
            setEditing(false)
            setEdited(true)
          }}
        />
      </div>
    ) : (
      <PostText text={post.content} mentioned={post.mentioned} />
    )

  return (
    <article
      className={`card ${styles.post}`}
      id={postElementId(post.id)}
      tabIndex={-1}
      aria-labelledby={headingId}
      data-single={single || undefined}
    >
      {post.is_announcement && (
        <div className={`on-deep ${styles.announcement}`}>
          <Megaphone className="icon" aria-hidden="true" />
          Announcement
          {!pinned && <span className="visually-hidden"> (no longer pinned)</span>}
        </div>
      )}
      <div className={styles.head}>
        <MemberAvatar id={author.id} name={author.username} src={author.avatar_url} />
        <div className="grow">
          <h2 className={`${styles.author} clamp-two`} id={headingId} dir="auto">
            <MemberLink username={author.username} />
          </h2>
          <div className={styles.meta}>
            {author.is_admin && <>Admin &middot; </>}
            <TimeLink post={post} now={now} linked={!single} />
            {post.edited_at && <> &middot; Edited</>}
          </div>
        </div>
        {!editing && (
          <OptionsMenu
            label="Post options"
            // An award's text was written by the database, so it cannot be edited.
            onEdit={mayChange && post.type === 'post' ? () => setEditing(true) : undefined}
            onDelete={mayChange || (mayDelete && isPlain) ? () => setAsking(true) : undefined}
            onReport={post.user_id === userId ? undefined : () => setReporting(true)}
            takesFocus={edited}
          />
        )}
      </div>
      {post.type !== 'post' && <AwardPanel post={post} />}
      {post.image_url && (
        <PostPhoto post={post} url={post.image_url} time={postTime(post.created_at, now)} priority={priority} />
      )}
      {(single || !post.image_url) && text}
      {undeleted && (
        <WriteFailure action="deletePost" error={undeleted.error} onDismiss={() => setUndeleted(undefined)} />
      )}
      <ActionRow
        post={reaction.shown}
        onChoose={reaction.choose}
        open={single ? undefined : open}
        threadId={threadId}
        onToggle={() => (single ? focusField(threadId) : setOpen(!open))}
      />
      {reaction.failure !== undefined && (
        <WriteFailure action="updateReaction" error={reaction.failure} onDismiss={reaction.dismiss} />
      )}
      {!single && post.image_url && text}
      {!open && post.last_comment && (
        <div className={styles.preview}>
          <p>
            <b>
              <bdi>
                <MemberLink username={post.last_comment.username} />
              </bdi>
            </b>{' '}
            <bdi>{post.last_comment.content}</bdi>
          </p>
          {post.comment_count > 1 && (
            <button type="button" onClick={() => setOpen(true)}>
              All {formatPoints(post.comment_count)} comments
            </button>
          )}
        </div>
      )}
      {open && (
        <LateThread
          id={threadId}
          postId={post.id}
          userId={userId}
          author={author}
          expected={post.comment_count}
          now={now}
        />
      )}
      {asking && (
        <LateDeletePost
          postId={post.id}
          onClose={() => setAsking(false)}
          onDeleted={onDeleted}
          onError={(error) => setUndeleted({ error })}
        />
      )}
      {reporting && <LateReport kind="post" id={post.id} userId={userId} onClose={() => setReporting(false)} />}
    </article>
  )
})

/** When it was posted; leads to the post's own page. */
function TimeLink({ post, now, linked }: { post: Post; now: Date; linked: boolean }) {
  const time = (
    <Moment date={post.created_at} now={now}>
      {postTime(post.created_at, now)}
    </Moment>
  )
  return linked ? (
    <Link to={`/newsfeed/${post.id}`} className={styles.time}>
      {time}
    </Link>
  ) : (
    time
  )
}

const focusField = (threadId: string) => document.getElementById(threadId)?.querySelector('textarea')?.focus()
