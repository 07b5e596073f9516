import { useAddressParams } from './use-address-params.ts'

export interface ListSort {
  key: string
  dir: 'asc' | 'desc'
}

export interface ListOptions {
  /** The order when the address has none. */
  sort: ListSort
  /** Keys that may be sorted by. */
  sorts: readonly string[]
  /** Values of the filter; the first one means no filter. */
  filters?: readonly string[]
  /** Further filters by their names in the address, with their values. */
  choices?: Readonly<Record<string, readonly string[]>>
}

export interface ListState {
  search: string
  sort: ListSort
  /** From 1. */
  page: number
  filter: string
  onSearch: (search: string) => void
  onSort: (sort: ListSort) => void
  onPage: (page: number) => void
  onFilter: (filter: string) => void
  /** The value of a further filter; undefined while it is not set. */
  chosen: (name: string) => string | undefined
  onChoose: (name: string, value: string | undefined) => void
  /** Whether a search or a filter leaves rows out. */
  isNarrowed: boolean
  /** Takes away search and filters; the order stays. */
  onClear: () => void
}

const LONGEST_SEARCH = 100
const LAST_PAGE = 1_000_000

/**
 * Search, order, page and filter of a list, kept in the address (`?q=carp&sort=-points&page=2&filter=shipped`), so that
 * a reload and a shared link show the same. Unknown values fall back to the defaults.
 */
export function useListState({ sort: usual, sorts, filters = [''], choices = {} }: ListOptions): ListState {
  const [params, change] = useAddressParams()
  const none = filters[0] ?? ''
  const set = (name: string, value: string | undefined) => change({ page: undefined, [name]: value })
  const search = (params.get('q') ?? '').trim().slice(0, LONGEST_SEARCH)
  const filter = filters.find((one) => one === params.get('filter')) ?? none
  const chosen = (name: string) => choices[name]?.find((value) => value === params.get(name))
  const names = Object.keys(choices)

  return {
    search,
    sort: parseSort(params.get('sort'), sorts) ?? usual,
    page: parsePage(params.get('page')),
    filter,
    onSearch: (text) => set('q', text.trim() || undefined),
    onSort: (sort) => set('sort', sameSort(sort, usual) ? undefined : writtenSort(sort)),
    onPage: (page) => set('page', page > 1 ? String(page) : undefined),
    onFilter: (value) => set('filter', value === none ? undefined : value),
    chosen,
    onChoose: set,
    isNarrowed: search !== '' || filter !== none || names.some((name) => chosen(name) !== undefined),
    onClear: () =>
      change({
        page: undefined,
        q: undefined,
        filter: undefined,
        ...Object.fromEntries(names.map((name) => [name, undefined])),
      }),
  }
}

const sameSort = (one: ListSort, other: ListSort) => one.key === other.key && one.dir === other.dir
const writtenSort = ({ key, dir }: ListSort) => (dir === 'desc' ? `-${key}` : key)

function parseSort(text: string | null, sorts: readonly string[]): ListSort | undefined {
  const key = text?.replace(/^-/, '')
  if (key === undefined || !sorts.includes(key)) return undefined
  return { key, dir: text?.startsWith('-') ? 'desc' : 'asc' }
}

function parsePage(text: string | null): number {
  const page = Number(text)
  return Number.isSafeInteger(page) && page > 0 && page <= LAST_PAGE ? page : 1
}
