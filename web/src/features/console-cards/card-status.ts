import type { PillTone } from '../../components/ui/pill.tsx'

export type CardStatus = 'Active' | 'Upcoming' | 'Expired' | 'Inactive'

export const CARD_TONES: Record<CardStatus, PillTone> = {
  Active: 'ok',
  Upcoming: 'info',
  Expired: 'grey',
  Inactive: 'grey',
}

/** The state of a card in the console. The dates count before the switch; a card is active only by both. */
export function cardStatus(card: { isActive: boolean; startDate: string; endDate: string }, now: Date): CardStatus {
  const started = Date.parse(card.startDate) <= now.getTime()
  const ended = Date.parse(card.endDate) < now.getTime()
  if (!started) return 'Upcoming'
  if (ended) return 'Expired'
  return card.isActive ? 'Active' : 'Inactive'
}
