import { CARD_VIEWS, type CardView } from '../../data/cards/console-cards-search.ts'

const VIEW_NAMES: Record<CardView, string> = {
  all: 'All',
  active: 'Active',
  upcoming: 'Upcoming',
  inactive: 'Inactive',
  expired: 'Expired',
}

export const VIEWS = CARD_VIEWS.map((view) => ({ view, label: VIEW_NAMES[view] }))
