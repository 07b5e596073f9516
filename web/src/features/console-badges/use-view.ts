import { useAddressParams } from '../../hooks/use-address-params.ts'

/** The badges, and the members with the badges that they hold. */
export const VIEWS = [
  { view: 'badges', label: 'All badges' },
  { view: 'members', label: 'Members' },
] as const
type View = (typeof VIEWS)[number]['view']

/** The view, which is in the address (`?view=members`). A search is that of its view. */
export function useView() {
  const [params, change] = useAddressParams()
  const view: View = params.get('view') === 'members' ? 'members' : 'badges'
  return {
    view,
    onView: (chosen: View) =>
      change({ q: undefined, page: undefined, view: chosen === 'members' ? 'members' : undefined }),
  }
}
