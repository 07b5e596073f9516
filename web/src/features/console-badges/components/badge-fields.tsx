import { useId } from 'react'
import { AreaField, TextField, useFormField } from '../../../components/form/fields.tsx'
import { BadgeIcon } from '../../../components/ui/badge-icon.tsx'
import { BadgeScale } from '../../../components/ui/badge-scale.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import type { AppForm } from '../../../lib/form/plan.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import { BADGE_COLOR, BADGE_ICONS, type BadgeValues, hexColor } from '../badge-schema.ts'
import * as styles from '../badges.module.css'

/** Name, description and look of a badge. */
export function BadgeFields({ form, autofocus }: { form: AppForm<BadgeValues>; autofocus?: boolean }) {
  const color = useFormField<string>(form, 'color')
  return (
    <>
      <TextField
        form={form}
        name="name"
        label="Name"
        counted
        dir="auto"
        autoComplete="off"
        data-autofocus={autofocus || undefined}
      />
      <AreaField form={form} name="description" label="Description" counted rows={2} />
      <IconChoice value={form.values.icon} onChange={(icon) => form.change({ icon })} />
      <Field id={color.id} label="Colour" error={color.error}>
        {(control) => (
          <div className={styles.colour}>
            <input
              type="color"
              aria-label="Pick a colour"
              value={hexColor(color.value) ?? BADGE_COLOR}
              onChange={(event) => color.change(event.target.value)}
            />
            <TextInput
              {...control}
              name="color"
              autoComplete="off"
              spellCheck={false}
              value={color.value}
              onChange={(event) => color.change(event.target.value)}
            />
          </div>
        )}
      </Field>
    </>
  )
}

function IconChoice({ value, onChange }: { value: string; onChange: (icon: string) => void }) {
  const group = useId()
  return (
    <fieldset className={`field ${styles.icons}`}>
      <legend className="label">Icon</legend>
      {BADGE_ICONS.map(({ icon, name }) => (
        <label key={icon} title={name} className={joinClasses(icon === value && styles.isChosen)}>
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            aria-label={name}
            checked={icon === value}
            onChange={() => onChange(icon)}
          />
          <BadgeIcon emoji={icon} />
        </label>
      ))}
    </fieldset>
  )
}

/** A preview of the badge. */
export function BadgePreview({ values }: { values: BadgeValues }) {
  const color = hexColor(values.color) ?? BADGE_COLOR
  return (
    <figure className={styles.preview} aria-label="Preview">
      <BadgeScale icon={values.icon} color={color} size={96} />
      <BadgeScale icon={values.icon} color={color} size={58} />
      <figcaption>
        <bdi className="strong">{values.name.trim() || 'Name'}</bdi>
        <span className="small quiet" dir="auto">
          {values.description.trim() || 'Description'}
        </span>
      </figcaption>
    </figure>
  )
}
