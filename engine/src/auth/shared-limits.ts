import { createHmac, randomUUID } from 'node:crypto'
import type { Database } from '../db/port.ts'
import { limiterKey } from '../http/client-address.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import type { RateLimits } from './rate-limits.ts'

const CHANNEL = 'auth_limits'
const BUCKETS = [
  'signInOrUp',
  'signUp',
  'refresh',
  'recover',
  'verify',
  'recoverAddress',
  'confirmAddress',
  'changeAddress',
  'reauthenticate',
  'mails',
] as const

type Bucket = (typeof BUCKETS)[number]

/** What one engine tells the others; keys are hashes, for anybody at the database can hear it. */
interface Used {
  from: string
  what: Bucket | 'failure' | 'forgiven'
  key: string
}

/**
 * Makes limits hold across all engines on one database: each tells the others what was used, and counts what they say.
 * They agree within the time of a notification; a guesser gains nothing by knocking at every door.
 * @param secret the same on every engine.
 */
export function shareLimits(
  limits: RateLimits,
  { db, secret, log }: { db: Pick<Database, 'listen' | 'query'>; secret: string; log: Logger },
): { limits: RateLimits; close(): Promise<void> } {
  const self = randomUUID()
  const hashed = (key: string) => createHmac('sha256', secret).update(`limit ${key}`).digest('base64url')
  const tell = (what: Used['what'], key: string) => {
    db.query('select pg_catalog.pg_notify($1, $2)', [
      CHANNEL,
      JSON.stringify({ from: self, what, key } satisfies Used),
    ]).catch((error: unknown) => log.debug({ reason: messageOf(error) }, 'other engines were not told of a limit'))
  }
  const hear = (payload: string) => {
    const { from, what, key } = JSON.parse(payload) as Used
    if (from === self) return
    if (what === 'failure') limits.failures.count(key)
    else if (what === 'forgiven') limits.failures.forgive(key)
    else limits[what].take(key)
  }
  const listening = db.listen(CHANNEL, hear, () => {})
  listening.catch((error: unknown) => log.warn({ reason: messageOf(error) }, 'limits hold for this engine alone'))

  const shared = (bucket: Bucket) => ({
    take(plain: string) {
      // An account's or a mail's key passes unchanged; addresses of one network are one.
      const key = hashed(limiterKey(plain))
      const allowed = limits[bucket].take(key)
      if (allowed) tell(bucket, key)
      return allowed
    },
  })
  return {
    limits: {
      ...(Object.fromEntries(BUCKETS.map((bucket) => [bucket, shared(bucket)])) as Pick<RateLimits, Bucket>),
      failures: {
        ...limits.failures,
        async attempt(email, check) {
          const key = hashed(email)
          const matches = await limits.failures.attempt(key, check)
          tell(matches ? 'forgiven' : 'failure', key)
          return matches
        },
      },
    },
    close: async () => {
      await (await listening.catch(() => undefined))?.()
    },
  }
}
