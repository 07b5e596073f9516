import type { InfiniteData } from '@tanstack/react-query'
import type { ResultsPage } from './completed-games-query.ts'

type Results = InfiniteData<ResultsPage, unknown>

/** The loaded results without some of the games. Whether there are more pages does not change. */
export function withoutResults(results: Results | undefined, gone: readonly string[]): Results | undefined {
  return (
    results && {
      ...results,
      pages: results.pages.map((page) => {
        const games = page.games.filter(({ id }) => !gone.includes(id))
        return { ...page, games, total: Math.max(0, page.total - (page.games.length - games.length)) }
      }),
    }
  )
}
