import Radio from 'lucide-react/icons/radio'
import { useId } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import { SwimIcon } from '../../../components/ui/swim-icon.tsx'
import type { Coming, NewMember, Waiting } from '../../../data/overview/console-waiting-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { formatAgo, formatPoints } from '../../../lib/format.ts'
import * as styles from '../side.module.css'
import { comingText, doneText } from '../waiting-text.ts'

/** What comes next, who is new, and what was done today. */
export function SideCards({ waiting: { coming, joined, done } }: { waiting: Waiting }) {
  const now = useNow()
  const id = useId()
  const doneToday = doneText(done)
  return (
    <div className={styles.side}>
      <Card as="section" className={styles.sideCard} aria-labelledby={`${id}-coming`}>
        <h2 id={`${id}-coming`}>Coming up</h2>
        {coming.length === 0 && <p className={styles.quiet}>No live video or game is planned.</p>}
        <ul>
          {coming.map((next) => (
            <RowBoundary key={`${next.kind}-${next.id}`} of={next} as="li">
              <ComingRow next={next} now={now} />
            </RowBoundary>
          ))}
        </ul>
      </Card>
      <Card as="section" className={styles.sideCard} aria-labelledby={`${id}-new`}>
        <div className={styles.sideHead}>
          <h2 id={`${id}-new`}>New this week</h2>
          {joined.count > 0 && <span className={styles.tally}>{formatPoints(joined.count)}</span>}
          <Link to="/admin/users">All users</Link>
        </div>
        {joined.count === 0 && <p className={styles.quiet}>No one joined in the last 7 days.</p>}
        <ul>
          {joined.newest.map((member) => (
            <RowBoundary key={member.id} of={member} as="li">
              <NewRow member={member} now={now} />
            </RowBoundary>
          ))}
        </ul>
      </Card>
      <Card as="section" className={styles.sideCard} aria-labelledby={`${id}-done`}>
        <div className={styles.sideHead}>
          <h2 id={`${id}-done`}>Done today</h2>
          <Link to="/admin/audit">Audit trail</Link>
        </div>
        <p className={styles.quiet}>{doneToday ?? 'Nothing yet.'}</p>
      </Card>
    </div>
  )
}

function ComingRow({ next, now }: { next: Coming; now: Date }) {
  const video = next.kind === 'video'
  const Icon = video ? Radio : SwimIcon
  return (
    <li>
      <span className={styles.sign}>
        <Icon className="icon" aria-hidden="true" />
      </span>
      <div>
        <Link to={video ? '/admin/videos' : `/admin/games?edit=${next.id}`} dir="auto">
          {next.title}
        </Link>
        <span className={styles.detail}>{comingText(next, now)}</span>
      </div>
    </li>
  )
}

function NewRow({ member: { id, username, avatar_url, at, referrer }, now }: { member: NewMember; now: Date }) {
  return (
    <li>
      <Avatar id={id} name={username} src={avatar_url} size={32} />
      <div>
        <Link to={`/admin/users?q=${encodeURIComponent(username)}`} dir="auto">
          {username}
        </Link>
        <span className={styles.detail}>
          {formatAgo(at, now)}
          {referrer && `, referred by ${referrer}`}
        </span>
      </div>
    </li>
  )
}
