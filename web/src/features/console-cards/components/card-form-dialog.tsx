import { type ReactNode, useRef, useState } from 'react'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import { StaleNotice } from '../../../components/console/stale-notice.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import type { InfoCard } from '../../../data/cards/cards-query.ts'
import { useCardCreateMutation, useCardEditMutation } from '../../../data/cards/console-cards-mutations.ts'
import type { ConsoleCard } from '../../../data/cards/console-cards-query.ts'
import { StaleError } from '../../../lib/stale-error.ts'
import { isWebLink } from '../../../lib/web-link.ts'
import { type CardDraft, cardDraftOf, cardErrors, cardFields, newCardDraft } from '../card-draft.ts'
import { CardFields } from './card-fields.tsx'

export interface CardFormDialogProps {
  /** The card as it was when the dialog opened; undefined for a new one. */
  card: ConsoleCard | undefined
  /** The same card as the list has it now. */
  current: ConsoleCard | undefined
  preview: (card: InfoCard) => ReactNode
  onClose: () => void
  onSaved: (title: string) => void
}

/** Makes or changes a card, and shows it before it is saved. A live refresh of the list leaves the form alone. */
export function CardFormDialog({ card, current, preview, onClose, onSaved }: CardFormDialogProps) {
  const [seen, setSeen] = useState(card)
  const [begun, setBegun] = useState(() => (card ? cardDraftOf(card) : newCardDraft()))
  const [draft, setDraft] = useState(begun)
  const [checked, setChecked] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  const create = useCardCreateMutation()
  const edit = useCardEditMutation()
  const saving = seen ? edit : create
  const errors = cardErrors(draft)
  const stale = saving.error instanceof StaleError

  const change = (part: Partial<CardDraft>) => setDraft((last) => ({ ...last, ...part }))
  const reload = () => {
    saving.reset()
    // Deleted meanwhile: there is nothing left to change.
    if (!current) return onClose()
    setSeen(current)
    setBegun(cardDraftOf(current))
    setDraft(cardDraftOf(current))
  }
  const submit = async () => {
    setChecked(true)
    const wrong = Object.keys(errors)[0]
    if (wrong) return fields.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    const written = cardFields(draft)
    try {
      await (seen ? edit.mutateAsync({ seen, fields: written }) : create.mutateAsync(written))
      onSaved(written.title)
    } catch {
      // The mutation keeps the error for the banner.
    }
  }

  return (
    <FormDialog
      open
      className="wide"
      title={seen ? 'Edit card' : 'Add a card'}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={seen ? 'Save Card' : 'Create Card'}
      busy={saving.isPending}
      dirty={JSON.stringify(draft) !== JSON.stringify(begun)}
      failure={
        stale ? (
          <StaleNotice onReload={reload} />
        ) : (
          saving.isError && (
            <ErrorBanner
              action={seen ? 'updateInfoCard' : 'createInfoCard'}
              error={saving.error}
              onDismiss={saving.reset}
            />
          )
        )
      }
    >
      <div className="card-form" ref={fields}>
        <CardFields draft={draft} errors={checked ? errors : {}} onChange={change} />
        <figure className="card-preview" aria-label="Preview">
          <figcaption className="label">Preview</figcaption>
          <div inert>
            {preview({
              id: 'preview',
              title: draft.title.trim() || 'Title',
              description: draft.description.trim(),
              image_url: draft.imageUrl && isWebLink(draft.imageUrl) ? draft.imageUrl : null,
              cta_text: draft.ctaText.trim() || null,
              cta_url: draft.ctaUrl.trim() || null,
            })}
          </div>
        </figure>
      </div>
    </FormDialog>
  )
}
