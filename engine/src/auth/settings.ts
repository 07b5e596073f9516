import type { ProjectAuth, ResolvedConfig } from '../config.ts'
import type { PasswordRule } from '../kernel/password-sets.ts'
import type { SigningKey } from '../kernel/signing-keys.ts'
import { ACCESS_TOKEN_SECONDS } from './session-lifetime.ts'

/** The configuration of this service, with its own constants. */
export interface AuthSettings {
  /** Public address of the site without a trailing slash: the only host that links may name. */
  siteUrl: string
  /** Address of this service, the tokens' issuer. */
  issuer: string
  /** The key from which successive refresh tokens are derived. */
  refreshKey: string
  /** The key for the hashes of mailed codes. */
  codeKey: string
  /** The key that encrypts the secrets of authenticator apps. */
  factorKey: string
  jwtSecret: string
  signingKeys: readonly SigningKey[]
  smtpUrl: string | undefined
  /** Whether a new account may sign in at once, without confirming its address by mail. */
  autoconfirm: boolean
  /** Minutes since the sign-in of a session that adds the first second step of an account; 0: any number. */
  secondStepSignInMinutes: number
  /** Whether people may open accounts themselves. */
  signUps: boolean
  /** Whether an account may be opened without an address. */
  anonymousSignIns: boolean
  /**
   * Whether mail is sent; otherwise links and codes are logged, and an address cannot be changed. The developer of a project
   * reads the log.
   */
  mailsGoOut: boolean
  /** Mails of each kind in an hour, for all clients together. */
  mailsPerHour: number
  /** The number of days without a mail after which an unconfirmed account is deleted. */
  unconfirmedDays: number
  rateLimitScale: number
  /** The least recently used session of an account ends when there are more. */
  sessionsPerAccount: number
  /** Lifetime of an access token. */
  jwtSeconds: number
  /** Of the project that is served instead of Bankside. */
  project: ProjectAuth | undefined
  /** What a new password must have, beyond the engine's own limits. */
  passwords?: PasswordRule | undefined
}

export function authSettings(config: ResolvedConfig): AuthSettings {
  const siteUrl = config.siteUrl.replace(/\/+$/, '')
  return {
    siteUrl,
    issuer: `${siteUrl}/auth/v1`,
    refreshKey: config.jwtSecret,
    codeKey: config.jwtSecret,
    factorKey: config.jwtSecret,
    jwtSecret: config.jwtSecret,
    signingKeys: config.signingKeys,
    smtpUrl: config.smtpUrl,
    // Where mail is sent, sign-ups are confirmed by it: a session at once would reveal that the address was free.
    autoconfirm: !(config.confirmEmail ?? config.smtpUrl !== undefined),
    secondStepSignInMinutes: config.secondStepSignInMinutes,
    signUps: !config.disableSignup,
    anonymousSignIns: config.anonymousSignIns,
    mailsGoOut: config.smtpUrl !== undefined || config.project !== undefined,
    mailsPerHour: config.mailsPerHour,
    unconfirmedDays: config.unconfirmedDays,
    rateLimitScale: config.rateLimitScale,
    sessionsPerAccount: Math.ceil(config.maxSessionsPerAccount * Math.max(1, config.rateLimitScale)),
    jwtSeconds: config.project?.auth.jwtSeconds ?? ACCESS_TOKEN_SECONDS,
    project: config.project?.auth,
    passwords: config.project?.auth.passwords,
  }
}
