import { useMutation, useQueryClient } from '@tanstack/react-query'
import { StaleError } from '../../lib/stale-error.ts'
import { supabase } from '../../lib/supabase.ts'
import type { SiteSettings } from './console-settings-query.ts'
import { siteKeys } from './keys.ts'

/**
 * Saves the currency symbol over the settings as they were seen, and resolves to them as they are now.
 * Fails with {@link StaleError} when another admin was faster.
 */
export function useSiteSettingsMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ seen, currencySymbol }: { seen: SiteSettings; currencySymbol: string }) =>
      saveSettings(seen, currencySymbol),
    onSuccess: (settings) => queries.setQueryData(siteKeys.settings(), settings),
    onError: () => queries.invalidateQueries({ queryKey: siteKeys.all }),
  })
}

async function saveSettings(seen: SiteSettings, currencySymbol: string): Promise<SiteSettings> {
  const client = await supabase()
  const { data } = await client
    .from('site_settings')
    .update({ currency_symbol: currencySymbol })
    .eq('id', seen.id)
    .eq('updated_at', seen.updatedAt)
    .select('currency_symbol, updated_at')
    .throwOnError()
  const row = data[0]
  if (!row) throw new StaleError()
  return { id: seen.id, currencySymbol: row.currency_symbol, updatedAt: row.updated_at }
}
