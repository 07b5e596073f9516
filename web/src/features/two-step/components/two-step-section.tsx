import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Banner } from '../../../components/feedback/banner.tsx'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { type AuthenticatorApp, appsQuery } from '../../../data/two-step/apps-query.ts'
import { formatDay } from '../../../lib/format.ts'
import * as styles from '../two-step.module.css'
import { RemoveApp } from './remove-app.tsx'

const AddApp = lazy(() => import('./add-app.tsx').then((module) => ({ default: module.AddApp })))

export interface TwoStepSectionProps {
  userId: string
  /** The club requires an authenticator app of its admins, and this admin has none. */
  needed: boolean
  email: string | undefined
}

/** The authenticator apps of the account: a list, adding and removing. */
export function TwoStepSection({ userId, needed, email }: TwoStepSectionProps) {
  const apps = useQuery(appsQuery(userId))
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<AuthenticatorApp>()
  const [told, tell] = useState<string>()
  const isOn = !!apps.data?.length
  return (
    <Card as="section" pad className={styles.section} id="two-step" tabIndex={-1} aria-labelledby="two-step-heading">
      <h2 id="two-step-heading">Two-step sign-in</h2>
      {needed && (
        <Banner tone="warn">
          The club asks its admins and moderators to use two-step sign-in. Switch it on here to open the console again.
        </Banner>
      )}
      <p className="small muted">
        {isOn
          ? 'It is on. After your password you enter a code from an authenticator app.'
          : 'With it, nobody can sign in with your password alone: you also enter a code from an authenticator app on your phone.'}
      </p>
      {told && (
        <Banner tone="success" onDismiss={() => tell(undefined)}>
          {told}
        </Banner>
      )}
      {apps.isPending && (
        <SkeletonGroup label="Loading your authenticator apps">
          <Skeleton height={44} />
        </SkeletonGroup>
      )}
      {apps.isError && <LoadFailure action="loadSettings" error={apps.error} onRetry={() => void apps.refetch()} />}
      {apps.data && isOn && (
        <ul className={`${styles.apps} divide`}>
          {apps.data.map((app) => (
            <li key={app.id}>
              <span className={styles.title}>
                <b className="strong">{nameOf(app)}</b>
                <br />
                <span className="small muted">Added {formatDay(app.createdAt)}</span>
              </span>
              <Button variant="ghost" size="sm" aria-label={`Remove ${nameOf(app)}`} onClick={() => setRemoving(app)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {apps.data && (
        <Button variant="line" block onClick={() => setAdding(true)}>
          {isOn ? 'Add another app' : 'Switch on two-step sign-in'}
        </Button>
      )}
      <Suspense>
        {adding && (
          <AddApp
            email={email}
            isFirst={!isOn}
            taken={apps.data?.map(({ name }) => name) ?? []}
            onClose={() => setAdding(false)}
            onAdded={(text) => {
              setAdding(false)
              tell(text)
            }}
          />
        )}
      </Suspense>
      <RemoveApp
        app={removing}
        isLast={apps.data?.length === 1}
        onClose={() => setRemoving(undefined)}
        onRemoved={(text) => {
          setRemoving(undefined)
          tell(text)
        }}
      />
    </Card>
  )
}

const nameOf = ({ name }: AuthenticatorApp) => name || 'App without a name'
