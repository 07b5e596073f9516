import type { Database } from '../db/port.ts'
import { createFlowStateStore, type FlowStateStore } from './store/flow-state-store.ts'
import { createOneTimeTokenStore, type OneTimeTokenStore } from './store/one-time-token-store.ts'
import type { Queryable } from './store/queryable.ts'
import { createSessionStore, type SessionStore } from './store/session-store.ts'
import { createUserStore, type UserStore } from './store/user-store.ts'

/** Everything this service reads and writes; all its SQL stands behind it. */
export interface AuthStore extends UserStore, SessionStore, OneTimeTokenStore, FlowStateStore {
  /** Runs a work whose writes take effect together, or not at all when it throws. */
  transaction<T>(work: (store: AuthStore) => Promise<T>): Promise<T>
}

/**
 * @param sessionEnded is told each deleted session as soon as its deletion is committed, so that this engine refuses
 *   its access tokens before the reply goes out; the others hear of it from the database.
 */
export function createAuthStore(db: Database, sessionEnded: (sessionId: string) => void = () => {}): AuthStore {
  return {
    ...statements(db, sessionEnded),
    transaction: async (work) => {
      const ended: string[] = []
      const result = await db.transaction((tx) => {
        const store: AuthStore = {
          ...statements(tx, (sessionId) => ended.push(sessionId)),
          // Already inside: the outer transaction decides.
          transaction: (inner) => inner(store),
        }
        return work(store)
      })
      for (const sessionId of ended) sessionEnded(sessionId)
      return result
    },
  }
}

function statements(db: Queryable, sessionEnded: (sessionId: string) => void) {
  return {
    ...createUserStore(db),
    ...createSessionStore(db, sessionEnded),
    ...createOneTimeTokenStore(db),
    ...createFlowStateStore(db),
  }
}
