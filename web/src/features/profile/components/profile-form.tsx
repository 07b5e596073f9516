import { LIMITS } from '../../../../../contract/src/limits.ts'
import { AreaField, TextField } from '../../../components/form/fields.tsx'
import { Failure, Form, SendButton, Success } from '../../../components/form/form.tsx'
import { Card } from '../../../components/ui/card.tsx'
import type { OwnProfile } from '../../../data/profile/own-profile-query.ts'
import { useProfileSaveMutation } from '../../../data/profile/profile-save-mutation.ts'
import { usernameRefusal } from '../../../data/profile/username-refusal.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import * as styles from '../profile.module.css'
import { profileSchema, valuesOf } from '../profile-schema.ts'
import { PhotoGrid } from './photo-grid.tsx'
import { ProfileHead } from './profile-head.tsx'
import { WeightField } from './weight-field.tsx'

/** A member's profile. The input survives a failed save, a reload and a change on another device. */
export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const save = useProfileSaveMutation(profile)
  const form = useAppForm({
    schema: profileSchema,
    start: valuesOf(profile),
    follow: 'fields',
    writer: profile.id,
    keep: 'profile',
    send: (edit) => save.mutateAsync(edit),
    success: 'Profile updated successfully!',
    fault: (error) => {
      const username = usernameRefusal(error)
      return username === undefined ? undefined : { username }
    },
    action: 'saveProfile',
  })
  return (
    <Form
      form={form}
      className="stack-5"
      aria-label="Profile"
      restores
      unsaved="Your changes to the profile are not saved yet."
    >
      <Card as="section" pad aria-label="About you">
        <ProfileHead profile={profile} />
        <TextField
          form={form}
          name="username"
          label="Username"
          autoComplete="nickname"
          maxLength={LIMITS.username}
          dir="auto"
        />
        <AreaField form={form} name="bio" label="Bio" counted rows={3} maxLength={LIMITS.bio} />
        <div className={`field-pair ${styles.pair}`}>
          <WeightField form={form} />
          <TextField
            form={form}
            name="area"
            label="Primary fishing area"
            maxLength={LIMITS.fishingArea}
            placeholder="North West"
            dir="auto"
          />
        </div>
      </Card>
      <PhotoGrid profile={profile} />
      <Failure form={form} />
      <div className={styles.savebar}>
        <SendButton form={form}>Save Profile</SendButton>
      </div>
      <Success form={form} />
    </Form>
  )
}
