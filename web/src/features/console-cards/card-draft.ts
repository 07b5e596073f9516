import { LIMITS, TEXT_LIMITS } from '../../../../contract/src/limits.ts'
import type { CardPlacement } from '../../data/cards/cards-query.ts'
import type { CardFields } from '../../data/cards/console-cards-mutations.ts'
import type { ConsoleCard } from '../../data/cards/console-cards-query.ts'
import { failureText } from '../../lib/failure-text.ts'
import { trimmedLength } from '../../lib/trimmed-length.ts'
import { isWebLink } from '../../lib/web-link.ts'

/** A card as it stands in the form. */
export interface CardDraft {
  title: string
  description: string
  imageUrl: string | null
  ctaText: string
  ctaUrl: string
  placement: CardPlacement
  startDate: string | null
  endDate: string | null
}

export type CardErrors = Partial<Record<keyof CardDraft, string>>

export const PLACEMENTS: readonly { value: CardPlacement; label: string }[] = [
  { value: 'home', label: 'Home' },
  { value: 'newsfeed', label: 'Newsfeed' },
  { value: 'games', label: 'Games' },
]

export const newCardDraft = (): CardDraft => ({
  title: '',
  description: '',
  imageUrl: null,
  ctaText: '',
  ctaUrl: '',
  placement: 'home',
  startDate: null,
  endDate: null,
})

export const cardDraftOf = (card: ConsoleCard): CardDraft => ({
  title: card.title,
  description: card.description,
  imageUrl: card.imageUrl,
  ctaText: card.ctaText ?? '',
  ctaUrl: card.ctaUrl ?? '',
  placement: card.placement,
  startDate: card.startDate,
  endDate: card.endDate,
})

/** What is wrong with a draft, in the order of the form; empty when nothing is. */
export function cardErrors(draft: CardDraft): CardErrors {
  const errors: CardErrors = {}
  if (!draft.title.trim()) errors.title = 'Title is required'
  else if (trimmedLength(draft.title) > TEXT_LIMITS.title) errors.title = atMost(TEXT_LIMITS.title)
  if (trimmedLength(draft.description) > TEXT_LIMITS.cardDescription)
    errors.description = atMost(TEXT_LIMITS.cardDescription)
  if (draft.imageUrl && !isWebLink(draft.imageUrl)) errors.imageUrl = failureText.invalidImageUrl
  if (trimmedLength(draft.ctaText) > TEXT_LIMITS.ctaText) errors.ctaText = atMost(TEXT_LIMITS.ctaText)
  const url = draft.ctaUrl.trim()
  if (url.length > LIMITS.imageUrl) errors.ctaUrl = atMost(LIMITS.imageUrl)
  else if (url && !isWebLink(url))
    errors.ctaUrl = 'Enter an address such as https://example.org, or a path such as /games'
  if (!draft.startDate) errors.startDate = 'Start and end dates are required'
  if (!draft.endDate) errors.endDate = 'Start and end dates are required'
  else if (draft.startDate && Date.parse(draft.endDate) <= Date.parse(draft.startDate))
    errors.endDate = 'The end must be after the start'
  return errors
}

const atMost = (max: number) => `Use ${max} characters at most`

/** What is stored of a draft without errors: texts trimmed, blank link and text null. */
export function cardFields(draft: CardDraft): CardFields {
  return {
    title: draft.title.trim(),
    description: draft.description.trim(),
    imageUrl: draft.imageUrl,
    ctaText: draft.ctaText.trim() || null,
    ctaUrl: draft.ctaUrl.trim() || null,
    placement: draft.placement,
    startDate: draft.startDate ?? '',
    endDate: draft.endDate ?? '',
  }
}
