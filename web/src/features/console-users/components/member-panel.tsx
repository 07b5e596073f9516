import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { DetailPanel, PanelBody } from '../../../components/console/detail-panel.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import { memberRecordQuery } from '../../../data/users/console-record-query.ts'
import { userQuery } from '../../../data/users/console-user-query.ts'
import { useRecordRealtime } from '../../../data/users/realtime.ts'
import { recordRefusal } from '../../../data/users/refusal.ts'
import type { UserRow } from '../../../data/users/user-row.ts'
import { useConsoleTopic } from '../../../hooks/use-console-topic.ts'
import { useIsModerator } from '../../../hooks/use-is-moderator.ts'
import { useKeptFocus } from '../../../hooks/use-kept-focus.ts'
import { useWide } from '../../../hooks/use-wide.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { formatDate, formatDay } from '../../../lib/format.ts'
import { codeOf } from '../../../lib/refusal.ts'
import * as styles from '../record.module.css'
import { RecordSections } from './record-sections.tsx'
import { isInReach, RolePill, StatusPill, type UserAction } from './user-cells.tsx'

export interface MemberPanelProps {
  userId: string
  /** Where the member stands in the list, e.g. `User 5 of 248`. */
  place: string
  onStep: (step: 1 | -1) => void
  onClose: () => void
  onAction: (action: UserAction, user: UserRow) => void
}

/** All that the team knows of a member, and what it can do. */
export function MemberPanel({ userId, place, onStep, onClose, onAction }: MemberPanelProps) {
  useRecordRealtime(useConsoleTopic())
  const user = useQuery(userQuery(userId, useIsModerator()))
  const record = useQuery(memberRecordQuery(userId))
  const error = user.error ?? record.error
  const reason = recordRefusal(error)
  const isGone = user.data === null || codeOf(error) === 'PT404'
  return (
    <DetailPanel noun="user" place={place} onStep={onStep} onClose={onClose}>
      {user.data && record.data && !isGone ? (
        <PanelBody>
          <Head user={user.data} onAction={(action) => user.data && onAction(action, user.data)} />
          <RecordSections user={user.data} record={record.data} onAction={onAction} />
        </PanelBody>
      ) : isGone || error ? (
        <PanelBody>
          {isGone ? (
            <p className="quiet">There is no such member.</p>
          ) : reason ? (
            <p className="quiet">{reason}</p>
          ) : (
            <ErrorBanner
              action={consoleFailureText.loadUsers}
              error={error}
              onRetry={() => void Promise.all([user.refetch(), record.refetch()])}
            />
          )}
        </PanelBody>
      ) : (
        <SkeletonGroup label="Loading the member">
          <PanelBody>
            <Skeleton width="60%" height={56} />
            <Skeleton height={40} />
            <Skeleton height={64} />
            <Skeleton height={120} />
          </PanelBody>
        </SkeletonGroup>
      )}
    </DetailPanel>
  )
}

function Head({ user, onAction }: { user: UserRow; onAction: (action: UserAction) => void }) {
  const wide = useWide()
  const isModerator = useIsModerator()
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each member takes the focus once
  useEffect(() => {
    if (wide) heading.current?.focus({ preventScroll: true })
  }, [user.id])
  useKeptFocus(() => heading.current, `${user.is_suspended} ${user.is_moderator} ${user.is_admin}`)
  return (
    <>
      <div className={styles.head}>
        <Avatar id={user.id} name={user.username} src={user.avatar_url} size={56} />
        <div className={styles.person}>
          <h2 ref={heading} tabIndex={-1} dir="auto">
            {user.username}
          </h2>
          {!isModerator && <div className={styles.email}>{user.auth_email}</div>}
          <div className="cluster wrap">
            <StatusPill user={user} />
            <RolePill user={user} />
            {user.joined_on && <Pill dot={false}>Member since {formatDate(user.joined_on)}</Pill>}
            <Pill dot={false}>Joined {formatDay(user.created_at)}</Pill>
          </div>
        </div>
      </div>
      {isModerator ? (
        isInReach(user) && (
          <div className={styles.actions}>
            <Button variant="line" onClick={() => onAction('suspend')}>
              Suspend
            </Button>
          </div>
        )
      ) : (
        <AdminActions user={user} onAction={onAction} />
      )}
      <p className={styles.open}>
        <Link to={`/members/${encodeURIComponent(user.username)}`}>Open member</Link>
      </p>
    </>
  )
}

function AdminActions({ user, onAction }: { user: UserRow; onAction: (action: UserAction) => void }) {
  return (
    <div className={styles.actions}>
      <ButtonLink variant="lake" to={`/admin/points?user=${user.id}`}>
        Give points
      </ButtonLink>
      <Button variant="line" onClick={() => onAction('award')}>
        Award badge
      </Button>
      <ButtonLink variant="line" to={`/admin/prizes?winner=${user.id}`}>
        Assign Prize
      </ButtonLink>
      <Button variant="line" onClick={() => onAction('edit')}>
        Edit
      </Button>
      {!user.is_admin && (
        <Button variant="line" onClick={() => onAction('password')}>
          Password
        </Button>
      )}
      {!user.is_admin && (
        <Button variant="line" onClick={() => onAction('moderator')}>
          {user.is_moderator ? 'Remove moderator' : 'Make moderator'}
        </Button>
      )}
      <Button variant="line" onClick={() => onAction('suspend')}>
        {user.is_suspended ? 'Unsuspend' : 'Suspend'}
      </Button>
      <Button variant="line" onClick={() => onAction('delete')}>
        Delete
      </Button>
    </div>
  )
}
