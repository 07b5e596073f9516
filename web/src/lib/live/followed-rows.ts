import { hashKey, type Query, type QueryKey } from '@tanstack/react-query'

const followed = new Map<string, number>()

/**
 * Counts these keys as followed: live messages keep their rows up to date, also while no screen shows them.
 * @returns a function that ends it.
 */
export function followRows(keys: readonly QueryKey[]): () => void {
  const hashes = keys.map((key) => hashKey(key))
  for (const hash of hashes) followed.set(hash, (followed.get(hash) ?? 0) + 1)
  let ended = false
  return () => {
    if (ended) return
    ended = true
    for (const hash of hashes) {
      const left = (followed.get(hash) ?? 1) - 1
      if (left > 0) followed.set(hash, left)
      else followed.delete(hash)
    }
  }
}

/**
 * For `staleTime` of a query: rows that are followed need not be requested again until something marks them as stale.
 * @param ms for rows that are not followed, in milliseconds.
 */
export const staleUnlessFollowed =
  (ms: number) =>
  ({ queryHash }: Pick<Query, 'queryHash'>): number =>
    followed.has(queryHash) ? Number.POSITIVE_INFINITY : ms
