import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { REFERRAL_POINTS, SHOWN_MS } from '../../../../contract/src/limits.ts'
import { StaleNotice } from '../../components/console/stale-notice.tsx'
import { Banner } from '../../components/feedback/banner.tsx'
import { ErrorBanner } from '../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../components/feedback/skeleton.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { TextInput } from '../../components/ui/text-input.tsx'
import { isRefused, useReferralSettingsMutation } from '../../data/referrals/console-settings-mutation.ts'
import { type ReferralSettings, referralSettingsQuery } from '../../data/referrals/console-settings-query.ts'
import { usePassingText } from '../../hooks/use-passing-text.ts'
import { useUserId } from '../../hooks/use-session.ts'
import { useVersionedDraft } from '../../hooks/use-versioned-draft.ts'
import { formatCount, formatPoints } from '../../lib/format.ts'
import { StaleError } from '../../lib/stale-error.ts'
import { referralPoints } from './points-check.ts'

/** What a completed referral is worth. */
export function ReferralForm() {
  const settings = useQuery(referralSettingsQuery())
  const adminId = useUserId()
  if (settings.isPending)
    return (
      <SkeletonGroup label="Loading settings">
        <div className="card pad console-form">
          <Skeleton width={140} height={20} />
          <Skeleton height={44} />
        </div>
      </SkeletonGroup>
    )
  if (!settings.data)
    return <ErrorBanner action="loadSettings" error={settings.error} onRetry={() => void settings.refetch()} />
  return adminId ? <PointsForm settings={settings.data} adminId={adminId} /> : null
}

const read = ({ points }: ReferralSettings) => ({ points: String(points) })

function PointsForm({ settings, adminId }: { settings: ReferralSettings; adminId: string }) {
  const { draft, change, seen, dirty, stale, reload, take } = useVersionedDraft(settings, read)
  const save = useReferralSettingsMutation()
  const [done, showDone] = usePassingText(SHOWN_MS.success)
  const [checked, setChecked] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const points = referralPoints(draft.points)
  const isStale = !save.isPending && (stale || save.error instanceof StaleError)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    setChecked(true)
    if (points === undefined) return input.current?.focus()
    showDone(undefined)
    save.mutate(
      { seen, points, adminId },
      {
        onSuccess: (row) => {
          take(row)
          setChecked(false)
          showDone('Settings updated successfully!')
        },
      },
    )
  }

  return (
    <form className="card pad console-form" onSubmit={submit} noValidate>
      {isStale ? (
        <StaleNotice
          onReload={() => {
            save.reset()
            reload()
          }}
        />
      ) : (
        save.isError && (
          <ErrorBanner
            action={isRefused(save.error) ? 'updateSettings' : 'saveSettings'}
            error={save.error}
            onDismiss={save.reset}
          />
        )
      )}
      {done && <Banner tone="success">{done}</Banner>}
      <Field
        id="referral-points"
        label="Points per referral"
        hint={
          points === undefined
            ? 'Counts from the next approval on.'
            : `Members get ${formatCount(points, 'point')} for each friend, from the next approval on.`
        }
        error={
          checked && points === undefined
            ? `Enter a whole number from ${REFERRAL_POINTS.min} to ${formatPoints(REFERRAL_POINTS.max)}`
            : undefined
        }
      >
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            className="num referral-input"
            inputMode="numeric"
            autoComplete="off"
            value={draft.points}
            onChange={(event) => change({ points: event.target.value })}
          />
        )}
      </Field>
      <Button type="submit" variant="tip" busy={save.isPending} disabled={!dirty && !save.isPending}>
        Save Settings
      </Button>
    </form>
  )
}
