import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LIMITS } from '../../../../../contract/src/limits.ts'
import { SelectField, TextField, useFormField } from '../../../components/form/fields.tsx'
import { Failure, Form, SendButton } from '../../../components/form/form.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { Segmented } from '../../../components/ui/segmented.tsx'
import { Switch } from '../../../components/ui/switch.tsx'
import type { NotificationSettings } from '../../../data/notifications/settings-query.ts'
import type { OwnProfile } from '../../../data/profile/own-profile-query.ts'
import { TOLD_GROUPS, useWelcomeMutation, type WelcomeChoices } from '../../../data/welcome/welcome-mutations.ts'
import type { AppForm } from '../../../lib/form/plan.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { zonesWith } from '../../../lib/time-zones.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import * as styles from '../welcome.module.css'
import { choicesOf, welcomeSchema } from '../welcome-schema.ts'
import { DIGEST, nameFault, notSavedText, TOLD, zoneText } from '../welcome-text.ts'

const UNITS = [
  { value: 'kg', label: 'kg' },
  { value: 'lbs', label: 'lb and oz' },
] as const

interface WelcomeFormProps {
  profile: OwnProfile
  settings: NotificationSettings
  /** Chooses and stores a photo; from another feature. */
  photo: ReactNode
  /** Goes on without the form, to a page of the member's own choice. */
  onLeave: (to: string) => void
  onDone: () => void
  /** Stands beside the button that saves. */
  skip: ReactNode
  /** Why the page could not be skipped. */
  skipFailure: ReactNode
}

/** Name, photo, units, time zone and what to hear of. Each part is saved by itself, so that one failure costs no other. */
export function WelcomeForm({ profile, settings, photo, onLeave, onDone, skip, skipFailure }: WelcomeFormProps) {
  const save = useWelcomeMutation(profile, settings)
  const form = useAppForm({
    schema: welcomeSchema,
    start: choicesOf(profile, settings),
    keep: 'welcome',
    send: (choices) => save.mutateAsync(choices),
    done: onDone,
    fault: (error) => {
      const username = nameFault(error)
      return username === undefined ? undefined : { username }
    },
    action: 'saveSettings',
    text: notSavedText,
  })
  const later = (to: string, text: string) => (
    <Link
      to={to}
      onClick={(event) => {
        event.preventDefault()
        onLeave(to)
      }}
    >
      {text}
    </Link>
  )
  return (
    <Form form={form} className={styles.sections} aria-label="Welcome" restores>
      <Card as="section" pad aria-label="You">
        <div className={styles.person}>
          <Avatar id={profile.id} name={profile.username} src={profile.avatar_url} size={96} />
          <div className="grow">
            <h2 dir="auto">{profile.username}</h2>
            {photo}
          </div>
        </div>
        <TextField
          form={form}
          name="username"
          label="Username"
          hint="Members see it beside what you write."
          autoComplete="nickname"
          maxLength={LIMITS.username}
          dir="auto"
        />
      </Card>
      <Card as="section" pad aria-label="Weights and times">
        <UnitField form={form} />
        <SelectField
          form={form}
          name="zone"
          label="Time zone"
          hint={`${zoneText(form.values.zone, new Date())}. For emails and quiet hours; pages show the time of your device.`}
        >
          {zonesWith(form.values.zone).map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
      </Card>
      <Card as="section" pad aria-labelledby={`${form.id}-told`}>
        <h2 id={`${form.id}-told`}>What you like to hear of</h2>
        <p className={`small quiet ${styles.lead}`}>In the app, at the bell. You switch on push messages later.</p>
        {TOLD_GROUPS.map((name) => (
          <SwitchLine key={name} form={form} name={name} {...TOLD[name]} />
        ))}
        {settings.has_mail !== false && <SwitchLine form={form} name="digest" {...DIGEST} />}
      </Card>
      <Failure form={form} />
      {skipFailure}
      <div className={styles.ways}>
        <SendButton form={form} variant="tip" size="lg" held={form.done} busyText="Saving...">
          Save and go on
        </SendButton>
        {skip}
      </div>
      <p className="small quiet">
        All of this can be changed later: name, photo and weights in {later('/profile', 'your profile')}, the rest in{' '}
        {later('/notifications/settings', 'your notification settings')}.
      </p>
    </Form>
  )
}

function UnitField({ form }: { form: AppForm<WelcomeChoices> }) {
  const { id, value, change } = useFormField<WeightUnit>(form, 'unit')
  return (
    <div className={`field ${styles.units}`}>
      <div className="label" id={id}>
        Weights
      </div>
      <Segmented<WeightUnit> label="Weights" role="radiogroup" options={UNITS} value={value} onChange={change} />
    </div>
  )
}

interface SwitchLineProps {
  form: AppForm<WelcomeChoices>
  name: keyof WelcomeChoices
  title: string
  text: string
}

function SwitchLine({ form, name, title, text }: SwitchLineProps) {
  const { value, change } = useFormField<boolean>(form, name)
  return (
    <div className={styles.line}>
      <span>
        <b>{title}</b>
        <span className="small quiet">{text}</span>
      </span>
      <Switch label={title} checked={value} onChange={change} />
    </div>
  )
}
