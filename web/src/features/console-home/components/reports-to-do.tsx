import ShieldAlert from 'lucide-react/icons/shield-alert'
import { Avatar } from '../../../components/ui/avatar.tsx'
import type { ReportToDecide, Waiting } from '../../../data/overview/console-waiting-query.ts'
import { formatCount } from '../../../lib/format.ts'
import { waitText } from '../waiting-text.ts'
import { ToDoGroup, ToDoRow } from './to-do-group.tsx'

/** The reports that wait for a decision, the three oldest of them in rows. */
export function ReportsToDo({ reports, now }: { reports: Waiting['reports']; now: Date }) {
  return (
    <ToDoGroup
      icon={<ShieldAlert className="icon" aria-hidden="true" />}
      title="Reports"
      count={reports.count}
      all={{ to: '/admin/moderation', text: 'All reports' }}
    >
      {reports.oldest.map((report) => (
        <ReportRow key={report.id} report={report} now={now} />
      ))}
    </ToDoGroup>
  )
}

const REPORTED = { post: 'Post by', comment: 'Comment by', member: 'Profile of', entry: 'Game photo by' } as const

function ReportRow({ report, now }: { report: ReportToDecide; now: Date }) {
  const { id, kind, author_id, username, avatar_url, excerpt, reports, is_hidden, opened_at } = report
  const count = formatCount(reports, 'report')
  return (
    <ToDoRow
      picture={<Avatar id={author_id ?? id} name={username ?? '?'} src={avatar_url} size={36} />}
      title={`${REPORTED[kind]} ${username ?? 'a deleted member'}`}
      detail={`${is_hidden ? `${count}, hidden` : count}: ${excerpt}`}
      wait={waitText(opened_at, now)}
      to={`/admin/moderation?case=${id}`}
      action="Review"
    />
  )
}
