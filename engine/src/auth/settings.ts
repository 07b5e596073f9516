import type { ResolvedConfig } from '../config.ts'
import type { SigningKey } from '../kernel/signing-keys.ts'

/** What this service needs of the configuration, with its own fixed choices. */
export interface AuthSettings {
  /** Public address of the site without a trailing slash: the only host that links may name. */
  siteUrl: string
  /** Address of this service, the tokens' issuer. */
  issuer: string
  /** Keys the derivation of successive refresh tokens. */
  refreshKey: string
  /** Makes the hashes of mailed codes. */
  codeKey: string
  jwtSecret: string
  signingKeys: readonly SigningKey[]
  smtpUrl: string | undefined
  /** Whether a new account may sign in at once, without confirming its address by mail. */
  autoconfirm: boolean
  /** Whether an account may be opened without an address. */
  anonymousSignIns: boolean
  /** Whether an address can be changed: both addresses have to confirm, so mails must go out. */
  emailChange: boolean
  rateLimitScale: number
}

export function authSettings(config: ResolvedConfig): AuthSettings {
  const siteUrl = config.siteUrl.replace(/\/+$/, '')
  return {
    siteUrl,
    issuer: `${siteUrl}/auth/v1`,
    refreshKey: config.jwtSecret,
    codeKey: config.jwtSecret,
    jwtSecret: config.jwtSecret,
    signingKeys: config.signingKeys,
    smtpUrl: config.smtpUrl,
    autoconfirm: !config.confirmEmail,
    anonymousSignIns: config.anonymousSignIns,
    emailChange: config.smtpUrl !== undefined,
    rateLimitScale: config.rateLimitScale,
  }
}
