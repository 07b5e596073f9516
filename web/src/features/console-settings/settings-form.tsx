import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LIMITS } from '../../../../contract/src/limits.ts'
import { SaveFailure } from '../../components/console/save-failure.tsx'
import { ErrorBanner } from '../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../components/feedback/skeleton.tsx'
import { CheckField, SelectField, TextField } from '../../components/form/fields.tsx'
import { Form, SendButton, Success } from '../../components/form/form.tsx'
import { settingsRefusal, useSiteSettingsMutation } from '../../data/site/console-settings-mutation.ts'
import { type SiteSettings, siteSettingsQuery } from '../../data/site/console-settings-query.ts'
import { consoleFailureText } from '../../lib/console-failure-text.ts'
import { countryNames } from '../../lib/countries.ts'
import { useAppForm } from '../../lib/form/use-app-form.ts'
import { zonesWith } from '../../lib/time-zones.ts'
import { AccentField } from './accent-field.tsx'
import { JoiningField } from './joining-field.tsx'
import { LogoField } from './logo-field.tsx'
import { MONTH_DAYS, MONTHS } from './season-day.ts'
import * as styles from './settings.module.css'
import { settingsSchema } from './settings-schema.ts'

interface SettingsProps {
  /** Of the sections; `h3` below a heading of the second level. */
  titleAs?: 'h2' | 'h3'
}

/** The site settings: the club's name, logo and colour, its time zone and currency symbol, when a season begins, who sees the records, what first steps earn, who may join, how many reports hide a post or comment, and the sign-in of admins. */
export function SettingsForm({ titleAs = 'h2' }: SettingsProps) {
  const settings = useQuery(siteSettingsQuery())
  if (settings.isPending)
    return (
      <SkeletonGroup label="Loading site settings">
        <div className={`card ${styles.settings}`}>
          <div className={styles.section}>
            <Skeleton width={140} height={20} />
            <Skeleton height={44} />
          </div>
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
  return <SiteForm settings={settings.data} titleAs={titleAs} />
}

const baseOf = ({ id: _, reportsToHide, seasonBegins, updatedAt, ...settings }: SiteSettings) => ({
  start: {
    ...settings,
    photoStepPoints: String(settings.photoStepPoints),
    helloStepPoints: String(settings.helloStepPoints),
    gameStepPoints: String(settings.gameStepPoints),
    reportsToHide: String(reportsToHide),
    seasonMonth: seasonBegins.slice(0, 2),
    seasonDay: seasonBegins.slice(3),
  },
  version: updatedAt,
})

const STEPS = [
  ['photoStepPoints', 'Points for a photo of oneself'],
  ['helloStepPoints', 'Points for the first post or comment'],
  ['gameStepPoints', 'Points for the first game'],
] as const

// In English, as the form is.
const monthName = (month: string) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(new Date(`2026-${month}-01T00:00:00Z`))

function SiteForm({ settings, titleAs: Title }: { settings: SiteSettings } & Required<SettingsProps>) {
  const save = useSiteSettingsMutation()
  const form = useAppForm({
    schema: settingsSchema,
    ...baseOf(settings),
    keep: 'site-settings',
    send: ({ seasonMonth, seasonDay, ...wanted }, { seen }) =>
      save.mutateAsync({
        ...wanted,
        seasonBegins: `${seasonMonth}-${seasonDay}`,
        seen: { ...settings, updatedAt: seen },
      }),
    next: baseOf,
    action: consoleFailureText.updateSiteSettings,
    reason: settingsRefusal,
    success: 'Settings updated successfully!',
  })
  const symbol = form.values.currencySymbol.trim()
  const section = (title: string, text: string, fields: ReactNode) => (
    <div className={styles.section}>
      <div>
        <Title className={styles.title}>{title}</Title>
        <p className="small quiet">{text}</p>
      </div>
      <div className={styles.fields}>{fields}</div>
    </div>
  )
  return (
    <Form
      form={form}
      className={`card ${styles.settings}`}
      restores
      unsaved="Your changes to the settings are not saved yet."
    >
      {section(
        'Club',
        'What members and guests see at the top of every page, in emails and on shared links.',
        <>
          <TextField
            form={form}
            name="clubName"
            label="Club name"
            counted
            autoComplete="off"
            dir="auto"
            // Twice the limit, because it counts UTF-16 units and the database code points; the schema reports a longer text.
            maxLength={LIMITS.clubName * 2}
          />
          <LogoField form={form} />
          <AccentField form={form} />
        </>,
      )}
      {section(
        'Region',
        'For dates on shared links, for members whose own time zone is not known, for weights and for amounts.',
        <>
          <SelectField form={form} name="timeZone" label="Time zone">
            {zonesWith(settings.timeZone).map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </SelectField>
          <SelectField form={form} name="country" label="Country" hint="The country that a new address begins with.">
            {countryNames().map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
          <SelectField
            form={form}
            name="weightUnit"
            label="Weights"
            hint="For new games and new members. Members can choose the other unit on their profile."
          >
            <option value="kg">Kilograms (kg)</option>
            <option value="lbs">Pounds (lbs)</option>
          </SelectField>
          <TextField
            form={form}
            name="currencySymbol"
            label="Currency symbol"
            hint={`Shown before the retail value of a prize, such as ${symbol || '$'}25, on the claim page and in the list of packages.`}
            counted
            className={styles.short}
            autoComplete="off"
            dir="auto"
            maxLength={LIMITS.currencySymbol * 2}
          />
        </>,
      )}
      {section(
        'Season and records',
        'A season lasts a year. The club records and the sums of journals go by it.',
        <>
          <SelectField
            form={form}
            name="seasonMonth"
            label="Month in which a season begins"
            hint="With 1 January a season is the calendar year."
          >
            {MONTHS.map((month) => (
              <option key={month} value={month}>
                {monthName(month)}
              </option>
            ))}
          </SelectField>
          <SelectField form={form} name="seasonDay" label="Day on which a season begins" className={styles.short}>
            {MONTH_DAYS.map((day) => (
              <option key={day} value={day}>
                {Number(day)}
              </option>
            ))}
          </SelectField>
          <CheckField
            form={form}
            name="recordsForGuests"
            label="Guests see the club records"
            hint="With the weight, variety and day, and the name and picture of the angler, and never with the photo of the catch. Otherwise only members see them."
          />
        </>,
      )}
      {section(
        'First steps',
        'Points for what new members do first, once for each. A change applies to steps that are taken from then on. With 0, a step earns nothing.',
        STEPS.map(([name, label]) => (
          <TextField
            key={name}
            form={form}
            name={name}
            label={label}
            className={styles.short}
            inputMode="numeric"
            autoComplete="off"
          />
        )),
      )}
      {section(
        'Joining',
        'Members always stay. Accounts that are waiting for their address to be confirmed can still be confirmed.',
        <JoiningField form={form} />,
      )}
      {section(
        'Newsfeed',
        'When a post or comment is hidden before anyone of the team has looked.',
        <TextField
          form={form}
          name="reportsToHide"
          label="Reports that hide a post or comment"
          hint="The number of members whose reports hide a post or comment until an admin decides. Only members who joined at least a week ago are counted. With 0, reports hide nothing. What admins write is never hidden by reports."
          className={styles.short}
          inputMode="numeric"
          autoComplete="off"
        />,
      )}
      {section(
        'Team',
        'How those who run the club sign in.',
        <CheckField
          form={form}
          name="adminsNeedTwoSteps"
          label="Admins must use two-step sign-in"
          hint="An admin without an authenticator app then has the rights of a member until the app is added on the profile. To switch this on, use two-step sign-in yourself."
        />,
      )}
      <div className={styles.foot}>
        <SaveFailure form={form} />
        <Success form={form} />
        <SendButton form={form} variant="tip" needsChange>
          Save settings
        </SendButton>
      </div>
    </Form>
  )
}
