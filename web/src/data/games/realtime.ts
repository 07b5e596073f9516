import { useQueryClient } from '@tanstack/react-query'
import { refetchRunning } from '../../lib/live/refetch-running.ts'
import { useTopic } from '../../lib/live/use-topic.ts'
import { lacksFaces, readEntryNumbers, withEntryNumbers } from './entry-numbers.ts'
import type { Game } from './game.ts'
import { gamesKeys } from './keys.ts'
import { withoutResults } from './without-results.ts'

/** Who entered is loaded at most this often, however many enter. */
const ENTRANTS_MS = 10_000

/**
 * Keeps the games and results of a member's page up to date: a cancelled game is removed at once, and entries of others
 * are counted without a request.
 */
export function useGamesRealtime(userId: string): void {
  const queries = useQueryClient()
  const [active, completed] = [gamesKeys.active(userId), gamesKeys.completed(userId)]
  // Games at their own address: what members can no longer see is not found when it is loaded again.
  const single = gamesKeys.allById(userId)
  const lists = [gamesKeys.allEntrants(), gamesKeys.allEntries()]
  // A photo that is taken down changes the row of its game.
  const photos = [gamesKeys.allEntries(), [...gamesKeys.all, 'wall']]
  useTopic('games', {
    rows: [active, completed, single],
    onMessage({ changed, gone, body }) {
      const numbers = readEntryNumbers(body.entries)
      const named = count(numbers)
      if (gone.length > 0) {
        queries.setQueryData<Game[]>(active, (games) => games?.filter(({ id }) => !gone.includes(id)))
        queries.setQueryData<Parameters<typeof withoutResults>[0]>(completed, (pages) => withoutResults(pages, gone))
        refetchRunning(queries, active)
        refetchRunning(queries, completed)
        void queries.invalidateQueries({ queryKey: single })
      }
      return changed.length > 0 || !numbers ? 'all' : named
    },
    gapMs: ENTRANTS_MS,
    reload: (all) =>
      Promise.all(
        (all ? [active, completed, single, ...photos] : [active, ...lists]).map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })

  /** @returns what to load to show who entered. */
  function count(numbers: ReturnType<typeof readEntryNumbers>) {
    const games = queries.getQueryData<Game[]>(active)
    if (!games || !numbers?.size) return undefined
    queries.setQueryData<readonly Game[]>(active, withEntryNumbers(games, numbers))
    const isListed = lists.some((queryKey) => queries.getQueryCache().findAll({ queryKey, type: 'active' }).length > 0)
    // An answer that is on its way may have been read before the entry.
    const isLoading = queries.isFetching({ queryKey: active }) > 0
    return isListed || isLoading || lacksFaces(games, numbers) ? 'named' : undefined
  }
}
