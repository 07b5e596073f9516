import { MEMBER_SORTS, type MembersSearch } from '../../data/network/members-search.ts'

const LONGEST = 100

/** The search in an address; invalid values are replaced by the default: all members by points, first page. */
export function parseSearch(params: URLSearchParams): MembersSearch {
  const page = Number(params.get('page'))
  return {
    text: (params.get('q') ?? '').trim().slice(0, LONGEST),
    sort: MEMBER_SORTS.find((sort) => sort === params.get('sort')) ?? 'points',
    page: Number.isSafeInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
  }
}

/** The address of a search; default values are left out. */
export function searchParams({ text, sort, page }: MembersSearch): URLSearchParams {
  const params = new URLSearchParams()
  if (text) params.set('q', text)
  if (sort !== 'points') params.set('sort', sort)
  if (page > 1) params.set('page', String(page))
  return params
}
