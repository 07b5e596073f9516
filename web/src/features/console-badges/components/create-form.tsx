import clsx from 'clsx'
import { type FormEvent, useId, useRef, useState } from 'react'
import { LIMITS } from '../../../../../contract/src/limits.ts'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { BadgeScale } from '../../../components/ui/badge-scale.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { TextArea } from '../../../components/ui/text-area.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import { useBadgeCreateMutation } from '../../../data/badges/console-create-mutation.ts'
import { useUserId } from '../../../hooks/use-session.ts'
import { newId } from '../../../lib/new-id.ts'
import { trimmedLength } from '../../../lib/trimmed-length.ts'
import { BADGE_COLOR, BADGE_ICONS, type BadgeErrors, type BadgeWords, badgeErrors, hexColor } from '../badge-rules.ts'

const blank = () => ({
  id: newId(),
  words: { name: '', description: '', icon: BADGE_ICONS[0].icon as string, color: BADGE_COLOR },
})

/** Makes a custom badge, with the scale as it will look beside the fields. */
export function CreateForm() {
  const toast = useToast()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(blank)
  const [errors, setErrors] = useState<BadgeErrors>({})
  const create = useBadgeCreateMutation(useUserId())
  const { words } = draft

  const edit = (part: Partial<BadgeWords>) => {
    const next = { ...words, ...part }
    setDraft({ ...draft, words: next })
    const left = badgeErrors(next)
    setErrors(Object.fromEntries(Object.entries(left).filter(([field]) => field in errors)))
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    const found = badgeErrors(words)
    setErrors(found)
    const first = (['name', 'description', 'color'] as const).find((field) => found[field])
    const color = hexColor(words.color)
    if (first || !color) return form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    const name = words.name.trim()
    create.mutate(
      { id: draft.id, name, description: words.description.trim(), icon: words.icon, color },
      {
        onSuccess: () => {
          setDraft(blank())
          toast(`The badge ${name} is made.`)
        },
      },
    )
  }

  return (
    <form ref={form} className="badge-form" onSubmit={submit} noValidate>
      <div className="badge-fields">
        {create.isError && <ErrorBanner action="createBadge" error={create.error} onDismiss={create.reset} />}
        <Field
          id={`${id}-name`}
          label="Name"
          error={errors.name}
          counter={{ length: trimmedLength(words.name), max: LIMITS.badgeName }}
        >
          {(control) => (
            <TextInput
              {...control}
              name="name"
              dir="auto"
              autoComplete="off"
              value={words.name}
              onChange={(event) => edit({ name: event.target.value })}
            />
          )}
        </Field>
        <Field
          id={`${id}-description`}
          label="Description"
          error={errors.description}
          counter={{ length: trimmedLength(words.description), max: LIMITS.badgeDescription }}
        >
          {(control) => (
            <TextArea
              {...control}
              name="description"
              rows={2}
              dir="auto"
              value={words.description}
              onChange={(event) => edit({ description: event.target.value })}
            />
          )}
        </Field>
        <IconChoice value={words.icon} onChange={(icon) => edit({ icon })} />
        <Field id={`${id}-color`} label="Colour" error={errors.color}>
          {(control) => (
            <div className="badge-color">
              <input
                type="color"
                aria-label="Pick a colour"
                value={hexColor(words.color) ?? BADGE_COLOR}
                onChange={(event) => edit({ color: event.target.value })}
              />
              <TextInput
                {...control}
                name="color"
                autoComplete="off"
                spellCheck={false}
                value={words.color}
                onChange={(event) => edit({ color: event.target.value })}
              />
            </div>
          )}
        </Field>
        <Button type="submit" variant="tip" busy={create.isPending}>
          Create badge
        </Button>
      </div>
      <Preview words={words} />
    </form>
  )
}

function IconChoice({ value, onChange }: { value: string; onChange: (icon: string) => void }) {
  const group = useId()
  return (
    <fieldset className="field badge-icons">
      <legend className="label">Icon</legend>
      {BADGE_ICONS.map(({ icon, name }) => (
        <label key={icon} title={name} className={clsx(icon === value && 'is-on')}>
          <input
            type="radio"
            className="vh"
            name={group}
            aria-label={name}
            checked={icon === value}
            onChange={() => onChange(icon)}
          />
          <span aria-hidden="true">{icon}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Preview({ words }: { words: BadgeWords }) {
  const color = hexColor(words.color) ?? BADGE_COLOR
  return (
    <figure className="badge-preview" aria-label="Preview">
      <BadgeScale icon={words.icon} color={color} size={96} />
      <BadgeScale icon={words.icon} color={color} size={58} />
      <figcaption>
        <bdi className="strong">{words.name.trim() || 'Name'}</bdi>
        <span className="small quiet" dir="auto">
          {words.description.trim() || 'Description'}
        </span>
      </figcaption>
    </figure>
  )
}
