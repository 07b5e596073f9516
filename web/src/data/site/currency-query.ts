import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import { siteKeys } from './keys.ts'

/** The symbol before amounts of money. */
export const currencyQuery = () =>
  queryOptions({
    queryKey: siteKeys.currency(),
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const { data } = await client
        .from('site_settings')
        .select('currency_symbol')
        .abortSignal(signal)
        .single()
        .throwOnError()
      return data.currency_symbol
    },
    staleTime: STALE.fiveMinutes,
  })
