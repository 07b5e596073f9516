import { queryOptions } from '@tanstack/react-query'
import type { WeightUnit } from '../../../../contract/src/column-types.ts'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import { siteKeys } from './keys.ts'

/** What forms begin with, by the club's settings. */
export interface ClubDefaults {
  /** The symbol before amounts of money. */
  currency: string
  /** English name of the country of a new address. */
  country: string
  weightUnit: WeightUnit
}

export const clubDefaultsQuery = () =>
  queryOptions({
    queryKey: siteKeys.defaults(),
    queryFn: ({ signal }) => loadDefaults(signal),
    staleTime: STALE.fiveMinutes,
  })

/** The symbol before amounts of money. */
export const currencyQuery = () => ({ ...clubDefaultsQuery(), select: ({ currency }: ClubDefaults) => currency })

async function loadDefaults(signal: AbortSignal): Promise<ClubDefaults> {
  const client = await supabase()
  const { data } = await client
    .from('site_settings')
    .select('currency_symbol, country, weight_unit')
    .abortSignal(signal)
    .single()
    .throwOnError()
  return { currency: data.currency_symbol, country: data.country, weightUnit: data.weight_unit }
}
