import { useAdminTopic } from '../../lib/live/use-admin-topic.ts'
import { cardsKeys } from './keys.ts'

/** Keeps the console's list of cards up to date, including those that only admins see. */
export function useConsoleCardsRealtime(): void {
  useAdminTopic(['info_cards'], [cardsKeys.all])
}
