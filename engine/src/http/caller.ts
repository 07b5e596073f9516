/**
 * Who a request speaks for, worked out from `apikey` and `Authorization` alike for REST, Storage and Realtime:
 * a valid session token wins, else the key's role, else `anon`. A broken token is an error, never a silent guest.
 */
export interface Caller {
  /** Database role: `anon`, `authenticated` or `service_role`. */
  role: string
  /** Verified claims; for a plain key `{ role }`. */
  claims: Readonly<Record<string, unknown>>
  /** The claims as JSON text, ready for `request.jwt.claims`. */
  claimsJson: string
  /** User id (`sub`), undefined without a session. */
  userId: string | undefined
  /** True when a session token was presented (401 or 403 depends on it). */
  hasSession: boolean
}

export type CallerRefusal =
  | 'malformed'
  | 'signature'
  | 'expired'
  | 'not_yet_valid'
  | 'claims'
  | 'session_revoked'
  | 'unknown_key'

/** Why a token was refused; each service renders it in its own error shape. */
export class CallerError extends Error {
  override name = 'CallerError'
  readonly reason: CallerRefusal
  constructor(reason: CallerRefusal, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Resolves callers; verified tokens are cached until they expire or their session is revoked. */
export interface CallerResolver {
  /**
   * @throws {CallerError} for a token or key that must not be accepted.
   */
  resolve(headers: { apikey?: string | undefined; authorization?: string | undefined }): Promise<Caller>
  /** Refuses a session from now on: for who has just deleted it, so that no reply races the notification. */
  forgetSession(sessionId: string): void
}
