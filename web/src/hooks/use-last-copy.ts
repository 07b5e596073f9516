import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keepLastCopy, readLastCopy } from '../lib/last-copy.ts'

/**
 * Stores the newest answer of a query for a list on this device, and shows it when the service cannot be reached.
 * @param reader the member's ID; undefined for a guest.
 * @returns when the shown list was loaded, while it comes from this device or may be out of date; otherwise undefined.
 */
export function useLastCopy(
  name: string,
  queryKey: QueryKey,
  reader: string | undefined,
  online: boolean,
): Date | undefined {
  const queries = useQueryClient()
  const [shown, setShown] = useState<{ readAt: number; restored: boolean }>()
  const hash = hashKey(queryKey)

  useEffect(() => {
    const key = JSON.parse(hash) as QueryKey
    const restore = () => {
      if (queries.getQueryData(key)) return
      const last = readLastCopy(name, reader)
      if (!last) return
      setShown({ readAt: last.readAt, restored: true })
      queries.setQueryData(key, last.data, { updatedAt: last.readAt })
    }
    const keep = (data: unknown, readAt: number) => {
      keepLastCopy(name, reader, { data, readAt })
      setShown({ readAt, restored: false })
    }
    const known = queries.getQueryState(key)
    if (known?.data) {
      // Loaded before this page was drawn, or restored by an earlier visit to it.
      const restored = readLastCopy(name, reader)?.readAt === known.dataUpdatedAt
      if (restored)
        setShown({ readAt: known.dataUpdatedAt, restored: known.fetchFailureCount > 0 || !navigator.onLine })
      else keep(known.data, known.dataUpdatedAt)
    } else if (!navigator.onLine || known?.status === 'error') restore()
    return queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.query.queryHash !== hash) return
      const { action } = event
      const { data, dataUpdatedAt, error } = event.query.state
      if (action.type === 'error' && !hasCode(error)) restore()
      // Only answers of the service are stored; the reader's own actions change the loaded list.
      if (action.type !== 'success' || action.manual) return
      keep(data, dataUpdatedAt)
    })
  }, [queries, hash, name, reader])

  return shown && (shown.restored || !online) ? new Date(shown.readAt) : undefined
}

// A refusal has a code; a service that cannot be reached has none.
const hasCode = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' && error.code !== ''
