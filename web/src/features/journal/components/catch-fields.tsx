import type { CatchVisibility } from '../../../../../contract/src/column-types.ts'
import { AreaField, TextField, useFormField } from '../../../components/form/fields.tsx'
import { Segmented } from '../../../components/ui/segmented.tsx'
import { today } from '../../../lib/day.ts'
import type { AppForm } from '../../../lib/form/plan.ts'
import * as styles from '../catch-form.module.css'
import type { CatchValues } from '../catch-schema.ts'
import { VISIBILITIES } from '../words.ts'
import { PhotoField, type TakePhoto } from './photo-field.tsx'
import { VarietyField } from './variety-field.tsx'
import { WeightFields } from './weight-fields.tsx'

export interface CatchFieldsProps {
  userId: string
  form: AppForm<CatchValues>
  best?: number | undefined
  onUpload: (change: 1 | -1) => void
  /** What is done with a chosen photo; it is uploaded by default. */
  take?: TakePhoto | undefined
}

/** The fields of a catch: what and when, never where. */
export function CatchFields({ userId, form, best, onUpload, take }: CatchFieldsProps) {
  const visibility = useFormField<CatchVisibility>(form, 'visibility')
  return (
    <>
      <WeightFields form={form} best={best} />
      <VarietyField form={form} />
      <TextField form={form} name="caughtOn" label="Date" type="date" min="1900-01-01" max={today()} />
      <PhotoField userId={userId} form={form} onUpload={onUpload} take={take} />
      <AreaField
        form={form}
        name="words"
        label="Note"
        note="optional"
        counted
        rows={3}
        placeholder="Bait, rig, weather. Never the swim, unless you want company."
      />
      <fieldset className={`field ${styles.group}`} aria-describedby={`${visibility.id}-hint`}>
        <legend className="label">Who can see it</legend>
        <Segmented
          label="Who can see it"
          role="radiogroup"
          options={VISIBILITIES}
          value={visibility.value}
          onChange={visibility.change}
        />
        <p className="hint" id={`${visibility.id}-hint`}>
          {HINT[visibility.value]}
        </p>
      </fieldset>
    </>
  )
}

const HINT: Record<CatchVisibility, string> = {
  me: 'Nobody else sees it, and it is in no sum that others see.',
  connections: 'Members you are connected to, and the club’s team.',
  members: 'Every member of the club, but no guests.',
}
