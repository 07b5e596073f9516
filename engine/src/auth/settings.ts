import type { ResolvedConfig } from '../config.ts'

/** What this service needs of the configuration, with its own fixed choices. */
export interface AuthSettings {
  /** Public address of the site without a trailing slash: the only host that links may name. */
  siteUrl: string
  /** Address of this service, the tokens' issuer. */
  issuer: string
  /** Keys the derivation of successive refresh tokens. */
  refreshKey: string
  jwtSecret: string
  smtpUrl: string | undefined
  /**
   * Whether a new account may sign in at once. Always true for now: confirming addresses by mail is a setting that
   * is off by default and has no switch yet, with SMTP configured too.
   */
  autoconfirm: boolean
  rateLimitScale: number
}

export function authSettings(config: ResolvedConfig): AuthSettings {
  const siteUrl = config.siteUrl.replace(/\/+$/, '')
  return {
    siteUrl,
    issuer: `${siteUrl}/auth/v1`,
    refreshKey: config.jwtSecret,
    jwtSecret: config.jwtSecret,
    smtpUrl: config.smtpUrl,
    autoconfirm: true,
    rateLimitScale: config.rateLimitScale,
  }
}
