import { useMutation, useQueryClient } from '@tanstack/react-query'
import { requireValues } from '../../lib/has-values.ts'
import { supabase } from '../../lib/supabase.ts'
import type { SiteSettings } from './console-settings-query.ts'
import { siteKeys } from './keys.ts'

/**
 * Saves the settings over the settings that were seen, and resolves to the stored settings.
 * Fails with `StaleError` when another admin changed it first.
 */
export function useSiteSettingsMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ seen, ...wanted }: Wanted & { seen: SiteSettings }) => saveSettings(seen, wanted),
    onSuccess: (settings) => queries.setQueryData(siteKeys.settings(), settings),
    onError: () => queries.invalidateQueries({ queryKey: siteKeys.all }),
  })
}

const COLUMNS = 'currency_symbol, reports_to_hide, updated_at'

type Wanted = Pick<SiteSettings, 'currencySymbol' | 'reportsToHide'>

async function saveSettings(seen: SiteSettings, { currencySymbol, reportsToHide }: Wanted): Promise<SiteSettings> {
  const client = await supabase()
  const wanted = { currency_symbol: currencySymbol, reports_to_hide: reportsToHide }
  const { data } = await client
    .from('site_settings')
    .update(wanted)
    .eq('id', seen.id)
    .eq('updated_at', seen.updatedAt)
    .select(COLUMNS)
    .throwOnError()
  const row = data[0] ?? (await settingsNow(seen.id))
  requireValues(row, wanted)
  return {
    id: seen.id,
    currencySymbol: row.currency_symbol,
    reportsToHide: row.reports_to_hide,
    updatedAt: row.updated_at,
  }
}

async function settingsNow(id: SiteSettings['id']) {
  const client = await supabase()
  return (await client.from('site_settings').select(COLUMNS).eq('id', id).maybeSingle().throwOnError()).data
}
