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
  'refreshSession',
  'verify',
  'factors',
  'recover',
  'otp',
  'resend',
  'changeFrom',
  'recoverAddress',
  'signInAddress',
  'confirmAddress',
  'changeAddress',
  'noticeAddress',
  'reauthenticate',
  'mailsTo',
  'firstMail',
  'newcomersFrom',
  'mailReserve',
  'signUpMails',
  'recoveryMails',
  'signInMails',
  'changeMails',
  'inviteMails',
] as const

type Bucket = (typeof BUCKETS)[number]

/** A message of one engine to the others; keys are hashes, because anyone with access to the database can listen. */
interface Used {
  from: string
  what: Bucket
  key: string
}

/**
 * Makes limits hold across all engines on one database: each one announces what was used, and counts what the others
 * announce. They agree within the time of a notification; a guesser gains nothing by using several engines.
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
    ]).catch((error: unknown) => log.debug({ reason: messageOf(error) }, 'other engines were not notified of a limit'))
  }
  const hear = (payload: string) => {
    const { from, what, key } = JSON.parse(payload) as Used
    if (from === self) return
    limits[what].take(key)
  }
  const listening = db.listen(CHANNEL, hear, () => {})
  listening.catch((error: unknown) => log.warn({ reason: messageOf(error) }, 'limits apply to this engine only'))

  const shared = (bucket: Bucket) => ({
    seconds: limits[bucket].seconds,
    take(plain: string) {
      // The key of an account or a mail is passed on unchanged; addresses of one network become one.
      const key = hashed(limiterKey(plain))
      const allowed = limits[bucket].take(key)
      if (allowed) tell(bucket, key)
      return allowed
    },
  })
  return {
    limits: Object.fromEntries(BUCKETS.map((bucket) => [bucket, shared(bucket)])) as Pick<RateLimits, Bucket>,
    close: async () => {
      await (await listening.catch(() => undefined))?.()
    },
  }
}
