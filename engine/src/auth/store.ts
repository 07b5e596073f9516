import type { Database, Transaction } from '../db/port.ts'
import { createFactorStore, type FactorStore } from './store/factor-store.ts'
import { createFlowStateStore, type FlowStateStore } from './store/flow-state-store.ts'
import { createLimitStore, type LimitStore } from './store/limit-store.ts'
import { createOneTimeTokenStore, type OneTimeTokenStore } from './store/one-time-token-store.ts'
import type { Queryable } from './store/queryable.ts'
import { createSessionStore, type SessionStore } from './store/session-store.ts'
import { createUnconfirmedStore, type UnconfirmedStore } from './store/unconfirmed-store.ts'
import { createUserStore, type UserStore } from './store/user-store.ts'

/** Everything that this service reads and writes, with all its SQL. */
export interface AuthStore
  extends UserStore,
    UnconfirmedStore,
    SessionStore,
    OneTimeTokenStore,
    FlowStateStore,
    FactorStore,
    LimitStore {
  /** Runs work whose writes take effect together, or not at all if it throws. */
  transaction<T>(work: (store: AuthStore, tx: Transaction) => Promise<T>): Promise<T>
}

/**
 * @param sessionEnded called with each deleted session as soon as its deletion is committed, so that this engine
 *   refuses its access tokens before the reply is sent; the database notifies the others.
 * @param sessionsPerAccount above which a new session ends the least recently used one.
 */
export function createAuthStore(
  db: Database,
  sessionEnded: (sessionId: string) => void = () => {},
  sessionsPerAccount = Number.POSITIVE_INFINITY,
): AuthStore {
  return {
    ...statements(db, sessionEnded, sessionsPerAccount),
    transaction: async (work) => {
      const ended: string[] = []
      const result = await db.transaction((tx) => {
        const store: AuthStore = {
          ...statements(tx, (sessionId) => ended.push(sessionId), sessionsPerAccount),
          // Already in a transaction: the outer one decides.
          transaction: (inner) => inner(store, tx),
        }
        return work(store, tx)
      })
      for (const sessionId of ended) sessionEnded(sessionId)
      return result
    },
  }
}

function statements(db: Queryable, sessionEnded: (sessionId: string) => void, sessionsPerAccount: number) {
  return {
    ...createUserStore(db),
    ...createUnconfirmedStore(db),
    ...createSessionStore(db, sessionEnded, sessionsPerAccount),
    ...createOneTimeTokenStore(db),
    ...createFlowStateStore(db),
    ...createFactorStore(db),
    ...createLimitStore(db),
  }
}
