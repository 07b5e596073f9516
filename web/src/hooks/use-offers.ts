import { useQuery } from '@tanstack/react-query'
import { loadOffers, type Offers } from '../config/offers.ts'

/** Optional features of this deployment; undefined until they are known. */
export function useOffers(): Offers | undefined {
  return useQuery({ queryKey: ['offers'], queryFn: loadOffers, staleTime: Number.POSITIVE_INFINITY }).data
}
