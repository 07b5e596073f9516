// Tests create thousands of accounts, and hashing a password takes 60 ms of processor time on purpose. Loaded before
// the engine, this makes bcrypt hash at its least cost. The engine itself has no such setting, so no club can run with
// it. `engine/src/auth/password-hasher.test.ts` verifies that it hashes at cost 10, and the built engines of
// engine/test/integration/lifecycle do so too. A test of the cost sets `REAL_PASSWORD_HASHES`.
import { createRequire } from 'node:module'

const LEAST_COST = 4

const bcrypt = createRequire(import.meta.url)('@node-rs/bcrypt')
if (bcrypt.hash.name !== 'quickHash') {
  const { hash } = bcrypt
  bcrypt.hash = function quickHash(password, cost, ...more) {
    return hash(password, process.env.REAL_PASSWORD_HASHES ? cost : LEAST_COST, ...more)
  }
}
