import MessageCircle from 'lucide-react/icons/message-circle'
import SmilePlus from 'lucide-react/icons/smile-plus'
import { useEffect, useRef, useState } from 'react'
import { ShareButton } from '../../../components/share/share-button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import type { Post } from '../../../data/newsfeed/post.ts'
import type { Reaction } from '../../../data/newsfeed/reaction.ts'
import { formatCount, formatPoints } from '../../../lib/format.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../actions.module.css'
import { compact, LOOK } from './reaction-look.tsx'
import { ReactionPicker } from './reaction-picker.tsx'
import { ReactionSummary } from './reaction-summary.tsx'

export interface ActionRowProps {
  /** With the reader's reaction as it is shown. */
  post: Post
  onChoose: (reaction: Reaction) => void
  /** Whether the thread is open; undefined where it cannot be closed and the button moves to its field. */
  open: boolean | undefined
  threadId: string
  onToggle: () => void
}

/**
 * What a reader can do with a post: the heart, or the reader's own reaction; more reactions, which replace the row until
 * one is chosen; the comments; and who reacted.
 */
export function ActionRow({ post, onChoose, open, threadId, onToggle }: ActionRowProps) {
  const [choosing, setChoosing] = useState(false)
  // Only a reader's new choice animates the icon, not an existing reaction.
  const [chosen, setChosen] = useState(false)
  const main = useRef<HTMLButtonElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const returning = useRef<typeof main>(undefined)
  useEffect(() => {
    if (choosing) return
    returning.current?.current?.focus()
    returning.current = undefined
  }, [choosing])

  const choose = (reaction: Reaction) => {
    setChosen(true)
    onChoose(reaction)
  }
  const close = (to: typeof main) => {
    returning.current = to
    setChoosing(false)
  }
  if (choosing)
    return (
      <ReactionPicker
        state={post}
        onChoose={(reaction) => {
          choose(reaction)
          close(main)
        }}
        onClose={() => close(more)}
      />
    )
  const shown = post.my_reaction ?? 'heart'
  const count = post.reaction_counts[shown] ?? 0
  return (
    <div className={styles.actions}>
      <button
        ref={main}
        type="button"
        className={joinClasses(styles.action, chosen && styles.chosen)}
        aria-pressed={post.my_reaction !== null}
        aria-label={`${LOOK[shown].name}, ${formatPoints(count)}`}
        onClick={() => choose(shown)}
      >
        {LOOK[shown].icon}
        {count > 0 && <span key={count}>{compact(count)}</span>}
      </button>
      <IconButton
        ref={more}
        label="More reactions"
        aria-expanded={false}
        icon={<SmilePlus className="icon" aria-hidden="true" />}
        onClick={() => setChoosing(true)}
      />
      <button
        type="button"
        className={styles.action}
        aria-expanded={open}
        aria-controls={open ? threadId : undefined}
        aria-label={post.comment_count > 0 ? formatCount(post.comment_count, 'comment') : 'Comment'}
        onClick={onToggle}
      >
        <MessageCircle className="icon" aria-hidden="true" />
        {post.comment_count > 0 && compact(post.comment_count)}
      </button>
      <ShareButton path={`/newsfeed/${post.id}`} title={`Post by ${post.author.username}`} label="Share post" />
      <ReactionSummary postId={post.id} counts={post.reaction_counts} />
    </div>
  )
}
