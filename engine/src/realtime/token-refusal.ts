import type { CallerError } from '../http/caller.ts'

/**
 * The reason that the client receives when its token is refused, in upstream's text.
 * @param now milliseconds since the epoch.
 */
export function tokenRefusal(error: CallerError, token: string | undefined, now: number = Date.now()): string {
  switch (error.reason) {
    case 'expired':
      return expiredReason(expiryOf(token), now)
    case 'claims':
      return 'InvalidJWTToken: Fields `role` and `exp` are required in JWT'
    case 'session_revoked':
      return 'InvalidJWTToken: The session of this token has ended'
    case 'not_yet_valid':
      return 'InvalidJWTToken: Token is not valid yet'
    case 'unknown_key':
      return 'InvalidJWTToken: The key is not known'
    default:
      return 'JwtSignatureError: Failed to validate JWT signature'
  }
}

/** @param exp seconds since the epoch. */
export function expiredReason(exp: number, now: number): string {
  return `InvalidJWTToken: Token has expired ${Math.max(0, Math.floor(now / 1000 - exp))} seconds ago`
}

/** Reads the expiry of a token whose signature was checked already. */
function expiryOf(token = ''): number {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp?: unknown }
    return Number(claims.exp) || 0
  } catch {
    return 0
  }
}
