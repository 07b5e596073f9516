import { JOINED_WITHIN, USER_ROLES, USER_STATUSES, type UsersFilter } from '../../data/users/console-search.ts'
import { useAddressParams } from '../../hooks/use-address-params.ts'

/** Filters that are often used together with nothing else. */
export const USER_VIEWS = [
  { view: 'all', label: 'All', filter: {} },
  { view: 'new', label: 'New this week', filter: { joined: '7' } },
  { view: 'suspended', label: 'Suspended', filter: { status: 'suspended' } },
  { view: 'team', label: 'Team', filter: { role: 'team' } },
] as const satisfies readonly { view: string; label: string; filter: UsersFilter }[]
export type UserView = (typeof USER_VIEWS)[number]['view']

/**
 * What the list of users is filtered by, in the address: `?status=suspended&role=team&joined=7`. Unknown values count for
 * nothing.
 */
export function useUsersFilter() {
  const [params, change] = useAddressParams()
  const of = <Value extends string>(values: readonly Value[], name: string) =>
    values.find((value) => value === params.get(name))
  const filter: UsersFilter = {
    status: of(USER_STATUSES, 'status'),
    role: of(USER_ROLES, 'role'),
    joined: of(JOINED_WITHIN, 'joined'),
  }
  const chosen = viewOf(filter)
  return {
    filter,
    isFiltered: chosen !== 'all',
    /** Undefined while the filters are those of no view. */
    view: chosen,
    onFilter: (part: UsersFilter) => change({ page: undefined, ...part }),
    onView: (view: UserView) =>
      change({
        page: undefined,
        status: undefined,
        role: undefined,
        joined: undefined,
        ...USER_VIEWS.find((one) => one.view === view)?.filter,
      }),
    clear: () => change({ page: undefined, q: undefined, status: undefined, role: undefined, joined: undefined }),
  }
}

function viewOf(filter: UsersFilter): UserView | undefined {
  const same = (other: UsersFilter) =>
    filter.status === other.status && filter.role === other.role && filter.joined === other.joined
  return USER_VIEWS.find((one) => same(one.filter))?.view
}
