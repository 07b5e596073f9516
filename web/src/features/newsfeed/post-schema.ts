import * as z from 'zod/mini'
import { TEXT_LIMITS } from '../../../../contract/src/limits.ts'
import { text } from '../../lib/form/schema.ts'
import { hasVisibleText } from './has-visible-text.ts'

const written = (max: number) => text(max).check(z.refine(hasVisibleText, 'Write something'))

export const postSchema = z.object({
  content: written(TEXT_LIMITS.post),
  /** The photos in their order, by the names of `data/newsfeed/kept-record.ts`. */
  photos: z.array(z.string()),
  announcement: z.boolean(),
})

/** A comment, and text typed while it was being sent: both are joined again when sending fails. */
export const commentSchema = z.pipe(
  z.object({ text: z.string(), next: z.string() }),
  z.transform(({ text, next }) => joinTexts(text, next).trim()),
)

/** Joins two texts. */
export const joinTexts = (first: string, second: string) => [first, second].filter((text) => text !== '').join('\n')

export const commentDraft = (postId: string) => `comment-${postId}`

/** A text that is edited in place. */
export const editSchema = (max: number) => z.object({ text: written(max) })
