import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type ReportList, reportCountsQuery, reportQueueQuery } from '../../data/reports/console-queue-query.ts'

export const VIEWS = [
  { view: 'open', label: 'Open' },
  { view: 'hidden', label: 'Hidden automatically' },
  { view: 'decided', label: 'Decided' },
] as const satisfies readonly { view: ReportList; label: string }[]

/** The queue: its view and the open case are kept in the address (`?view=decided&case=…`). */
export function useQueue() {
  const [params, setParams] = useSearchParams()
  const view = VIEWS.find((one) => one.view === params.get('view'))?.view ?? 'open'
  const caseId = params.get('case') ?? undefined
  const list = useInfiniteQuery(reportQueueQuery(view))
  const counts = useQuery(reportCountsQuery).data
  const rows = list.data?.pages.flat() ?? []
  const at = rows.findIndex(({ id }) => id === caseId)
  const set = (name: 'view' | 'case', value: string | undefined) =>
    setParams(
      (last) => {
        const next = new URLSearchParams(last)
        next.delete('case')
        if (value === undefined) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    view,
    caseId,
    list,
    counts,
    rows,
    /** Place of the open case in the list; -1 when it is not among the loaded ones. */
    at,
    show: (id: string | undefined) => set('case', id),
    onView: (chosen: ReportList) => set('view', chosen === 'open' ? undefined : chosen),
  }
}
