import { createFailureLimiter } from '../failure-limiter.ts'
import { createMailBudget } from '../mail-budget.ts'
import type { PasswordHasher } from '../password-hasher.ts'
import { createRateLimits } from '../rate-limits.ts'
import { signUp } from '../sign-up.ts'
import { createMemoryStore } from './memory-store.ts'

export const CLIENT = { ip: '192.0.2.1', userAgent: 'test' }

/** Reversible and instant: these tests are about who may sign in, not about bcrypt. */
const plainHasher: PasswordHasher = {
  hash: async (password) => `hashed:${password}`,
  verify: async (password, storedHash) => storedHash === `hashed:${password}`,
}

/** The dependencies of decisions, with a clock that changes only when a test moves it. */
export function decisionDeps() {
  const time = { now: new Date('2026-03-01T12:00:00Z') }
  const store = createMemoryStore(() => time.now.getTime())
  const limits = createRateLimits(1, 300, () => time.now.getTime())
  return {
    store,
    hasher: plainHasher,
    limits,
    mails: createMailBudget(limits, { log: { warn: () => {} } }),
    failures: createFailureLimiter({ store, scale: 1, secret: 'a third key of the tests' }),
    refreshKey: 'a key of the tests',
    codeKey: 'another key of the tests',
    factorKey: 'a fourth key of the tests',
    secondStepSignInMinutes: 15,
    siteUrl: 'https://club.example',
    clock: () => time.now,
    /** Moves the clock forward. */
    wait: (milliseconds: number) => {
      time.now = new Date(time.now.getTime() + milliseconds)
    },
  }
}

/** An account `carp@example.org` with password `secret-1`, signed in. */
export function withAccount(deps: ReturnType<typeof decisionDeps>) {
  return signUp({ email: 'carp@example.org', password: 'secret-1', data: { username: 'Carp' }, client: CLIENT }, deps)
}
