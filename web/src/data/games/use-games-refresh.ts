import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Game } from './game.ts'
import { gamesKeys } from './keys.ts'

/**
 * Invalidates what depends on the active games when a load shows a change: a game that is no longer active may have
 * results, and one with new entries has new entrants.
 */
export function useGamesRefresh(userId: string, games: readonly Game[] | undefined): void {
  const queryClient = useQueryClient()
  const before = useRef<readonly Game[]>(undefined)
  useEffect(() => {
    const known = before.current
    before.current = games
    if (!known || !games || known === games) return
    for (const game of known) {
      const now = games.find(({ id }) => id === game.id)
      if (!now) {
        for (const queryKey of [gamesKeys.completed(userId), gamesKeys.byId(userId, game.id)])
          void queryClient.invalidateQueries({ queryKey })
      } else if (now.entryCount !== game.entryCount) {
        void queryClient.invalidateQueries({ queryKey: gamesKeys.entrants(game.id) })
        void queryClient.invalidateQueries({ queryKey: gamesKeys.entries(game.id) })
      }
    }
  }, [queryClient, userId, games])
}
