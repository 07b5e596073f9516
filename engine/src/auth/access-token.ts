import { createSecretKey } from 'node:crypto'
import { SignJWT } from 'jose'
import type { SigningKey } from '../kernel/signing-keys.ts'
import { ACCESS_TOKEN_SECONDS } from './session-lifetime.ts'
import type { User } from './user.ts'

export type AssuranceLevel = 'aal1' | 'aal2'

export interface AuthenticationMethod {
  /** `password`, `recovery`, `otp`, `anonymous` or `totp`. */
  method: string
  at: Date
}

interface TokenSession {
  id: string
  aal: AssuranceLevel
  methods: readonly AuthenticationMethod[]
}

interface SignedAccessToken {
  token: string
  /** Unix seconds. */
  expiresAt: number
}

/** Signs the access token of one session. */
export type AccessTokenSigner = (user: User, session: TokenSession, now: Date) => Promise<SignedAccessToken>

/**
 * @param secret signs with HS256, when there is no key pair.
 * @param issuer address of the Auth service, e.g. `https://club.example/auth/v1`.
 * @param keys the first one signs, and is named in the header.
 * @returns a signer whose tokens live 3600 s; `iat` and `exp` are whole Unix seconds, rounded down.
 */
export function createAccessTokenSigner(
  secret: string,
  issuer: string,
  [pair]: readonly SigningKey[] = [],
): AccessTokenSigner {
  const key = pair?.privateKey ?? createSecretKey(Buffer.from(secret))
  const header = pair ? { alg: pair.alg, kid: pair.kid, typ: 'JWT' } : { alg: 'HS256', typ: 'JWT' }
  return async (user, session, now) => {
    const issuedAt = Math.floor(now.getTime() / 1000)
    const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS
    const token = await new SignJWT({
      iss: issuer,
      sub: user.id,
      // A plain string, because clients and policies compare it with `=`, which never matches an array.
      aud: user.aud,
      exp: expiresAt,
      iat: issuedAt,
      email: user.email,
      phone: '',
      app_metadata: user.appMetadata,
      user_metadata: user.userMetadata,
      role: user.role,
      aal: session.aal,
      amr: session.methods.map(({ method, at }) => ({ method, timestamp: Math.floor(at.getTime() / 1000) })),
      session_id: session.id,
      is_anonymous: user.isAnonymous,
    })
      .setProtectedHeader(header)
      .sign(key)
    return { token, expiresAt }
  }
}
