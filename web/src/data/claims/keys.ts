import type { ClaimsSearch } from './claims-search.ts'

export const claimsKeys = {
  all: ['claims'] as const,
  list: (search: ClaimsSearch, page: number) => [...claimsKeys.all, 'list', search, page] as const,
  packing: (search: ClaimsSearch) => [...claimsKeys.all, 'packing', search] as const,
}
