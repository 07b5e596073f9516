import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PastAppeals } from '../../../components/console/past-appeals.tsx'
import { BadgeScale } from '../../../components/ui/badge-scale.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Moment } from '../../../components/ui/moment.tsx'
import type { MemberRecord } from '../../../data/users/console-record-query.ts'
import type { UserRow } from '../../../data/users/user-row.ts'
import { useIsModerator } from '../../../hooks/use-is-moderator.ts'
import { useNow } from '../../../hooks/use-now.ts'
import {
  formatAgo,
  formatCount,
  formatDay,
  formatMoment,
  formatPoints,
  formatPointsChange,
} from '../../../lib/format.ts'
import * as styles from '../record.module.css'
import { caseLine, prizeLine } from '../record-text.ts'
import { TeamNotes } from './team-notes.tsx'
import type { UserAction } from './user-cells.tsx'

export interface RecordSectionsProps {
  user: UserRow
  record: MemberRecord
  onAction: (action: UserAction, user: UserRow) => void
}

/**
 * A member's figures, suspension, notes, points, badges, prizes, reports and account. Moderators see neither points nor
 * prizes, and do not lift suspensions.
 */
export function RecordSections({ user, record, onAction }: RecordSectionsProps) {
  const isModerator = useIsModerator()
  const { reports, suspension } = record
  const points = isModerator ? undefined : record.points
  const prizes = isModerator ? undefined : record.prizes
  return (
    <>
      <dl className={styles.figures}>
        {!isModerator && (
          <Figure
            value={user.points}
            label={record.rank === null ? 'balance' : `balance, place ${formatPoints(record.rank)}`}
          />
        )}
        <Figure value={record.posts} label={record.posts === 1 ? 'post' : 'posts'} />
        <Figure value={record.entries} label={record.entries === 1 ? 'entry' : 'entries'} />
        <Figure value={reports?.count} label={reports?.count === 1 ? 'report' : 'reports'} />
      </dl>
      {suspension && (
        <div className={styles.suspension}>
          <h3>Suspended from the newsfeed</h3>
          {suspension.reason && <p dir="auto">{suspension.reason}</p>}
          <p className={styles.small}>
            Since {formatDay(suspension.since)}.{' '}
            {suspension.ends_at ? `Ends automatically on ${formatMoment(suspension.ends_at)}.` : 'Until it is lifted.'}
          </p>
          {!isModerator && (
            <Button variant="line" onClick={() => onAction('suspend', user)}>
              Lift suspension
            </Button>
          )}
        </div>
      )}
      {record.appeals.length > 0 && (
        <Section title="Answers to suspensions">
          <PastAppeals appeals={record.appeals} />
        </Section>
      )}
      <Section title="Team notes" count={record.notes.length}>
        <TeamNotes key={user.id} memberId={user.id} notes={record.notes} />
      </Section>
      {points && (
        <Section
          title="Points"
          more={
            points.count > 0 && (
              <Link to={`/admin/points?user=${user.id}`}>{formatCount(points.count, 'entry', 'entries')}</Link>
            )
          }
        >
          {points.count === 0 ? <p className="quiet">No points yet.</p> : <Points points={points} />}
        </Section>
      )}
      <Section title="Badges" count={record.badges.length}>
        {record.badges.length === 0 ? (
          <p className="quiet">No badges yet.</p>
        ) : (
          <ul className={styles.badges}>
            {record.badges.map(({ id, name, icon, color }) => (
              <li key={id} title={name}>
                <BadgeScale icon={icon} color={color} size={58} name={name} />
              </li>
            ))}
          </ul>
        )}
      </Section>
      {prizes && (
        <Section title="Prizes">
          {prizes.length === 0 ? (
            <p className="quiet">No prizes yet.</p>
          ) : (
            <Lines
              rows={prizes.map((prize) => ({
                id: prize.id,
                text: <span dir="auto">{prize.title}</span>,
                note: prizeLine(prize),
              }))}
            />
          )}
        </Section>
      )}
      <Section title="Reports">
        {reports ? (
          <Reports reports={reports} user={user} />
        ) : (
          <p className="quiet">You may not see the reports about this member.</p>
        )}
      </Section>
      <Section title="Account">
        <Account user={user} record={record} />
      </Section>
    </>
  )
}

function Figure({ value, label }: { value: number | undefined; label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figure">{value === undefined ? '–' : formatPoints(value)}</dd>
    </div>
  )
}

function Points({ points }: { points: MemberRecord['points'] }) {
  const now = useNow()
  return (
    <>
      <Weeks weeks={points.weeks} />
      <ul className={styles.lines}>
        {points.newest.map((row) => (
          <li key={row.id}>
            <span className="grow" dir="auto">
              {row.reason}
            </span>
            <Moment className="quiet nowrap" date={row.at} now={now}>
              {formatAgo(row.at, now)}
            </Moment>
            <span className={`figure ${styles.change}`}>{formatPointsChange(row.points)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Twelve bars, from the middle line up for points earned, down for points taken. */
function Weeks({ weeks }: { weeks: readonly number[] }) {
  const most = Math.max(1, ...weeks.map(Math.abs))
  const total = weeks.reduce((sum, week) => sum + week, 0)
  const low = weeks.some((week) => week < 0)
  const middle = low ? 20 : 38
  return (
    <svg
      className={styles.weeks}
      viewBox="0 0 240 40"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${formatPointsChange(total)} points in the last 12 weeks`}
    >
      {weeks.map((week, place) => {
        const height = (Math.abs(week) / most) * (low ? 18 : 36)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a week has no other name
            key={place}
            className={week < 0 ? styles.isTaken : undefined}
            x={place * 20 + 2}
            width={16}
            y={week < 0 ? middle : middle - height}
            height={Math.max(height, 1)}
          />
        )
      })}
    </svg>
  )
}

function Reports({ reports, user }: { reports: NonNullable<MemberRecord['reports']>; user: UserRow }) {
  return (
    <>
      <dl className={styles.facts}>
        <dt>Warned</dt>
        <dd>
          {reports.last_warning
            ? `${formatCount(reports.warnings, 'time')}, last on ${formatDay(reports.last_warning)}`
            : 'Never'}
        </dd>
        <dt>Suspended</dt>
        <dd>
          {reports.suspensions === 0
            ? 'Never'
            : `${formatCount(reports.suspensions, 'time')}${user.is_suspended ? ', and is now' : ''}`}
        </dd>
        <dt>Reports upheld</dt>
        <dd>
          {reports.decided === 0 ? 'None' : `${formatPoints(reports.upheld)} of ${formatPoints(reports.decided)}`}
        </dd>
        <dt>Reports sent</dt>
        <dd>{formatPoints(reports.sent)}</dd>
      </dl>
      <Lines
        rows={reports.newest.map((found) => ({
          id: found.id,
          text: (
            <Link to={`/admin/moderation?${found.decision ? 'view=decided&' : ''}case=${found.id}`}>
              {caseLine(found)}
            </Link>
          ),
          note: formatDay(found.at),
        }))}
      />
    </>
  )
}

function Account({ user, record }: { user: UserRow; record: MemberRecord }) {
  const now = useNow()
  return (
    <dl className={styles.facts}>
      <dt>Joined</dt>
      <dd>{formatMoment(user.created_at)}</dd>
      <dt>Last seen</dt>
      <dd>
        {record.last_seen_at ? (
          <Moment date={record.last_seen_at} now={now}>
            {formatAgo(record.last_seen_at, now)}
          </Moment>
        ) : (
          'Never'
        )}
      </dd>
      <dt>Invited by</dt>
      <dd>{record.invited_by ? <bdi>{record.invited_by}</bdi> : 'Nobody'}</dd>
      <dt>Friends brought</dt>
      <dd>{formatPoints(record.friends)}</dd>
    </dl>
  )
}

function Lines({ rows }: { rows: readonly { id: string; text: ReactNode; note: string }[] }) {
  return (
    <ul className={styles.lines}>
      {rows.map(({ id, text, note }) => (
        <li key={id}>
          <span className="grow">{text}</span>
          <span className="quiet">{note}</span>
        </li>
      ))}
    </ul>
  )
}

function Section({
  title,
  count,
  more,
  children,
}: {
  title: string
  count?: number
  more?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.section}>
      <h3>
        <span>{title}</span>
        {count !== undefined && count > 0 && <span className="count">{formatPoints(count)}</span>}
        {more && <span className={styles.more}>{more}</span>}
      </h3>
      {children}
    </section>
  )
}
