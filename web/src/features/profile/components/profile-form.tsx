import { type FormEvent, useId, useRef, useState } from 'react'
import { LIMITS, SHOWN_MS } from '../../../../../contract/src/limits.ts'
import { Banner } from '../../../components/feedback/banner.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { TextArea } from '../../../components/ui/text-area.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import type { OwnProfile } from '../../../data/profile/own-profile-query.ts'
import { useProfileSaveMutation, usernameRefusal } from '../../../data/profile/profile-save-mutation.ts'
import { usePassingText } from '../../../hooks/use-passing-text.ts'
import { checkDraft, type DraftErrors, type DraftField, type ProfileEdits } from '../profile-draft.ts'
import { useProfileEdits } from '../use-profile-edits.ts'
import { PhotoGrid } from './photo-grid.tsx'
import { ProfileHead } from './profile-head.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { WeightField } from './weight-field.tsx'

const REFUSED = {
  taken: 'Username is already taken',
  invalid: 'Username must be 1 to 50 visible characters on one line',
} as const

/** Everything a member says about themself. The words survive a failed save, a reload and a change elsewhere. */
export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { draft, dirty, change, discard, settle } = useProfileEdits(profile)
  const [restored, setRestored] = useState(dirty)
  const [errors, setErrors] = useState<DraftErrors>({})
  const [success, showSuccess] = usePassingText(SHOWN_MS.success)
  const save = useProfileSaveMutation(profile)
  const refusal = usernameRefusal(save.error)

  const edit = (next: ProfileEdits) => {
    change(next)
    if (Object.keys(errors).length === 0) return
    // A field in error is checked again while it is corrected; the others wait for the next save.
    const checked = checkDraft({ ...draft, ...next })
    const left = checked.ok ? {} : checked.errors
    setErrors(
      Object.fromEntries(
        Object.keys(errors).flatMap((field) => {
          const error = left[field as DraftField]
          return error ? [[field, error]] : []
        }),
      ),
    )
  }

  const fail = (found: DraftErrors) => {
    setErrors(found)
    const first = (['username', 'bio', 'weight', 'area'] as const).find((field) => found[field])
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    showSuccess(undefined)
    const checked = checkDraft(draft)
    if (!checked.ok) return fail(checked.errors)
    setErrors({})
    save.mutate(checked.edit, {
      onSuccess: () => {
        settle(draft)
        setRestored(false)
        showSuccess('Profile updated successfully!')
      },
      onError: (error) => {
        const reason = usernameRefusal(error)
        if (reason) fail({ username: REFUSED[reason] })
      },
    })
  }

  return (
    <form ref={form} className="stack-5" onSubmit={submit} noValidate aria-label="Profile">
      {save.isError && !refusal && <ErrorBanner action="saveProfile" error={save.error} onDismiss={save.reset} />}
      {restored && dirty && (
        <Banner
          action={
            <Button
              variant="line"
              size="sm"
              onClick={() => {
                discard()
                setErrors({})
              }}
            >
              Discard
            </Button>
          }
        >
          Your unsaved changes are still here.
        </Banner>
      )}
      <Card as="section" pad aria-label="About you">
        <ProfileHead profile={profile} />
        <Field id={`${id}-username`} label="Username" error={errors.username}>
          {(control) => (
            <TextInput
              {...control}
              name="username"
              autoComplete="nickname"
              maxLength={LIMITS.username}
              dir="auto"
              value={draft.username}
              onChange={(event) => edit({ username: event.target.value })}
            />
          )}
        </Field>
        <Field
          id={`${id}-bio`}
          label="Bio"
          error={errors.bio}
          counter={{ length: [...draft.bio].length, max: LIMITS.bio }}
        >
          {(control) => (
            <TextArea
              {...control}
              name="bio"
              rows={3}
              maxLength={LIMITS.bio}
              dir="auto"
              value={draft.bio}
              onChange={(event) => edit({ bio: event.target.value })}
            />
          )}
        </Field>
        <div className="grid2 profile-pair">
          <WeightField id={`${id}-weight`} draft={draft} error={errors.weight} onChange={edit} />
          <Field id={`${id}-area`} label="Primary fishing area" error={errors.area}>
            {(control) => (
              <TextInput
                {...control}
                name="area"
                maxLength={LIMITS.fishingArea}
                placeholder="North West"
                dir="auto"
                value={draft.area}
                onChange={(event) => edit({ area: event.target.value })}
              />
            )}
          </Field>
        </div>
      </Card>
      <PhotoGrid profile={profile} />
      <div className="savebar">
        <Button type="submit" busy={save.isPending}>
          Save Profile
        </Button>
      </div>
      {success && <Banner tone="success">{success}</Banner>}
      <UnsavedGuard dirty={dirty} onLeave={discard} />
    </form>
  )
}
