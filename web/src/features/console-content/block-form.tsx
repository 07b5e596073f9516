import { type ReactNode, useId } from 'react'
import { ImageField } from '../../components/console/image-field.tsx'
import { SaveFailure } from '../../components/console/save-failure.tsx'
import { AreaField, TextField } from '../../components/form/fields.tsx'
import { Form, SendButton, Success } from '../../components/form/form.tsx'
import { useContentMutation } from '../../data/landing/console-content-mutation.ts'
import type { ConsoleBlock } from '../../data/landing/console-content-query.ts'
import type { LandingBlock, LandingSection } from '../../data/landing/content-query.ts'
import { consoleFailureText } from '../../lib/console-failure-text.ts'
import { useAppForm } from '../../lib/form/use-app-form.ts'
import { joinClasses } from '../../lib/join-classes.ts'
import { ownPicture } from '../../lib/photo/picture-address.ts'
import { blockSchema } from './block-schema.ts'
import * as styles from './content.module.css'

const NAMES: Record<LandingSection, string> = {
  hero: 'Hero',
  feature1: 'Feature 1',
  feature2: 'Feature 2',
  feature3: 'Feature 3',
}

const baseOf = ({ title, description, imageUrl, updatedAt }: ConsoleBlock) => ({
  start: { title, description, imageUrl },
  version: updatedAt,
})

export interface BlockFormProps {
  block: ConsoleBlock
  preview: (block: LandingBlock) => ReactNode
}

/** One section of the landing page: its fields, and a preview before saving. */
export function BlockForm({ block, preview }: BlockFormProps) {
  const id = useId()
  const save = useContentMutation()
  const name = NAMES[block.section]
  const form = useAppForm({
    schema: blockSchema,
    ...baseOf(block),
    keep: `landing-${block.section}`,
    send: (fields, { seen }) => save.mutateAsync({ ...fields, seen: { ...block, updatedAt: seen } }),
    next: baseOf,
    success: `${name} is saved.`,
    action: consoleFailureText.updateContent,
  })
  const { values } = form
  const title = values.title.trim()
  return (
    <section className={`card padded ${styles.block}`} aria-labelledby={id}>
      <Form form={form} restores unsaved="Your changes to the landing page are not saved yet.">
        <h2 id={id}>{name}</h2>
        <TextField
          form={form}
          name="title"
          label="Title"
          hint={block.section === 'hero' ? undefined : 'Without a title the landing page does not show this block.'}
          counted
          dir="auto"
          autoComplete="off"
        />
        <AreaField form={form} name="description" label="Description" counted rows={4} />
        <ImageField form={form} name="imageUrl" label={`${name} picture`} className={styles.picture} />
        <SaveFailure form={form} />
        <Success form={form} />
        <SendButton form={form} variant="tip" needsChange>
          Save {name}
        </SendButton>
      </Form>
      <figure className={styles.preview}>
        <figcaption>Preview{form.dirty ? ', not saved yet' : ''}</figcaption>
        {block.section === 'hero' || title ? (
          <div className={joinClasses(styles.page, block.section !== 'hero' && styles.inset)} inert>
            {preview({
              section: block.section,
              title,
              description: values.description.trim(),
              image_url: ownPicture(values.imageUrl) ?? '',
            })}
          </div>
        ) : (
          <p className="quiet">Not shown: this block has no title.</p>
        )}
      </figure>
    </section>
  )
}
