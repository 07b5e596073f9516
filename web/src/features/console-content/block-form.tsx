import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { LIMITS, SHOWN_MS } from '../../../../contract/src/limits.ts'
import { ImageField } from '../../components/console/image-field.tsx'
import { StaleNotice } from '../../components/console/stale-notice.tsx'
import { Banner } from '../../components/feedback/banner.tsx'
import { ErrorBanner } from '../../components/feedback/error-banner.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { TextArea } from '../../components/ui/text-area.tsx'
import { TextInput } from '../../components/ui/text-input.tsx'
import { useContentMutation } from '../../data/landing/console-content-mutation.ts'
import type { ConsoleBlock } from '../../data/landing/console-content-query.ts'
import type { LandingBlock, LandingSection } from '../../data/landing/content-query.ts'
import { usePassingText } from '../../hooks/use-passing-text.ts'
import { useVersionedDraft } from '../../hooks/use-versioned-draft.ts'
import { StaleError } from '../../lib/stale-error.ts'
import { trimmedLength } from '../../lib/trimmed-length.ts'
import { isWebLink } from '../../lib/web-link.ts'
import { type BlockDraft, blockErrors } from './block-check.ts'

const NAMES: Record<LandingSection, string> = {
  hero: 'Hero',
  feature1: 'Feature 1',
  feature2: 'Feature 2',
  feature3: 'Feature 3',
}

const read = ({ title, description, imageUrl }: ConsoleBlock): BlockDraft => ({ title, description, imageUrl })

export interface BlockFormProps {
  block: ConsoleBlock
  preview: (block: LandingBlock) => ReactNode
}

/** One section of the landing page: what it says, and how that looks before it is saved. */
export function BlockForm({ block, preview }: BlockFormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { draft, change, seen, dirty, stale, reload, take } = useVersionedDraft(block, read)
  const save = useContentMutation()
  const [done, showDone] = usePassingText(SHOWN_MS.success)
  const [checked, setChecked] = useState(false)
  const errors = blockErrors(draft)
  const shown = checked ? errors : {}
  const isStale = !save.isPending && (stale || save.error instanceof StaleError)
  const name = NAMES[block.section]
  const title = draft.title.trim()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    setChecked(true)
    const wrong = (['title', 'description', 'imageUrl'] as const).find((field) => errors[field])
    if (wrong) return form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    showDone(undefined)
    save.mutate(
      { seen, title, description: draft.description.trim(), imageUrl: draft.imageUrl },
      {
        onSuccess: (row) => {
          take(row)
          setChecked(false)
          showDone(`${name} is saved.`)
        },
      },
    )
  }

  return (
    <section className="card pad block" aria-labelledby={id}>
      <form ref={form} onSubmit={submit} noValidate>
        <h2 id={id}>{name}</h2>
        {isStale ? (
          <StaleNotice
            onReload={() => {
              save.reset()
              reload()
            }}
          />
        ) : (
          save.isError && <ErrorBanner action="updateContent" error={save.error} onDismiss={save.reset} />
        )}
        {done && <Banner tone="success">{done}</Banner>}
        <Field
          id={`${id}-title`}
          label="Title"
          error={shown.title}
          hint={block.section === 'hero' ? undefined : 'Without a title the landing page leaves this block out.'}
          counter={{ length: trimmedLength(draft.title), max: LIMITS.landingTitle }}
        >
          {(control) => (
            <TextInput
              {...control}
              name="title"
              dir="auto"
              autoComplete="off"
              value={draft.title}
              onChange={(event) => change({ title: event.target.value })}
            />
          )}
        </Field>
        <Field
          id={`${id}-description`}
          label="Description"
          error={shown.description}
          counter={{ length: trimmedLength(draft.description), max: LIMITS.landingDescription }}
        >
          {(control) => (
            <TextArea
              {...control}
              name="description"
              rows={4}
              dir="auto"
              value={draft.description}
              onChange={(event) => change({ description: event.target.value })}
            />
          )}
        </Field>
        <ImageField
          label={`${name} picture`}
          name="imageUrl"
          value={draft.imageUrl}
          onChange={(imageUrl) => change({ imageUrl })}
          error={shown.imageUrl}
        />
        <Button type="submit" variant="tip" busy={save.isPending} disabled={!dirty && !save.isPending}>
          Save {name}
        </Button>
      </form>
      <figure className="block-preview">
        <figcaption>Preview{dirty ? ', not saved yet' : ''}</figcaption>
        {block.section === 'hero' || title ? (
          <div className={`landing ${block.section === 'hero' ? 'is-hero' : 'is-feature'}`} inert>
            {preview({
              section: block.section,
              title,
              description: draft.description.trim(),
              image_url: draft.imageUrl && isWebLink(draft.imageUrl) ? draft.imageUrl : '',
            })}
          </div>
        ) : (
          <p className="quiet">Left out: this block has no title.</p>
        )}
      </figure>
    </section>
  )
}
