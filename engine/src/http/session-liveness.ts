import { LRUCache } from 'lru-cache'
import type { Database } from '../db/port.ts'
import { askTogether } from '../kernel/asked-together.ts'
import type { Logger } from '../kernel/logger.ts'
import { isUuid } from '../kernel/uuid.ts'

const MAX_KNOWN = 50_000
const REVOKED_MEMORY_MS = 60_000
const CHANNEL = 'session_revoked'
/** Sessions in one statement. After a restart every member's first request asks. */
const ASKED_TOGETHER = 500
const ASKED_AT_ONCE = 2
const ASK_SQL = `
select w.place::integer - 1 as place, extract(epoch from s.not_after)::text as ends
from unnest($1::uuid[], $2::uuid[]) with ordinality as w (id, user_id, place)
  join auth.sessions as s on s.id = w.id and s.user_id = w.user_id
where s.not_after is null or s.not_after > now()`

interface Question {
  sessionId: string
  userId: string
}

/** The end, in ms since the epoch, of a session that does not exist or has ended. */
const ENDED = 0

/** Which sessions still exist, without asking the database twice. */
export interface SessionLiveness {
  /** Answers at once for a session that is cached; the first check asks the database. */
  isAlive(sessionId: string, userId: string): boolean | Promise<boolean>
  /** Forgets a session that this engine has just ended, before the notification arrives. */
  forget(sessionId: string): void
  close(): Promise<void>
}

/**
 * Caches live sessions until the database announces that one was deleted. When notifications may have been missed, the
 * cache is emptied.
 * @param now milliseconds since the epoch.
 */
export async function watchSessions(db: Database, log: Logger, now: () => number = Date.now): Promise<SessionLiveness> {
  /** The session's account, and the moment (ms) at which it expires. */
  const known = new LRUCache<string, { userId: string; ends: number }>({ max: MAX_KNOWN })
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
    log.info({}, 'sessions are checked again')
  }
  const stop = await db.listen(CHANNEL, forget, forgetAll)

  const askDatabase = askTogether<Question, number>({
    groupOf: () => '',
    keyOf: ({ sessionId, userId }) => `${sessionId} ${userId}`,
    async ask(questions) {
      const rows = await db.query<{ place: number; ends: string | null }>(ASK_SQL, [
        questions.map(({ sessionId }) => sessionId),
        questions.map(({ userId }) => userId),
      ])
      const answers = questions.map(() => ENDED)
      for (const { place, ends } of rows)
        answers[place] = ends === null ? Number.POSITIVE_INFINITY : Number(ends) * 1000
      return answers
    },
    mayBeOnesFault: () => false,
    most: ASKED_TOGETHER,
    atOnce: ASKED_AT_ONCE,
  })

  const ask = async (sessionId: string, userId: string): Promise<boolean> => {
    // One malformed ID would make the question of all who ask at the same moment fail.
    if (!isUuid(sessionId) || !isUuid(userId)) return false
    const asked = generation
    const ends = await askDatabase({ sessionId, userId })
    // The session may have been revoked, or the listener lost, while the query ran.
    if (ends === ENDED || revoked.has(sessionId)) return false
    if (asked === generation) known.set(sessionId, { userId, ends })
    return true
  }

  return {
    isAlive(sessionId, userId) {
      const session = known.get(sessionId)
      // A session of another account is looked up like an unknown one.
      if (session?.userId === userId) return session.ends > now()
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
