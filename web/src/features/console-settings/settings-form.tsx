import { useQuery } from '@tanstack/react-query'
import { LIMITS } from '../../../../contract/src/limits.ts'
import * as styles from '../../components/console/console-form.module.css'
import { SaveFailure } from '../../components/console/save-failure.tsx'
import { ErrorBanner } from '../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../components/feedback/skeleton.tsx'
import { CheckField, TextField } from '../../components/form/fields.tsx'
import { Form, SendButton, Success } from '../../components/form/form.tsx'
import { settingsRefusal, useSiteSettingsMutation } from '../../data/site/console-settings-mutation.ts'
import { type SiteSettings, siteSettingsQuery } from '../../data/site/console-settings-query.ts'
import { consoleFailureText } from '../../lib/console-failure-text.ts'
import { useAppForm } from '../../lib/form/use-app-form.ts'
import { JoiningField } from './joining-field.tsx'
import { settingsSchema } from './settings-schema.ts'

/** The site settings: the currency symbol, how many reports hide a post or comment, who may join, and the sign-in of admins. */
export function SettingsForm() {
  const settings = useQuery(siteSettingsQuery())
  if (settings.isPending)
    return (
      <SkeletonGroup label="Loading site settings">
        <div className={`card padded ${styles.form}`}>
          <Skeleton width={140} height={20} />
          <Skeleton height={44} />
        </div>
      </SkeletonGroup>
    )
  if (!settings.data)
    return (
      <ErrorBanner
        action={consoleFailureText.loadSiteSettings}
        error={settings.error}
        onRetry={() => void settings.refetch()}
      />
    )
  return <SiteForm settings={settings.data} />
}

const baseOf = ({ currencySymbol, reportsToHide, adminsNeedTwoSteps, joining, updatedAt }: SiteSettings) => ({
  start: { currencySymbol, reportsToHide: String(reportsToHide), adminsNeedTwoSteps, joining },
  version: updatedAt,
})

function SiteForm({ settings }: { settings: SiteSettings }) {
  const save = useSiteSettingsMutation()
  const form = useAppForm({
    schema: settingsSchema,
    ...baseOf(settings),
    keep: 'site-settings',
    send: (wanted, { seen }) => save.mutateAsync({ ...wanted, seen: { ...settings, updatedAt: seen } }),
    next: baseOf,
    action: consoleFailureText.updateSiteSettings,
    reason: settingsRefusal,
    success: 'Settings updated successfully!',
  })
  const symbol = form.values.currencySymbol.trim()
  return (
    <Form
      form={form}
      className={`card padded ${styles.form}`}
      restores
      unsaved="Your changes to the settings are not saved yet."
    >
      <TextField
        form={form}
        name="currencySymbol"
        label="Currency symbol"
        hint={`Shown before the retail value of a prize, such as ${symbol || '$'}25, on the claim page and in the list of packages.`}
        counted
        className={styles.shortInput}
        autoComplete="off"
        dir="auto"
        // Twice the limit, because it counts UTF-16 units and the database code points; the schema reports a longer text.
        maxLength={LIMITS.currencySymbol * 2}
      />
      <TextField
        form={form}
        name="reportsToHide"
        label="Reports that hide a post or comment"
        hint="The number of members whose reports hide a post or comment until an admin decides. Only members who joined at least a week ago are counted. With 0, reports hide nothing. What admins write is never hidden by reports."
        className={styles.shortInput}
        inputMode="numeric"
        autoComplete="off"
      />
      <JoiningField form={form} />
      <CheckField
        form={form}
        name="adminsNeedTwoSteps"
        label="Admins must use two-step sign-in"
        hint="An admin without an authenticator app then has the rights of a member until the app is added on the profile. To switch this on, use two-step sign-in yourself."
      />
      <SaveFailure form={form} />
      <Success form={form} />
      <SendButton form={form} variant="tip" needsChange>
        Save settings
      </SendButton>
    </Form>
  )
}
