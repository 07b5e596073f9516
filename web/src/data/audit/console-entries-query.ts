import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { AUDIT_PAGE_SIZE, type AuditEntry, type AuditSearch } from './audit-entry.ts'
import { filteredTrail } from './console-filtered.ts'
import { auditKeys } from './keys.ts'

export interface AuditPage {
  entries: AuditEntry[]
  /** Total number of entries found. */
  total: number
}

/** One page of the audit trail. It is never fresh, because another admin may act at any time. */
export const auditQuery = (search: AuditSearch) =>
  queryOptions({
    queryKey: auditKeys.entries(search),
    queryFn: ({ signal }) => loadPage(search, signal),
    placeholderData: keepPreviousData,
  })

async function loadPage(search: AuditSearch, signal: AbortSignal): Promise<AuditPage> {
  const first = (search.page - 1) * AUDIT_PAGE_SIZE
  const { trail } = await filteredTrail(search, 'rows')
  const { data, count, error } = await trail
    .order('at', { ascending: !search.newestFirst })
    // Without a unique last sort column an entry could appear on two pages or on none.
    .order('id')
    .range(first, first + AUDIT_PAGE_SIZE - 1)
    .abortSignal(signal)
  // A page past the last one is empty, with the total.
  if (error?.code === 'PGRST103') {
    const counted = await (await filteredTrail(search, 'only')).trail.abortSignal(signal).throwOnError()
    return { entries: [], total: counted.count ?? 0 }
  }
  if (error) throw error
  return { entries: data, total: count ?? data.length }
}
