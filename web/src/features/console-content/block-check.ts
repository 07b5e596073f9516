import { LIMITS } from '../../../../contract/src/limits.ts'
import { failureText } from '../../lib/failure-text.ts'
import { trimmedLength } from '../../lib/trimmed-length.ts'
import { isWebLink } from '../../lib/web-link.ts'

/** One section as it stands in its form. */
export interface BlockDraft {
  title: string
  description: string
  imageUrl: string | null
}

export type BlockErrors = Partial<Record<keyof BlockDraft, string>>

/** What is wrong with a section; empty when nothing is. Blank texts are allowed: they take the section away. */
export function blockErrors({ title, description, imageUrl }: BlockDraft): BlockErrors {
  const errors: BlockErrors = {}
  if (trimmedLength(title) > LIMITS.landingTitle) errors.title = `Use ${LIMITS.landingTitle} characters at most`
  if (trimmedLength(description) > LIMITS.landingDescription)
    errors.description = `Use ${LIMITS.landingDescription} characters at most`
  if (imageUrl && !isWebLink(imageUrl)) errors.imageUrl = failureText.invalidImageUrl
  return errors
}
