import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribeWhenLoaded } from '../../lib/live/subscribe-when-loaded.ts'

/** Keeps the info cards of every place up to date, with changes by admins and cards that begin or end by the clock. */
export function useCardsRealtime(): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      subscribeWhenLoaded(async () => {
        const { followCards } = await import('./follow-cards.ts')
        return followCards(queries)
      }),
    [queries],
  )
}
