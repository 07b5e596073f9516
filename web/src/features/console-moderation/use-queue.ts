import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReportList, reportQueueQuery } from '../../data/reports/console-queue-query.ts'
import { useAddressParams } from '../../hooks/use-address-params.ts'

export type View = ReportList | 'answers'

/** The views: three lists of reports, and the answers of suspended members. */
export const VIEWS = [
  { view: 'open', label: 'Open' },
  { view: 'answers', label: 'Answers' },
  { view: 'hidden', label: 'Hidden automatically' },
  { view: 'decided', label: 'Decided' },
] as const satisfies readonly { view: View; label: string }[]

/** The view and the open case, which are kept in the address (`?view=decided&case=…`). */
export function useView() {
  const [params, change] = useAddressParams()
  const view: View = VIEWS.find((one) => one.view === params.get('view'))?.view ?? 'open'
  const caseId = params.get('case') ?? undefined
  const set = (name: 'view' | 'case', value: string | undefined) => change({ case: undefined, [name]: value })
  return {
    view,
    caseId,
    show: (id: string | undefined) => set('case', id),
    onView: (chosen: View) => set('view', chosen === 'open' ? undefined : chosen),
  }
}

/** The cases of a view, and the open one. */
export function useQueue(view: ReportList) {
  const { caseId, show } = useView()
  const list = useInfiniteQuery(reportQueueQuery(view))
  const rows = list.data?.pages.flat() ?? []
  return {
    caseId,
    show,
    list,
    rows,
    /** Place of the open case in the list; -1 when it is not among the loaded ones. */
    at: rows.findIndex(({ id }) => id === caseId),
  }
}
