import type { Database } from '../db/port.ts'
import type { Logger } from '../kernel/logger.ts'

/** What a club calls itself, the name of its accent colour, and its logo. */
export interface Club {
  name: string
  accent: string
  /** The public address of the logo without a host; null for the build's own mark. */
  logo: string | null
}

/** Of a database without the function, or one that has not answered yet. Known by its identity: see {@link isKnown}. */
export const DEFAULT_CLUB: Club = { name: 'Bankside', accent: 'tip', logo: null }

/** A page must not wait for a slow database. */
const ANSWER_MS = 250
const KEPT_MS = 5_000

/** Resolves to the club; never rejects. */
export type ClubOf = () => Promise<Club>

/** Whether the database has said so, although it may be the default. */
export const isKnown = (club: Club): boolean => club !== DEFAULT_CLUB

/**
 * Asks `public.club_identity()` as a guest and keeps the answer for some seconds. A database that does not answer in time
 * neither delays nor changes a page: the latest known answer is used.
 * @param answerMs how long an answer is waited for, in milliseconds.
 */
export function createClub(db: Pick<Database, 'runAs'>, log: Logger, answerMs = ANSWER_MS): ClubOf {
  let latest = DEFAULT_CLUB
  let asked = -Infinity
  let asking: Promise<void> | undefined

  async function ask(): Promise<void> {
    try {
      const [row] = await db.runAs<Club & Record<string, unknown>>(
        { role: 'anon', settings: { 'request.jwt.claims': '{"role":"anon"}' }, readOnly: true },
        { name: 'club_identity', text: 'select name, accent, logo from public.club_identity()', values: [] },
        { signal: AbortSignal.timeout(answerMs) },
      )
      if (row) latest = { name: row.name, accent: row.accent, logo: row.logo }
    } catch (error) {
      log.debug({ error }, 'the name of the club was not found')
    } finally {
      asked = performance.now()
      asking = undefined
    }
  }

  return async () => {
    if (performance.now() - asked >= KEPT_MS) {
      asking ??= ask()
      await asking
    }
    return latest
  }
}
