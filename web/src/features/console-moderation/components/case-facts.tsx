import EyeOff from 'lucide-react/icons/eye-off'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PastAppeals } from '../../../components/console/past-appeals.tsx'
import { reasonText } from '../../../components/report/report-reasons.ts'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Moment } from '../../../components/ui/moment.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import type { AuthorRecord, ReportCase } from '../../../data/reports/console-case-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { useUserId } from '../../../hooks/use-session.ts'
import { formatAgo, formatCount, formatDate, formatDay, formatMoment, formatPoints } from '../../../lib/format.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../case.module.css'
import { gameText, versionText, withheldText } from '../case-text.ts'

/** What was reported, with the post above a comment, why and by whom, and the author's record. */
export function CaseFacts({ found }: { found: ReportCase }) {
  const now = useNow()
  const userId = useUserId()
  const { before, game, reported, record, username, versions, pictures, appeals } = found
  const shown = found.now?.image_url ? [found.now.image_url, ...found.now.more_images] : []
  return (
    <>
      {before && (
        <blockquote className={styles.quote}>
          <b className="strong">
            <bdi>{before.username}</bdi>
          </b>{' '}
          <span className="quiet">
            post,{' '}
            <Moment date={before.at} now={now}>
              {formatAgo(before.at, now)}
            </Moment>
          </span>
          <p dir="auto">{before.text}</p>
        </blockquote>
      )}
      {game && (
        <blockquote className={styles.quote}>
          <b className="strong" dir="auto">
            {game.title}
          </b>{' '}
          <span className="quiet">game, {gameText(game).toLowerCase()}</span>
        </blockquote>
      )}
      <blockquote className={joinClasses(styles.quote, styles.isReported)}>
        {found.is_hidden && (
          <Pill tone="warn" className={styles.hiddenTag} icon={<EyeOff className="icon" aria-hidden="true" />}>
            {found.hidden_by_reports ? `Hidden after ${formatCount(found.reports, 'report')}` : 'Hidden'}
          </Pill>
        )}
        {found.said ? (
          <p dir="auto">{found.said}</p>
        ) : (
          found.kind !== 'entry' && <p className="quiet">The text is no longer stored.</p>
        )}
        {shown.map((url, at) => (
          <Photo
            key={url}
            className={styles.photo}
            url={url}
            alt={
              found.kind === 'entry'
                ? 'The photo of the entry'
                : shown.length === 1
                  ? 'The photo of the post'
                  : `Photo ${at + 1} of ${shown.length} of the post`
            }
            width={480}
            height={320}
            fit="contain"
          />
        ))}
        {pictures
          .filter((url) => !shown.includes(url))
          .map((url) => (
            <Photo
              key={url}
              className={styles.photo}
              url={url}
              alt="A picture as it was reported"
              width={480}
              height={320}
              fit="contain"
            />
          ))}
        {found.kind === 'entry' && !found.now?.image_url && (
          <p className={styles.since}>
            {pictures.length > 0
              ? 'Taken down since it was reported. The entry no longer shows it.'
              : 'The photo is no longer stored.'}
          </p>
        )}
        {found.said !== '' && found.now === null && <p className={styles.since}>Deleted since it was reported.</p>}
        {versions.length > 1 && <p className={styles.since}>{versionText(found, 1)}</p>}
        {found.now && found.said && versions.every(({ said }) => said !== found.now?.text) && (
          <div className={styles.since}>
            Changed since it was reported:
            <p dir="auto">{found.now.text}</p>
          </div>
        )}
      </blockquote>
      {versions.slice(1).map(({ said }, index) => (
        <blockquote key={said} className={joinClasses(styles.quote, styles.isReported)}>
          <p dir="auto">{said}</p>
          <p className={styles.since}>{versionText(found, index + 2)}</p>
        </blockquote>
      ))}
      <Section title="Why it was reported" count={found.reports}>
        {found.is_own ? (
          <p className="quiet">{withheldText(found.author_id === userId)}</p>
        ) : (
          <ul className={styles.lines}>
            {reported.map((report) => (
              <li key={report.id}>
                <Avatar
                  id={report.reporter_id ?? report.id}
                  name={report.username ?? '?'}
                  src={report.avatar_url}
                  size={32}
                />
                <div className="grow">
                  <b className="strong">{reasonText(report.reason)}</b>
                  <div className={styles.detail} dir="auto">
                    <bdi>{report.username ?? 'A deleted member'}</bdi>
                    {report.words && `: ${report.words}`}
                    {versions.length > 1 && report.version && ` (version ${report.version})`}
                  </div>
                </div>
                <Moment className="quiet nowrap" date={report.at} now={now}>
                  {formatAgo(report.at, now)}
                </Moment>
              </li>
            ))}
          </ul>
        )}
      </Section>
      {appeals.length > 0 && (
        <Section title="Answer to the suspension">
          <PastAppeals appeals={appeals} />
        </Section>
      )}
      {record && username && (
        <Section
          title={
            <>
              Record of <bdi>{username}</bdi>
            </>
          }
        >
          <p className={styles.link}>
            <Link to={`/admin/users?member=${found.author_id}`}>Open member</Link>
          </p>
          <Record record={record} />
        </Section>
      )}
    </>
  )
}

function Record({ record }: { record: AuthorRecord }) {
  const suspended = record.is_suspended
    ? `Now, ${record.suspended_until ? `until ${formatMoment(record.suspended_until)}` : 'until it is lifted'}`
    : record.suspensions === 0
      ? 'Never'
      : formatCount(record.suspensions, 'time')
  return (
    <dl className={styles.record}>
      <dt>Member since</dt>
      <dd>
        {record.joined_on
          ? `${formatDate(record.joined_on)}, joined ${formatDay(record.since)}`
          : formatDay(record.since)}
        , {formatCount(record.posts, 'post')}
        {record.is_admin && ', admin'}
        {record.is_moderator && ', moderator'}
      </dd>
      <dt>Warned</dt>
      <dd>
        {record.last_warning
          ? `${formatCount(record.warnings, 'time')}, last on ${formatDay(record.last_warning)}`
          : 'Never'}
      </dd>
      <dt>Suspended</dt>
      <dd>{suspended}</dd>
      <dt>Reports upheld</dt>
      <dd>
        {record.decided === 0 ? 'None before' : `${formatPoints(record.upheld)} of ${formatPoints(record.decided)}`}
      </dd>
    </dl>
  )
}

function Section({ title, count, children }: { title: ReactNode; count?: number; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>
        <span>{title}</span>
        {count !== undefined && <span className="count">{formatPoints(count)}</span>}
      </h3>
      {children}
    </section>
  )
}
