import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { type Blocked, blocksQuery } from '../../../data/network/blocks-query.ts'
import { useKeptFocus } from '../../../hooks/use-kept-focus.ts'
import { useIsTeam } from '../../../hooks/use-session.ts'
import { formatDay } from '../../../lib/format.ts'
import * as styles from '../blocked-members.module.css'
import { UnblockButton } from './unblock-button.tsx'

/** Whom the viewer has blocked; loaded when asked for. The club's team blocks nobody. */
export function BlockedMembers() {
  const heading = useId()
  const isTeam = useIsTeam()
  const [open, setOpen] = useState(false)
  if (isTeam) return null
  return (
    <Card as="section" pad className={styles.section} aria-labelledby={heading}>
      <h2 id={heading} tabIndex={-1}>
        Blocked members
      </h2>
      <p className="small muted">
        You and a member whom you block do not see each other. Block somebody in the menu on their page.
      </p>
      {open ? (
        <BlockedList heading={heading} />
      ) : (
        <Button variant="line" onClick={() => setOpen(true)}>
          Show blocked members
        </Button>
      )}
    </Card>
  )
}

function BlockedList({ heading }: { heading: string }) {
  const blocks = useQuery(blocksQuery())
  const toHeading = () => document.getElementById(heading)
  useKeptFocus(toHeading, blocks.isPending ? 'loading' : `${blocks.data?.length}`)
  if (blocks.isPending)
    return (
      <SkeletonGroup label="Loading blocked members">
        <Skeleton height={56} />
      </SkeletonGroup>
    )
  if (!blocks.data)
    return <LoadFailure action="loadMembers" error={blocks.error} onRetry={() => void blocks.refetch()} />
  if (blocks.data.length === 0) return <p className="quiet">You have blocked nobody.</p>
  return (
    <ul className={styles.list}>
      {blocks.data.map((member) => (
        <BlockedRow key={member.id} member={member} />
      ))}
    </ul>
  )
}

function BlockedRow({ member }: { member: Blocked }) {
  return (
    <li>
      <Avatar id={member.id} name={member.username} src={member.avatarUrl} size={36} />
      <div className={styles.name}>
        <bdi className="strong">{member.username}</bdi>
        <div className="small muted">Since {formatDay(member.since)}</div>
      </div>
      <UnblockButton member={member} />
    </li>
  )
}
