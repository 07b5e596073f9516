import { type ConsoleCard, loadAllCards } from '../../data/cards/console-cards-query.ts'
import type { CardsFound } from '../../data/cards/console-cards-search.ts'
import type { CsvColumn } from '../../lib/csv.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { PLACEMENTS } from './card-schema.ts'
import { cardStatus } from './card-status.ts'

const columnsAt = (now: Date): readonly CsvColumn<ConsoleCard>[] => [
  { header: 'Title', value: (card) => card.title },
  { header: 'Placement', value: (card) => PLACEMENTS.find(({ value }) => value === card.placement)?.label },
  { header: 'State', value: (card) => cardStatus(card, now) },
  { header: 'Start', value: (card) => card.startDate },
  { header: 'End', value: (card) => card.endDate },
  { header: 'Link', value: (card) => card.ctaUrl },
  { header: 'Link text', value: (card) => card.ctaText },
  { header: 'Id', value: (card) => card.id },
]

/** All cards that a search finds, for a spreadsheet. */
export const exportCards = async (found: CardsFound) => ({
  columns: columnsAt(new Date(serverNow())),
  rows: await loadAllCards(found),
})
