import { INVITATION_STATES, type MailedSearch } from '../../data/invitations/console-mailed-query.ts'
import { useListState } from '../../hooks/use-list-state.ts'
import { useView } from './use-view.ts'

/** What the list of mailed invitations is searched for, and its filter, in the address. */
export function useMailedSearch() {
  const { clear } = useView()
  const { search, filter, onSearch, onFilter } = useListState({
    sort: { key: 'invited', dir: 'desc' },
    sorts: [],
    filters: ['all', ...INVITATION_STATES],
  })
  const chosen: MailedSearch = { text: search, state: INVITATION_STATES.find((state) => state === filter) ?? 'all' }
  return { chosen, onSearch, onFilter, clear }
}
