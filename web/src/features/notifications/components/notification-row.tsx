import AlarmClock from 'lucide-react/icons/alarm-clock'
import AtSign from 'lucide-react/icons/at-sign'
import Award from 'lucide-react/icons/award'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Gift from 'lucide-react/icons/gift'
import Heart from 'lucide-react/icons/heart'
import Megaphone from 'lucide-react/icons/megaphone'
import MessageCircle from 'lucide-react/icons/message-circle'
import Package from 'lucide-react/icons/package'
import Radio from 'lucide-react/icons/radio'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trophy from 'lucide-react/icons/trophy'
import UserPlus from 'lucide-react/icons/user-plus'
import { type ComponentType, type SVGAttributes, useId, useState } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import type { Notification } from '../../../data/notifications/list-query.ts'
import { formatAgo, formatPointsChange } from '../../../lib/format.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../notifications.module.css'
import { quoteOf, sentenceOf } from '../sentence.ts'
import { MuteButton } from './mute-button.tsx'
import { RequestRow, type RequestRowProps } from './request-row.tsx'

type Look = [Icon: ComponentType<SVGAttributes<SVGSVGElement>>, tone?: string]

const LOOKS: Readonly<Record<string, Look>> = {
  reaction: [Heart, styles.orange],
  comment: [MessageCircle],
  reply: [MessageCircle],
  mention: [AtSign],
  gift: [Gift, styles.gold],
  badge: [Award, styles.gold],
  prize_assigned: [Gift, styles.gold],
  prize_changed: [Package],
  prize_removed: [Package, styles.orange],
  reward_expired: [Package, styles.orange],
  claim_moved: [AlarmClock, styles.orange],
  claim_closes_week: [AlarmClock, styles.orange],
  claim_closes_day: [AlarmClock, styles.orange],
  game_closing: [AlarmClock, styles.orange],
  live_begins: [Radio, styles.orange],
  announcement: [Megaphone, styles.orange],
  suspension: [ShieldAlert, styles.orange],
  warning: [ShieldAlert, styles.orange],
  appeal_decided: [ShieldCheck],
  record_decided: [ShieldCheck],
  report_decided: [ShieldCheck],
  report_made: [ShieldAlert, styles.orange],
  role_given: [ShieldCheck],
  stock_low: [Package, styles.orange],
}

function lookOf(kind: string): Look {
  const look = LOOKS[kind]
  if (look) return look
  if (kind.startsWith('game_')) return [Trophy, styles.gold]
  return kind.startsWith('claim_') ? [Package] : [UserPlus]
}

/** What the team writes to the member is read here, and nowhere else. */
const WHOLE: ReadonlySet<string> = new Set(['warning', 'suspension', 'appeal_decided', 'record_decided'])

export interface NotificationRowProps extends Pick<RequestRowProps, 'outcome' | 'onAnswer'> {
  notification: Notification
  now: Date
  onOpen: (notification: Notification) => void
}

/**
 * One notification: a link to what it is about. Opening it marks it as read. Notifications about a post or a game also
 * have a button that reveals the one for muting; a request to connect is answered beside it.
 */
export function NotificationRow({ notification, now, onOpen, ...answering }: NotificationRowProps) {
  const [Icon, tone] = lookOf(notification.kind)
  const [first, second] = notification.actors
  const quote = quoteOf(notification)
  const what = mutableOf(notification)
  const disc = (
    <span className={joinClasses(styles.disc, tone)}>
      <Icon aria-hidden="true" />
    </span>
  )
  const link = (
    <Link
      className={joinClasses(styles.entry, what && styles.withMore, !notification.isRead && styles.unread)}
      to={notification.path}
      onClick={() => onOpen(notification)}
    >
      <span className={second ? styles.pair : styles.face}>
        {first && <Avatar id={first.id} name={first.username} src={first.avatar_url} size={second ? 32 : 44} />}
        {second && <Avatar id={second.id} name={second.username} src={second.avatar_url} size={32} />}
        {disc}
      </span>
      <span>
        {!notification.isRead && <span className="visually-hidden">Unread. </span>}
        {sentenceOf(notification, now).map((part) =>
          typeof part === 'string' ? part : <b key={part.name}>{part.name}</b>,
        )}
        {quote !== undefined && (
          <span className={joinClasses(styles.quote, WHOLE.has(notification.kind) && styles.whole)} dir="auto">
            {quote}
          </span>
        )}
        <span className={styles.time}>{formatAgo(notification.at, now)}</span>
      </span>
      {notification.imageUrl !== undefined && (
        <Photo url={notification.imageUrl} alt="" width={56} height={56} className={styles.thumb} />
      )}
      {notification.points !== undefined && (
        <span className={styles.points} aria-hidden="true">
          {formatPointsChange(notification.points)}
        </span>
      )}
    </Link>
  )
  if (notification.kind === 'connection_asked')
    return (
      <RequestRow notification={notification} {...answering}>
        {link}
      </RequestRow>
    )
  return (
    <>
      {link}
      {what && <More subjectId={notification.subjectId} what={what} />}
    </>
  )
}

/** What can be muted: the post or the game that the notification leads to. */
function mutableOf({ path, subjectId }: Notification): 'post' | 'game' | undefined {
  const [page] = path.split('#')
  if (page === `/newsfeed/${subjectId}`) return 'post'
  return page === `/games/${subjectId}` ? 'game' : undefined
}

function More({ subjectId, what }: { subjectId: string; what: 'post' | 'game' }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <IconButton
        className={styles.more}
        label={`Options for this ${what}`}
        icon={<Ellipsis className="icon" aria-hidden="true" />}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div id={id} className={styles.options}>
          <MuteButton subjectId={subjectId} what={what} />
        </div>
      )}
    </>
  )
}
