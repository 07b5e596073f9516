import type { Database } from '../db/port.ts'
import type { Logger } from '../kernel/logger.ts'

const MAX_KNOWN = 50_000
const REVOKED_MEMORY_MS = 60_000
const CHANNEL = 'session_revoked'

/** Which sessions still exist, without asking the database twice. */
export interface SessionLiveness {
  /** Answers at once for a session that was seen before; the first sight asks the database. */
  isAlive(sessionId: string, userId: string): boolean | Promise<boolean>
  /** Forgets a session that this engine has just ended, before the notification arrives. */
  forget(sessionId: string): void
  close(): Promise<void>
}

/**
 * Remembers living sessions until the database says that one was deleted. When notifications may have been
 * missed, everything is forgotten and asked again.
 * @param now milliseconds since the epoch.
 */
export async function watchSessions(db: Database, log: Logger, now: () => number = Date.now): Promise<SessionLiveness> {
  /** Session and user, to the moment (ms) at which the session ends by itself. */
  const known = new Map<string, number>()
  const pending = new Map<string, Promise<boolean>>()
  const revoked = new Map<string, number>()
  let generation = 0

  const forget = (sessionId: string) => {
    for (const [id, at] of revoked) {
      if (now() - at < REVOKED_MEMORY_MS) break
      revoked.delete(id)
    }
    revoked.set(sessionId, now())
    known.delete(sessionId)
  }
  const forgetAll = () => {
    generation += 1
    known.clear()
    log.info({}, 'sessions are checked anew')
  }
  const stop = await db.listen(CHANNEL, forget, forgetAll)

  const ask = async (sessionId: string, userId: string): Promise<boolean> => {
    const asked = generation
    const rows = await db.query<{ ends: string | null }>(
      `select extract(epoch from not_after)::text as ends from auth.sessions
        where id = $1 and user_id = $2 and (not_after is null or not_after > now())`,
      [sessionId, userId],
    )
    const row = rows[0]
    // It may have been revoked, or the listener lost, while the answer was on its way.
    if (!row || revoked.has(sessionId)) return false
    if (asked === generation) {
      const oldest = known.size >= MAX_KNOWN ? known.keys().next().value : undefined
      if (oldest !== undefined) known.delete(oldest)
      known.set(sessionId, row.ends === null ? Number.POSITIVE_INFINITY : Number(row.ends) * 1000)
    }
    return true
  }

  return {
    isAlive(sessionId, userId) {
      const ends = known.get(sessionId)
      if (ends !== undefined) return ends > now()
      const key = `${sessionId} ${userId}`
      const running = pending.get(key)
      if (running) return running
      const asking = ask(sessionId, userId).finally(() => pending.delete(key))
      pending.set(key, asking)
      return asking
    },
    forget,
    close: stop,
  }
}
