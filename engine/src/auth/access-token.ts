import { createSecretKey } from 'node:crypto'
import { SignJWT } from 'jose'
import type { AuthSettings } from './settings.ts'
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
 * A signer with the first key pair, which is named in the header, or with HS256 and the secret if there is none. `iat` and
 * `exp` are whole Unix seconds, rounded down.
 */
export function createAccessTokenSigner({
  jwtSecret,
  issuer,
  signingKeys: [pair],
  jwtSeconds,
}: Pick<AuthSettings, 'jwtSecret' | 'issuer' | 'signingKeys' | 'jwtSeconds'>): AccessTokenSigner {
  const key = pair?.privateKey ?? createSecretKey(Buffer.from(jwtSecret))
  const header = pair ? { alg: pair.alg, kid: pair.kid, typ: 'JWT' } : { alg: 'HS256', typ: 'JWT' }
  return async (user, session, now) => {
    const issuedAt = Math.floor(now.getTime() / 1000)
    const expiresAt = issuedAt + jwtSeconds
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
