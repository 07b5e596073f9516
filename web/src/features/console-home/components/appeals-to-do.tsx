import MessageCircleReply from 'lucide-react/icons/message-circle-reply'
import { Avatar } from '../../../components/ui/avatar.tsx'
import type { Waiting } from '../../../data/overview/console-waiting-query.ts'
import { waitText } from '../waiting-text.ts'
import { ToDoGroup, ToDoRow } from './to-do-group.tsx'

const ANSWERS = '/admin/moderation?view=answers'

/** The answers of suspended members that wait for a decision, the three oldest of them in rows. */
export function AppealsToDo({ appeals, now }: { appeals: Waiting['appeals']; now: Date }) {
  return (
    <ToDoGroup
      icon={<MessageCircleReply className="icon" aria-hidden="true" />}
      title="Answers to suspensions"
      count={appeals.count}
      all={{ to: ANSWERS, text: 'All answers' }}
    >
      {appeals.oldest.map(({ id, member_id, username, avatar_url, excerpt, sent_at }) => (
        <ToDoRow
          key={id}
          picture={<Avatar id={member_id} name={username} src={avatar_url} size={36} />}
          title={`Answer of ${username}`}
          detail={excerpt}
          wait={waitText(sent_at, now)}
          to={ANSWERS}
          action="Review"
        />
      ))}
    </ToDoGroup>
  )
}
