import type { CardPlacement } from './cards-query.ts'

/** The views of the list. The dates count before the switch: `active` and `inactive` cards are within theirs. */
export const CARD_VIEWS = ['all', 'active', 'upcoming', 'inactive', 'expired'] as const
export type CardView = (typeof CARD_VIEWS)[number]

export const CARD_SORTS = ['created', 'title', 'end'] as const
export type CardSort = (typeof CARD_SORTS)[number]

export interface CardsFound {
  /** Part of a title; empty finds all. */
  text: string
  view: CardView
  placement: CardPlacement | undefined
}

export interface CardsSearch extends CardsFound {
  sort: CardSort
  descending: boolean
  /** From 1. */
  page: number
}
