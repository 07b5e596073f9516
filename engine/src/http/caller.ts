/**
 * The caller of a request, derived from `apikey` and `Authorization` in the same way for REST, Storage and Realtime:
 * a valid session token comes first, then the key's role, then `anon`. A broken token is an error, never a guest.
 */
export interface Caller {
  /** Database role: `anon`, `authenticated` or `service_role`. */
  role: string
  /** Verified claims; for a plain key `{ role }`. */
  claims: Readonly<Record<string, unknown>>
  /** The claims as JSON text, ready for `request.jwt.claims`. */
  claimsJson: string
  /** User ID (`sub`); undefined without a session. */
  userId: string | undefined
  /** True when the request has a session token; it decides between 401 and 403. */
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

/** The reason why a token was refused; each service renders it in its own error shape. */
export class CallerError extends Error {
  override name = 'CallerError'
  readonly reason: CallerRefusal
  constructor(reason: CallerRefusal, message: string) {
    super(message)
    this.reason = reason
  }
}

/** The headers that identify the caller, in the form that a request has them. */
export interface CallerHeaders {
  apikey?: string | string[] | undefined
  authorization?: string | undefined
}

/** Resolves callers; verified tokens are cached until they expire or their session is revoked. */
export interface CallerResolver {
  /**
   * @throws {CallerError} for a token or key that must not be accepted.
   */
  resolve(headers: CallerHeaders): Promise<Caller>
  /** Whether a session that was named before still exists. */
  isSessionAlive(sessionId: string, userId: string): boolean | Promise<boolean>
  /** Refuses a session from now on: for the code that has just deleted it, before the notification arrives. */
  forgetSession(sessionId: string): void
}
