import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

interface Asked {
  /** When the shown data was requested, by `performance.now()`. */
  shown: number
  /** The same for the request that is running. */
  running?: number | undefined
}

const asked = new WeakMap<Query, Asked>()
const noted = new WeakSet<QueryClient>()

/** Notes from now on when data is requested. What was requested before counts as requested at the page's start. */
export function noteRequests(queries: QueryClient): void {
  if (noted.has(queries)) return
  noted.add(queries)
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const known = asked.get(query) ?? { shown: atStart(query) }
    // A further page says nothing about those that were loaded before.
    if (action.type === 'fetch' && !action.meta?.fetchMore) asked.set(query, { ...known, running: performance.now() })
    else if (action.type === 'success' && !action.manual) asked.set(query, { shown: known.running ?? known.shown })
    else if (action.type === 'success' && isStored(query)) asked.set(query, { ...known, shown: atStart(query) })
    else if (action.type === 'error') asked.set(query, { shown: known.shown })
  })
}

/**
 * Whether data under these keys was requested at this moment or before, by `performance.now()`. Such data that no screen
 * shows is marked as stale.
 */
export function wasAskedBefore(queries: QueryClient, keys: readonly QueryKey[], moment: number): boolean {
  let found = false
  for (const query of keys.flatMap((queryKey) => queries.getQueryCache().findAll({ queryKey }))) {
    if (query.state.data === undefined && !query.isActive()) continue
    const known = asked.get(query)
    const at = known ? (known.running ?? known.shown) : atStart(query)
    if (at > moment) continue
    if (query.isActive()) found = true
    else query.invalidate()
  }
  return found
}

const atStart = (query: Query): number => (isStored(query) ? Number.NEGATIVE_INFINITY : 0)

/** Data that is older than the page was stored on the device. */
const isStored = ({ state }: Query): boolean => state.data !== undefined && state.dataUpdatedAt < performance.timeOrigin
