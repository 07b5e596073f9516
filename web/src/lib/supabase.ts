import type { QueryData, SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../../contract/src/database.types.ts'
import { loadConfig } from '../config/runtime-config.ts'
import { withEarlyAnswers } from './early-answers.ts'
import { failSoonOffline } from './fail-soon-offline.ts'
import { withLimitedRenewal } from './limited-renewal.ts'
import { withOwnClock } from './own-clock.ts'
import { noticeRefusedToken } from './refused-token.ts'
import { noteServerTime } from './server-clock.ts'
import { SESSION_KEY } from './session-key.ts'

/** The client as the data folders use it: every table, view and function is typed. */
export type BanksideClient = SupabaseClient<Database>

/** The row type of a request, inferred from its select list: `RowOf<typeof posts>`. */
export type RowOf<Request extends (...given: never[]) => unknown> =
  QueryData<ReturnType<Request>> extends readonly (infer Row)[] ? Row : never

// Longer than any list takes on a poor connection; a request without an answer must not hang for minutes.
const ANSWER_MS = 15_000

let client: Promise<BanksideClient> | undefined

/**
 * The one client of this page. Its code is a separate chunk, fetched in parallel with the settings; only `web/src/data`
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

/** Requests for rows that start before `change` has settled wait for it, and run as the member signed in by then. */
export function holdRequests(change: Promise<unknown>): void {
  const end = () => {
    if (held === over) held = undefined
  }
  const over = change.then(end, end)
  held = over
}

let onRefused: (() => void) | undefined

/** Registers the callback for refusals of the caller's token. */
export function onRefusedToken(callback: () => void): void {
  onRefused = callback
}

/** Call this when the service has refused the token in another way than by an answer. */
export const tokenRefused = (): void => onRefused?.()

function heldBack(ask: typeof fetch): typeof fetch {
  return (input, init) => (held ? held.then(() => ask(input, init)) : ask(input, init))
}

function timed(ask: typeof fetch): typeof fetch {
  return async (input, init) => {
    const asked = Date.now()
    const answer = await ask(input, init)
    noteServerTime(answer.headers.get('date'), asked)
    return answer
  }
}

async function createOnce(): Promise<BanksideClient> {
  const [{ SupabaseClient }, config] = await Promise.all([import('@supabase/supabase-js'), loadConfig()])
  class Client extends SupabaseClient<Database> {
    constructor(...given: ConstructorParameters<typeof SupabaseClient<Database>>) {
      super(...given)
      // The query client retries once; a second layer of retries would delay an error message by half a minute.
      this.rest.retry = false
      this.rest.fetch = heldBack(timed(failSoonOffline(this.rest.fetch ?? fetch)))
    }
  }
  return new Client(config.url, config.publishableKey, {
    db: { timeout: ANSWER_MS },
    global: {
      fetch: noticeRefusedToken(
        withOwnClock(withLimitedRenewal(withEarlyAnswers((...request) => fetch(...request)))),
        tokenRefused,
      ),
    },
    auth: {
      storageKey: SESSION_KEY,
      flowType: 'implicit',
      // Otherwise a link could replace the member's session with another. Mailed links lead to a page with one button.
      detectSessionInUrl: false,
    },
  })
}
