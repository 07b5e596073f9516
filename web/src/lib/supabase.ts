import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../../contract/src/database.types.ts'
import { loadConfig } from '../config/runtime-config.ts'

/** The client as the data rooms use it: every table, view and function is typed. */
export type BanksideClient = SupabaseClient<Database>

let client: Promise<BanksideClient> | undefined

/**
 * The one client of this page. Its code is a chunk of its own, fetched beside the settings; only `web/src/data`
 * calls this.
 * @throws {ConfigUnavailable} without settings, or the import's error without the chunk; a later call tries again.
 */
export function supabase(): Promise<BanksideClient> {
  client ??= createOnce().catch((error: unknown) => {
    client = undefined
    throw error
  })
  return client
}

async function createOnce(): Promise<BanksideClient> {
  const [{ createClient }, config] = await Promise.all([import('@supabase/supabase-js'), loadConfig()])
  return createClient<Database>(config.url, config.publishableKey, {
    auth: {
      storageKey: 'bankside-session',
      // Recovery links carry the session in the fragment and may be opened in another browser than they were asked in.
      flowType: 'implicit',
      detectSessionInUrl: true,
    },
  })
}
