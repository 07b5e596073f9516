import type { ReactNode } from 'react'
import { LIMITS } from '../../../../../contract/src/limits.ts'
import { ImageField } from '../../../components/console/image-field.tsx'
import { MomentField } from '../../../components/console/moment-field.tsx'
import { RowEditorDialog } from '../../../components/console/row-editor.tsx'
import type { SidePanel } from '../../../components/console/use-side-panel.ts'
import { AreaField, SelectField, TextField } from '../../../components/form/fields.tsx'
import type { InfoCard } from '../../../data/cards/cards-query.ts'
import { useCardCreateMutation, useCardEditMutation } from '../../../data/cards/console-cards-mutations.ts'
import type { ConsoleCard } from '../../../data/cards/console-cards-query.ts'
import { ownPicture } from '../../../lib/photo/picture-address.ts'
import { CARD_EDITOR, PLACEMENTS } from '../card-schema.ts'
import * as styles from '../cards.module.css'

export interface CardFormDialogProps {
  /** The card as it was when the form opened; undefined for a new one. */
  card: ConsoleCard | undefined
  /** The current version of the same card in the list. */
  current: ConsoleCard | undefined
  preview: (card: InfoCard) => ReactNode
  panel: SidePanel
  onSaved: (title: string) => void
}

/** The fields of a card with a preview. */
export function CardFormDialog({ card, current, preview, panel, onSaved }: CardFormDialogProps) {
  return (
    <RowEditorDialog
      editor={CARD_EDITOR}
      row={card}
      current={current}
      create={useCardCreateMutation().mutateAsync}
      edit={useCardEditMutation().mutateAsync}
      panel={panel}
      onSaved={({ title }) => onSaved(title)}
      fields={(form) => (
        <>
          <TextField form={form} name="title" label="Title" counted dir="auto" autoComplete="off" data-autofocus />
          <AreaField form={form} name="description" label="Description" note="optional" counted rows={3} />
          <ImageField form={form} name="imageUrl" label="Image" ratio={21 / 9} className={styles.picture} />
          <SelectField form={form} name="placement" label="Placement" fieldClass={styles.afterPicture}>
            {PLACEMENTS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <MomentField form={form} name="startDate" label="Start date" />
          <MomentField form={form} name="endDate" label="End date" />
          <TextField
            form={form}
            name="ctaUrl"
            label="Link"
            note="optional"
            hint="A web address, or a path on this site such as /games."
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            placeholder="https://"
            maxLength={LIMITS.imageUrl}
          />
          <TextField
            form={form}
            name="ctaText"
            label="Link text"
            note="optional"
            hint="If empty, the link reads Learn More."
            dir="auto"
            autoComplete="off"
          />
        </>
      )}
      preview={({ values }) => (
        <figure aria-label="Preview">
          <figcaption className="label">Preview</figcaption>
          <div inert>
            {preview({
              id: 'preview',
              title: values.title.trim() || 'Title',
              description: values.description.trim(),
              image_url: ownPicture(values.imageUrl),
              cta_text: values.ctaText.trim() || null,
              cta_url: values.ctaUrl.trim() || null,
            })}
          </div>
        </figure>
      )}
    />
  )
}
