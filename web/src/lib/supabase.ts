import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../../contract/src/database.types.ts'
import { loadConfig } from '../config/runtime-config.ts'
import { withEarlyAnswers } from './early-answers.ts'
import { failSoonOffline } from './fail-soon-offline.ts'
import { SESSION_KEY } from './session-key.ts'

/** The client as the data rooms use it: every table, view and function is typed. */
export type BanksideClient = SupabaseClient<Database>

// Longer than any listing takes on a poor connection; a request without an answer must not wait for minutes.
const ANSWER_MS = 15_000

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

let held: Promise<void> | undefined

/** Requests for rows that begin before `change` is over wait for it, and go out as whoever is signed in then. */
export function holdRequests(change: Promise<unknown>): void {
  const over = change.then(
    () => {},
    () => {},
  )
  held = over
  void over.then(() => {
    if (held === over) held = undefined
  })
}

function heldBack(ask: typeof fetch): typeof fetch {
  return (input, init) => (held ? held.then(() => ask(input, init)) : ask(input, init))
}

async function createOnce(): Promise<BanksideClient> {
  const [{ SupabaseClient }, config] = await Promise.all([import('@supabase/supabase-js'), loadConfig()])
  class Client extends SupabaseClient<Database> {
    constructor(...given: ConstructorParameters<typeof SupabaseClient<Database>>) {
      super(...given)
      // The query client tries again, once: two layers of it keep a failure from the reader for half a minute.
      this.rest.retry = false
      this.rest.fetch = heldBack(failSoonOffline(this.rest.fetch ?? fetch))
    }
  }
  return new Client(config.url, config.publishableKey, {
    db: { timeout: ANSWER_MS },
    global: { fetch: withEarlyAnswers((...request) => fetch(...request)) },
    auth: {
      storageKey: SESSION_KEY,
      // Recovery links carry the session in the fragment and may be opened in another browser than they were asked in.
      flowType: 'implicit',
      detectSessionInUrl: true,
    },
  })
}
