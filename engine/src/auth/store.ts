import type { Database } from '../db/port.ts'
import { createOneTimeTokenStore, type OneTimeTokenStore } from './store/one-time-token-store.ts'
import type { Queryable } from './store/queryable.ts'
import { createSessionStore, type SessionStore } from './store/session-store.ts'
import { createUserStore, type UserStore } from './store/user-store.ts'

/** Everything this service reads and writes; all its SQL stands behind it. */
export interface AuthStore extends UserStore, SessionStore, OneTimeTokenStore {
  /** Runs a work whose writes take effect together, or not at all when it throws. */
  transaction<T>(work: (store: AuthStore) => Promise<T>): Promise<T>
}

export function createAuthStore(db: Database): AuthStore {
  return {
    ...statements(db),
    transaction: (work) =>
      db.transaction((tx) => {
        const store: AuthStore = {
          ...statements(tx),
          // Already inside: the outer transaction decides.
          transaction: (inner) => inner(store),
        }
        return work(store)
      }),
  }
}

function statements(db: Queryable) {
  return { ...createUserStore(db), ...createSessionStore(db), ...createOneTimeTokenStore(db) }
}
