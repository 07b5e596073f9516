import type { PillTone } from '../../components/ui/pill.tsx'

export type CardStatus = 'Active' | 'Upcoming' | 'Expired' | 'Inactive'

export const CARD_TONES: Record<CardStatus, PillTone> = {
  Active: 'ok',
  Upcoming: 'info',
  Expired: 'grey',
  Inactive: 'grey',
}

/** What the console calls a card's state; the dates count before the switch, except that only both make it active. */
export function cardStatus(card: { isActive: boolean; startDate: string; endDate: string }, now: Date): CardStatus {
  const started = Date.parse(card.startDate) <= now.getTime()
  const ended = Date.parse(card.endDate) < now.getTime()
  if (!started) return 'Upcoming'
  if (ended) return 'Expired'
  return card.isActive ? 'Active' : 'Inactive'
}
