import * as z from 'zod/mini'
import { LIMITS, TEXT_LIMITS } from '../../../../contract/src/limits.ts'
import { endsLater, moment, picture } from '../../components/console/field-kinds.ts'
import type { RowEditor } from '../../components/console/row-editor.tsx'
import type { CardPlacement } from '../../data/cards/cards-query.ts'
import type { CardFields } from '../../data/cards/console-cards-mutations.ts'
import type { ConsoleCard } from '../../data/cards/console-cards-query.ts'
import { consoleFailureText } from '../../lib/console-failure-text.ts'
import { text } from '../../lib/form/schema.ts'
import { isWebLink } from '../../lib/web-link.ts'

export const PLACEMENTS: readonly { value: CardPlacement; label: string }[] = [
  { value: 'home', label: 'Home' },
  { value: 'newsfeed', label: 'Newsfeed' },
  { value: 'games', label: 'Games' },
]

const orNull = z.transform((typed: string) => typed || null)

/** A card as it is stored: texts trimmed, blank link and link text null. */
export const cardSchema = z
  .object({
    title: text(TEXT_LIMITS.title, { missing: 'Title is required' }),
    description: text(TEXT_LIMITS.cardDescription),
    imageUrl: picture(),
    ctaText: z.pipe(text(TEXT_LIMITS.ctaText), orNull),
    ctaUrl: z.pipe(
      text(LIMITS.imageUrl).check(
        z.refine(
          (url) => url === '' || url.length > LIMITS.imageUrl || isWebLink(url),
          'Enter an address such as https://example.org, or a path such as /games',
        ),
      ),
      orNull,
    ),
    placement: z.enum(['home', 'newsfeed', 'games']),
    startDate: moment('Start and end dates are required'),
    endDate: moment('Start and end dates are required'),
  })
  .check(endsLater)

export type CardValues = z.input<typeof cardSchema>

/** The editor of info cards. */
export const CARD_EDITOR: RowEditor<ConsoleCard, CardValues, CardFields> = {
  schema: cardSchema,
  read: (card) => ({
    title: card?.title ?? '',
    description: card?.description ?? '',
    imageUrl: card?.imageUrl ?? null,
    ctaText: card?.ctaText ?? '',
    ctaUrl: card?.ctaUrl ?? '',
    placement: card?.placement ?? 'home',
    startDate: card?.startDate ?? null,
    endDate: card?.endDate ?? null,
  }),
  made: { title: 'Add a card', submit: 'Create card', failure: consoleFailureText.createInfoCard },
  changed: { title: 'Edit card', submit: 'Save card', failure: consoleFailureText.updateInfoCard },
}
