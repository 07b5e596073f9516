import { networkKey } from '../http/client-address.ts'
import type { Metrics } from '../http/metrics.ts'
import type { Logger } from '../kernel/logger.ts'
import type { RateLimits } from './rate-limits.ts'

/** The kinds of mail that anyone may request. */
export type AskedMail = 'signUpMails' | 'recoveryMails' | 'signInMails'

/**
 * Decides whether a prepared mail is sent. This happens after the answer, so the person who requested it does not learn
 * of it.
 */
export interface MailBudget {
  /**
   * @param email the recipient.
   * @param familiar whether it was requested where the account has signed in before. Such a request is not counted with
   *   those of strangers.
   * @param ip the address that requested it, for a sign-up.
   */
  allows(kind: AskedMail, email: string, familiar: boolean, ip?: string): boolean
}

const KINDS: readonly AskedMail[] = ['signUpMails', 'recoveryMails', 'signInMails']
const QUIET_MS = 60_000

/**
 * At the request of strangers, one address gets at most five mails of a kind in an hour, and all addresses together get
 * `MAILS_PER_HOUR`. When these are used up, as many more are sent from a reserve: to addresses that have had none of
 * the kind in this hour, and to those who ask from a familiar place. An attacker who names every member therefore has
 * to name twice as many before one of them is without a working link.
 *
 * The address of a sign-up may be invented, so there the reserve is for those in whose network fewer than three were
 * requested in this hour. An attacker needs a hundred networks to prevent new members from receiving their mails.
 */
export function createMailBudget(
  limits: Pick<RateLimits, AskedMail | 'mailsTo' | 'firstMail' | 'newcomersFrom' | 'mailReserve'>,
  { log, metrics }: { log: Pick<Logger, 'warn'>; metrics?: Pick<Metrics, 'gauge'> | undefined },
): MailBudget {
  const keptBack = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<AskedMail, number>
  const warned = new Map<string, number>()
  metrics?.gauge('bankside_mails_kept_back', 'Mails not sent because of a limit, by kind.', 'kind', () => keptBack)
  const warn = (kind: AskedMail, text: string) => {
    const now = performance.now()
    if (now - (warned.get(kind + text) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return
    warned.set(kind + text, now)
    log.warn({ kind, keptBack: keptBack[kind] }, text)
  }
  const decide = (kind: AskedMail, email: string, familiar: boolean, ip?: string) => {
    const key = `${kind} ${email}`
    if (!familiar && !limits.mailsTo.take(key)) return false
    const first = limits.firstMail.take(key)
    const early = kind === 'signUpMails' && ip !== undefined && limits.newcomersFrom.take(networkKey(ip))
    if (limits[kind].take('all')) return true
    warn(kind, 'the hourly limit of mails is reached (MAILS_PER_HOUR)')
    const reserved = kind === 'signUpMails' ? early : first || familiar
    return reserved && limits.mailReserve.take(kind)
  }
  return {
    allows: (kind, email, familiar, ip) => {
      const allowed = decide(kind, email, familiar, ip)
      if (!allowed) {
        keptBack[kind] += 1
        warn(kind, 'a mail was not sent because of a limit')
      }
      return allowed
    },
  }
}
