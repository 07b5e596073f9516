import Trophy from 'lucide-react/icons/trophy'
import { VARIETY_NAME } from '../../../components/catch/varieties.ts'
import { Avatar } from '../../../components/ui/avatar.tsx'
import type { Waiting } from '../../../data/overview/console-waiting-query.ts'
import { waitText } from '../waiting-text.ts'
import { ToDoGroup, ToDoRow } from './to-do-group.tsx'

const RECORDS = '/admin/records'

/** The catches that are offered for the club records, the three oldest of them in rows. */
export function RecordsToDo({ records, now }: { records: Waiting['records']; now: Date }) {
  return (
    <ToDoGroup
      icon={<Trophy className="icon" aria-hidden="true" />}
      title="Catches to verify"
      count={records.count}
      all={{ to: RECORDS, text: 'All catches' }}
    >
      {records.oldest.map(({ id, user_id, username, avatar_url, variety, offered_at }) => (
        <ToDoRow
          key={id}
          picture={<Avatar id={user_id} name={username} src={avatar_url} size={36} />}
          title={`Catch of ${username}`}
          detail={VARIETY_NAME[variety]}
          wait={waitText(offered_at, now)}
          to={RECORDS}
          action="Review"
        />
      ))}
    </ToDoGroup>
  )
}
