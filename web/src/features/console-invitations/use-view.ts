import { useAddressParams } from '../../hooks/use-address-params.ts'

export type View = 'links' | 'email' | 'import'

export const VIEWS = [
  { view: 'links', label: 'Links of the club' },
  { view: 'email', label: 'By email' },
  { view: 'import', label: 'Import members' },
] as const satisfies readonly { view: View; label: string }[]

/** The view, and the search and filter of its list, which are kept in the address (`?view=email&q=…&filter=sent`). */
export function useView() {
  const [params, change] = useAddressParams()
  const view: View = VIEWS.find((one) => one.view === params.get('view'))?.view ?? 'links'
  return {
    view,
    /** Whether the address asks for the form of a new link (`?add`). */
    adds: params.has('add'),
    onView: (chosen: View) =>
      change({ view: chosen === 'links' ? undefined : chosen, q: undefined, filter: undefined, add: undefined }),
    onAdd: (adds: boolean) => change({ add: adds ? '' : undefined, ...(adds && { view: undefined }) }),
    clear: () => change({ q: undefined, filter: undefined }),
  }
}
