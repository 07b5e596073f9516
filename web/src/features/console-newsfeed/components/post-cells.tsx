import CalendarClock from 'lucide-react/icons/calendar-clock'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import ImageIcon from 'lucide-react/icons/image'
import Megaphone from 'lucide-react/icons/megaphone'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import PinOff from 'lucide-react/icons/pin-off'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import Trash2 from 'lucide-react/icons/trash-2'
import { Link } from 'react-router'
import { RowAction } from '../../../components/console/row-action.tsx'
import { RowActions } from '../../../components/console/row-actions.tsx'
import { RowLink } from '../../../components/console/row-link.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import type { ConsolePost } from '../../../data/newsfeed/console-post.ts'
import { formatDay } from '../../../lib/format.ts'
import { pinText } from '../pin-text.ts'
import { postState } from '../post-state.ts'
import * as styles from '../posts.module.css'

export type PostAction = 'extend' | 'unpin' | 'date' | 'delete'

/** The beginning of the text, which leads to the post, or to its case if it is hidden, with its author and day. */
export function PostCell({ post }: { post: ConsolePost }) {
  const Icon = post.pinnedUntil === null ? MessageSquareText : Megaphone
  return (
    <div className={styles.post}>
      <span className={styles.sign}>
        <Icon className="icon" aria-hidden="true" />
      </span>
      <span className="grow">
        <Link className={styles.text} to={post.isHidden ? caseAddress(post) : `/newsfeed/${post.id}`} dir="auto">
          {post.content}
        </Link>
        <span className={styles.byline}>
          <bdi>{post.author}</bdi>, {formatDay(post.createdAt)}
          {post.photos > 0 && (
            <>
              {' '}
              <ImageIcon
                className="icon"
                aria-label={post.photos === 1 ? 'with a photo' : `with ${post.photos} photos`}
                role="img"
              />
              {post.photos > 1 && <span aria-hidden="true"> {post.photos}</span>}
            </>
          )}
        </span>
      </span>
    </div>
  )
}

const caseAddress = ({ caseId, reports }: ConsolePost): string =>
  caseId === null ? '/admin/moderation' : `/admin/moderation?${reports > 0 ? '' : 'view=decided&'}case=${caseId}`

export function StateCell({ post, now }: { post: ConsolePost; now: Date }) {
  const { name, tone, more } = postState(post, now)
  return (
    <>
      <Pill tone={tone}>{name}</Pill>
      {more && <span className={styles.left}>{more}</span>}
    </>
  )
}

export interface PostActionsProps {
  post: ConsolePost
  now: Date
  busy: boolean
  onAction: (action: PostAction) => void
}

/** The buttons of a row; only announcements can be pinned, and about a hidden post its case decides. */
export function PostActions({ post, now, busy, onAction }: PostActionsProps) {
  const name = post.content.slice(0, 40)
  const pinned = post.pinnedUntil !== null && pinText(post.pinnedUntil, now) !== undefined
  const toCase = post.caseId !== null && (
    <RowLink
      to={caseAddress(post)}
      text="Open the case"
      label={`Open the case: ${name}`}
      icon={<ShieldAlert className="icon" aria-hidden="true" />}
    />
  )
  if (post.isHidden) return <RowActions className={styles.actions}>{toCase}</RowActions>
  const extend = pinned ? 'Extend by 7 days' : 'Pin for 7 days'
  return (
    <RowActions className={styles.actions}>
      {toCase}
      {post.pinnedUntil !== null && (
        <>
          <RowAction
            text={extend}
            label={`${extend}: ${name}`}
            icon={<CalendarPlus className="icon" aria-hidden="true" />}
            disabled={busy}
            onClick={() => onAction('extend')}
          />
          <RowAction
            text="Choose a date"
            label={`Choose a date: ${name}`}
            icon={<CalendarClock className="icon" aria-hidden="true" />}
            onClick={() => onAction('date')}
          />
        </>
      )}
      {pinned && (
        <RowAction
          text="Unpin now"
          label={`Unpin now: ${name}`}
          icon={<PinOff className="icon" aria-hidden="true" />}
          disabled={busy}
          onClick={() => onAction('unpin')}
        />
      )}
      <RowAction
        danger
        text="Delete"
        label={`Delete: ${name}`}
        icon={<Trash2 className="icon" aria-hidden="true" />}
        onClick={() => onAction('delete')}
      />
    </RowActions>
  )
}
