import { SignJWT } from 'jose'
import { ACCESS_TOKEN_SECONDS } from './session-lifetime.ts'
import type { User } from './user.ts'

export interface AuthenticationMethod {
  /** `password` or `recovery`. */
  method: string
  at: Date
}

interface TokenSession {
  id: string
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
 * @param secret signs with HS256.
 * @param issuer address of the Auth service, e.g. `https://club.example/auth/v1`.
 * @returns a signer whose tokens live 3600 s; `iat` and `exp` are whole Unix seconds, rounded down.
 */
export function createAccessTokenSigner(secret: string, issuer: string): AccessTokenSigner {
  const key = new TextEncoder().encode(secret)
  return async (user, session, now) => {
    const issuedAt = Math.floor(now.getTime() / 1000)
    const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS
    const token = await new SignJWT({
      iss: issuer,
      sub: user.id,
      // A plain string: clients and policies compare it with `=`, an array would never match.
      aud: user.aud,
      exp: expiresAt,
      iat: issuedAt,
      email: user.email,
      phone: '',
      app_metadata: user.appMetadata,
      user_metadata: user.userMetadata,
      role: user.role,
      aal: 'aal1',
      amr: session.methods.map(({ method, at }) => ({ method, timestamp: Math.floor(at.getTime() / 1000) })),
      session_id: session.id,
      is_anonymous: user.isAnonymous,
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(key)
    return { token, expiresAt }
  }
}
