import { limiterKey } from '../http/client-address.ts'
import { createTokenBuckets } from '../kernel/token-bucket.ts'
import { authErrors } from './errors.ts'

/** One limit for many keys. */
export interface Limit {
  /** Answers false if the key must wait. */
  take(key: string): boolean
  /** The time until one more is allowed. */
  seconds: number
}

/** Every limit of this service. */
export interface RateLimits {
  signInOrUp: Limit
  signUp: Limit
  /** Refresh tokens from one network address that do not exist. */
  refresh: Limit
  /** Refreshes of one session. */
  refreshSession: Limit
  verify: Limit
  /** Second steps that an account begins. */
  factors: Limit
  /** Requests for mails from one network address, with a limit for each kind; checked before anything is looked up. */
  recover: Limit
  otp: Limit
  resend: Limit
  changeFrom: Limit
  /**
   * One request a minute for a recovery mail to an address, for each client that asks (`askedBy`), checked before it is
   * known whether the address has an account. Requests of other clients do not count.
   */
  recoverAddress: Limit
  /** The same for links that sign in. */
  signInAddress: Limit
  /** The same for confirmations. */
  confirmAddress: Limit
  /** One change of address per account and minute. */
  changeAddress: Limit
  /** One mail per address and hour which says that the address already has an account. */
  noticeAddress: Limit
  /** One code to set a password per account and minute. */
  reauthenticate: Limit
  /**
   * Five mails of a kind to one address in an hour at the request of strangers (see `createMailBudget`), and as many of
   * one account about changes (see `takeChangeMail`), and as many to an address that accounts want to change to.
   */
  mailsTo: Limit
  /** Whether a mail of a kind is the first to its address, or of its account, in an hour. */
  firstMail: Limit
  /** Three sign-up mails in an hour at the request of one network; see `createMailBudget`. */
  newcomersFrom: Limit
  /** The reserve of each kind, for when its mails to everyone are used up. */
  mailReserve: Limit
  /**
   * Mails of one kind to all addresses: sign-ups of strangers do not affect members who recover their account. Only
   * mails that are sent count, and where the check would reveal whether an address has an account, it follows the
   * answer.
   */
  signUpMails: Limit
  recoveryMails: Limit
  signInMails: Limit
  changeMails: Limit
  inviteMails: Limit
}

/** The key of an address that a client names: each client has its own. */
export function askedBy({ ip }: { ip: string }, email: string): string {
  return `${limiterKey(ip)} ${email}`
}

/** @throws {AuthError} `over_request_rate_limit`, with Retry-After, if the client has used up a limit of its own. */
export function takeOwn(limit: Limit, ip: string): void {
  if (!limit.take(ip)) throw authErrors.overRequestRate(limit.seconds)
}

/** What counts mails about a change of an account. */
export type ChangeLimits = Pick<RateLimits, 'changeMails' | 'mailsTo' | 'firstMail' | 'mailReserve'>

/**
 * Counts a mail about a change of an account, for which its session has asked. One account may have five in an hour.
 * When those of all accounts are used up, each account that has had none in this hour gets one from the reserve: a few
 * accounts cannot use up what the others need.
 * @throws {AuthError} `over_email_send_rate_limit`.
 */
export function takeChangeMail(limits: ChangeLimits, userId: string): void {
  const key = `changeMails ${userId}`
  if (!limits.mailsTo.take(key)) throw authErrors.tooManyMails()
  const first = limits.firstMail.take(key)
  if (limits.changeMails.take('all') || (first && limits.mailReserve.take('changeMails'))) return
  throw authErrors.tooManyMails()
}

/**
 * Counts an invitation, which only the secret key can request.
 * @throws {AuthError} `over_email_send_rate_limit` if the invitations of this hour are used up.
 */
export function takeInviteMail(limits: Pick<RateLimits, 'inviteMails'>): void {
  if (!limits.inviteMails.take('all')) throw authErrors.tooManyMails()
}

const MINUTE = 60_000
/** Seconds between two mails of one kind to one address. */
export const MAIL_SECONDS = 60

/**
 * @param scale multiplies every limit.
 * @param mailsPerHour mails of each kind to everyone.
 * @param now monotonic milliseconds, for tests.
 */
export function createRateLimits(scale: number, mailsPerHour: number, now?: () => number): RateLimits {
  const buckets = (capacity: number, refill: number, intervalMs: number) => {
    // With less than one token every request would be refused.
    const scaled = { capacity: Math.max(1, capacity * scale), refill: refill * scale, intervalMs }
    const seconds = Math.ceil(intervalMs / 1000 / scaled.refill)
    return { ...createTokenBuckets(now ? { ...scaled, now } : scaled), seconds }
  }
  const byAddress = (...args: Parameters<typeof buckets>) => {
    const limited = buckets(...args)
    return { ...limited, take: (ip: string) => limited.take(limiterKey(ip)) }
  }
  const mailsOfAll = () => buckets(mailsPerHour, mailsPerHour, 60 * MINUTE)
  const onceAMinute = () => buckets(1, 1, MAIL_SECONDS * 1000)
  return {
    signInOrUp: byAddress(30, 30, 5 * MINUTE),
    // A club evening may bring thirty people behind one address; after that ten an hour.
    signUp: byAddress(30, 10, 60 * MINUTE),
    refresh: byAddress(150, 150, 5 * MINUTE),
    // A client refreshes once an hour, and several tabs or lost answers make it a few times more. Each one leaves a row.
    refreshSession: buckets(60, 60, 60 * MINUTE),
    verify: byAddress(30, 30, 5 * MINUTE),
    factors: buckets(30, 30, 5 * MINUTE),
    recover: byAddress(10, 10, 60 * MINUTE),
    otp: byAddress(10, 10, 60 * MINUTE),
    resend: byAddress(10, 10, 60 * MINUTE),
    changeFrom: byAddress(10, 10, 60 * MINUTE),
    recoverAddress: onceAMinute(),
    signInAddress: onceAMinute(),
    confirmAddress: onceAMinute(),
    changeAddress: onceAMinute(),
    noticeAddress: buckets(1, 1, 60 * MINUTE),
    reauthenticate: onceAMinute(),
    mailsTo: buckets(5, 5, 60 * MINUTE),
    firstMail: buckets(1, 1, 60 * MINUTE),
    newcomersFrom: buckets(3, 3, 60 * MINUTE),
    mailReserve: mailsOfAll(),
    signUpMails: mailsOfAll(),
    recoveryMails: mailsOfAll(),
    signInMails: mailsOfAll(),
    changeMails: mailsOfAll(),
    inviteMails: mailsOfAll(),
  }
}
