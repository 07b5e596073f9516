import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { MemberAvatar } from '../../../components/member/member-avatar.tsx'
import { MemberLink } from '../../../components/member/member-link.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import type { ConnectionRequest } from '../../../data/network/requests-query.ts'
import { useWide } from '../../../hooks/use-wide.ts'
import { formatCount } from '../../../lib/format.ts'
import * as styles from '../requests.module.css'
import { RequestAnswer } from './request-answer.tsx'

/**
 * Connection requests to the viewer; nothing when there are none. In a narrow window they are one line that opens, so
 * that the members below stay in sight.
 */
export function Requests({ userId, requests }: { userId: string; requests: readonly ConnectionRequest[] }) {
  const wide = useWide()
  const [open, setOpen] = useState(false)
  if (requests.length === 0) return null
  const title = formatCount(requests.length, 'connection request')
  const list = (
    <ul>
      {requests.map((request) => (
        <RowBoundary key={request.id} of={request} as="li">
          <Request request={request} userId={userId} />
        </RowBoundary>
      ))}
    </ul>
  )
  if (wide)
    return (
      <section className={`card padded ${styles.requests}`} aria-labelledby="requests">
        <h2 id="requests" className="heading-3">
          {title}
        </h2>
        {list}
      </section>
    )
  return (
    <details
      className={`card ${styles.requests} ${styles.line}`}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className={styles.faces} aria-hidden="true">
          {requests.slice(0, 3).map(({ id, member }) => (
            <Avatar key={id} id={member.id} name={member.username} src={member.avatar_url} size={32} />
          ))}
        </span>
        <h2 className="heading-3 grow">{title}</h2>
        <ChevronDown className="icon" aria-hidden="true" />
      </summary>
      {list}
    </details>
  )
}

function Request({ request, userId }: { request: ConnectionRequest; userId: string }) {
  const { member } = request
  return (
    <li>
      <MemberAvatar id={member.id} name={member.username} src={member.avatar_url} />
      <div className="grow">
        <div className="strong ellipsis" dir="auto">
          <MemberLink username={member.username} />
        </div>
        <div className="small quiet ellipsis" dir="auto">
          {member.fishing_area}
        </div>
      </div>
      <RequestAnswer userId={userId} member={member} />
    </li>
  )
}
