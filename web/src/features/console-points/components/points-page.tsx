import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useRef } from 'react'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { ExportButton } from '../../../components/console/export-button.tsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { usePointsRealtime } from '../../../data/points/realtime.ts'
import { userQuery } from '../../../data/users/console-user-query.ts'
import { useUsersRealtime } from '../../../data/users/realtime.ts'
import { useAddressParams } from '../../../hooks/use-address-params.ts'
import { useListState } from '../../../hooks/use-list-state.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import { exportLedger } from '../ledger-export.ts'
import * as styles from '../points.module.css'
import { ChangeForm } from './change-form.tsx'
import { Ledger } from './ledger.tsx'
import { MemberList } from './member-list.tsx'

/** Shows a member's ledger and changes their points. The chosen member is kept in the address. */
export function PointsPage() {
  useUsersRealtime()
  usePointsRealtime()
  const list = useListState({ sort: { key: 'user', dir: 'asc' }, sorts: ['user'] })
  const [params, change] = useAddressParams()
  const chosenId = /^[0-9a-f-]{36}$/i.exec(params.get('user') ?? '')?.[0]
  const choose = (userId: string | undefined) => change({ user: userId })

  return (
    <ConsolePage
      title="Points"
      actions={
        <ExportButton
          label="Export ledger"
          fileName={`points-${new Date().toISOString().slice(0, 10)}`}
          load={() => exportLedger()}
        />
      }
    >
      <div className={joinClasses(styles.layout, chosenId && styles.hasChosen)}>
        <MemberList list={list} chosenId={chosenId} onChoose={choose} />
        {chosenId ? (
          <Chosen key={chosenId} userId={chosenId} onBack={() => choose(undefined)} />
        ) : (
          <div className={`card ${styles.noneChosen}`}>
            <Empty icon={<FloatDrawing />} title="Choose a member to change their points." />
          </div>
        )}
      </div>
    </ConsolePage>
  )
}

function Chosen({ userId, onBack }: { userId: string; onBack: () => void }) {
  const user = useQuery(userQuery(userId))
  const heading = useRef<HTMLHeadingElement>(null)
  const found = user.data !== undefined
  useEffect(() => {
    if (found) heading.current?.focus({ preventScroll: true })
  }, [found])

  const back = (
    <Button
      variant="ghost"
      size="sm"
      className={styles.backToList}
      icon={<ArrowLeft className="icon" aria-hidden="true" />}
      onClick={onBack}
    >
      Choose another member
    </Button>
  )
  if (user.data === undefined && user.isError)
    return (
      <div className={styles.chosen}>
        {back}
        <ErrorBanner action={consoleFailureText.loadUsers} error={user.error} onRetry={() => void user.refetch()} />
      </div>
    )
  if (user.data === undefined)
    return (
      <SkeletonGroup label="Loading the member">
        <Skeleton height={320} />
      </SkeletonGroup>
    )
  if (user.data === null)
    return (
      <div className={styles.chosen}>
        {back}
        <div className="card">
          <Empty icon={<FloatDrawing />} title="This member no longer exists." />
        </div>
      </div>
    )
  return (
    <div className={styles.chosen}>
      {back}
      <Card as="section" pad aria-labelledby="points-who">
        <div className={`cluster ${styles.chosenHead}`}>
          <Avatar id={user.data.id} name={user.data.username} src={user.data.avatar_url} />
          <div className="grow">
            <h2 id="points-who" ref={heading} tabIndex={-1} className="ellipsis" dir="auto" title={user.data.username}>
              {user.data.username}
            </h2>
            <div className="small quiet ellipsis">{user.data.auth_email}</div>
          </div>
        </div>
        <ChangeForm user={user.data} />
      </Card>
      <Ledger user={user.data} />
    </div>
  )
}
