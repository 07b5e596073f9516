import { useId } from 'react'
import { LIMITS, TEXT_LIMITS } from '../../../../../contract/src/limits.ts'
import { DateTimeField } from '../../../components/console/date-time-field.tsx'
import { ImageField } from '../../../components/console/image-field.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { TextArea } from '../../../components/ui/text-area.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import type { CardPlacement } from '../../../data/cards/cards-query.ts'
import { trimmedLength } from '../../../lib/trimmed-length.ts'
import { type CardDraft, type CardErrors, PLACEMENTS } from '../card-draft.ts'

export interface CardFieldsProps {
  draft: CardDraft
  errors: CardErrors
  onChange: (part: Partial<CardDraft>) => void
}

/** Everything that can be said about a card. */
export function CardFields({ draft, errors, onChange }: CardFieldsProps) {
  const id = useId()
  return (
    <div>
      <Field
        id={`${id}-title`}
        label="Title"
        error={errors.title}
        counter={{ length: trimmedLength(draft.title), max: TEXT_LIMITS.title }}
      >
        {(control) => (
          <TextInput
            {...control}
            name="title"
            dir="auto"
            autoComplete="off"
            data-autofocus
            value={draft.title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </Field>
      <Field
        id={`${id}-description`}
        label="Description"
        note="optional"
        error={errors.description}
        counter={{ length: trimmedLength(draft.description), max: TEXT_LIMITS.cardDescription }}
      >
        {(control) => (
          <TextArea
            {...control}
            name="description"
            rows={3}
            dir="auto"
            value={draft.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <ImageField
        label="Image"
        name="imageUrl"
        ratio={21 / 9}
        value={draft.imageUrl}
        error={errors.imageUrl}
        onChange={(imageUrl) => onChange({ imageUrl })}
      />
      <Field id={`${id}-placement`} label="Placement" className="after-image">
        {(control) => (
          <select
            {...control}
            className="input"
            name="placement"
            value={draft.placement}
            onChange={(event) => onChange({ placement: event.target.value as CardPlacement })}
          >
            {PLACEMENTS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <DateTimeField
        label="Start date"
        name="startDate"
        value={draft.startDate}
        error={errors.startDate}
        onChange={(startDate) => onChange({ startDate })}
      />
      <DateTimeField
        label="End date"
        name="endDate"
        value={draft.endDate}
        error={errors.endDate}
        onChange={(endDate) => onChange({ endDate })}
      />
      <Field
        id={`${id}-url`}
        label="Link"
        note="optional"
        hint="An address, or a path inside the app such as /games."
        error={errors.ctaUrl}
      >
        {(control) => (
          <TextInput
            {...control}
            name="ctaUrl"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            placeholder="https://"
            maxLength={LIMITS.imageUrl}
            value={draft.ctaUrl}
            onChange={(event) => onChange({ ctaUrl: event.target.value })}
          />
        )}
      </Field>
      <Field
        id={`${id}-text`}
        label="Link text"
        note="optional"
        hint="Without one the link reads Learn More."
        error={errors.ctaText}
      >
        {(control) => (
          <TextInput
            {...control}
            name="ctaText"
            dir="auto"
            autoComplete="off"
            value={draft.ctaText}
            onChange={(event) => onChange({ ctaText: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
}
