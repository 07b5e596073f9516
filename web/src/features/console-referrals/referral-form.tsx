import { useQuery } from '@tanstack/react-query'
import * as styles from '../../components/console/console-form.module.css'
import { SaveFailure } from '../../components/console/save-failure.tsx'
import { ErrorBanner } from '../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../components/feedback/skeleton.tsx'
import { CheckField, TextField } from '../../components/form/fields.tsx'
import { Form, SendButton, Success } from '../../components/form/form.tsx'
import { isRefused, useReferralSettingsMutation } from '../../data/referrals/console-settings-mutation.ts'
import { type ReferralSettings, referralSettingsQuery } from '../../data/referrals/console-settings-query.ts'
import { useUserId } from '../../hooks/use-session.ts'
import { consoleFailureText } from '../../lib/console-failure-text.ts'
import { useAppForm } from '../../lib/form/use-app-form.ts'
import { formatCount } from '../../lib/format.ts'
import { referralSchema } from './referral-schema.ts'

/** The settings of the referral programme. */
export function ReferralForm() {
  const settings = useQuery(referralSettingsQuery())
  const adminId = useUserId()
  if (settings.isPending)
    return (
      <SkeletonGroup label="Loading settings">
        <div className={`card padded ${styles.form}`}>
          <Skeleton width={140} height={20} />
          <Skeleton height={44} />
        </div>
      </SkeletonGroup>
    )
  if (!settings.data)
    return <ErrorBanner action="loadSettings" error={settings.error} onRetry={() => void settings.refetch()} />
  return adminId ? <PointsForm settings={settings.data} adminId={adminId} /> : null
}

const baseOf = ({ points, firstStepRequired, updatedAt }: ReferralSettings) => ({
  start: { points: String(points), firstStepRequired },
  version: updatedAt,
})

function PointsForm({ settings, adminId }: { settings: ReferralSettings; adminId: string }) {
  const save = useReferralSettingsMutation()
  const form = useAppForm({
    schema: referralSchema,
    ...baseOf(settings),
    keep: 'referral-settings',
    send: (values, { seen }) => save.mutateAsync({ ...values, seen: { ...settings, updatedAt: seen }, adminId }),
    next: baseOf,
    action: (error) => (isRefused(error) ? consoleFailureText.updateSettings : 'saveSettings'),
    success: 'Settings updated successfully!',
  })
  const points = referralSchema.shape.points.safeParse(form.values.points)
  return (
    <Form
      form={form}
      className={`card padded ${styles.form}`}
      restores
      unsaved="Your changes to the settings are not saved yet."
    >
      <TextField
        form={form}
        name="points"
        label="Points per referral"
        hint={
          points.success
            ? `Members get ${formatCount(points.data, 'point')} for each friend they refer. This applies from the next approval.`
            : 'This applies from the next approval.'
        }
        className={`figure ${styles.numberInput}`}
        inputMode="numeric"
        autoComplete="off"
      />
      <CheckField
        form={form}
        name="firstStepRequired"
        label="Require activity before a referral can be approved"
        hint="The new member must confirm their address and post, comment or enter a game."
      />
      <SaveFailure form={form} />
      <Success form={form} />
      <SendButton form={form} variant="tip" needsChange>
        Save settings
      </SendButton>
    </Form>
  )
}
