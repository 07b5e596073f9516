import { createHmac } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { storageErrors } from './errors.ts'

/** What a signed address permits. */
export type SignedScope = 'download' | 'render' | 'upload'

export interface SignedClaims {
  /** `bucket/path` */
  url: string
  scope: SignedScope
  /** Transform options of a rendered image, as a query string; the client cannot choose others. */
  transformations?: string
  /** For uploads only: the object's owner and the session that asked, and whether the upload may replace an object. */
  owner?: string
  session?: string
  upsert?: boolean
}

/** Signs and checks the tokens of signed addresses. */
export interface UrlSigner {
  /** @param expiresIn lifetime in whole seconds. */
  sign(claims: SignedClaims, expiresIn: number): Promise<string>
  /**
   * @param url the object that the token must be for; without it the caller compares `url` of the claims.
   * @throws {StorageError} InvalidJWT, or InvalidSignature when it was made for another purpose.
   */
  verify(token: string | null | undefined, scope: SignedScope, url?: string): Promise<SignedClaims>
}

/**
 * @param jwtSecret the secret of session tokens; a separate key is derived, so that neither kind of token is accepted
 * as the other.
 */
export function createUrlSigner(jwtSecret: string): UrlSigner {
  const key = createHmac('sha256', jwtSecret).update('storage signed url v1').digest()
  return {
    sign: async (claims, expiresIn) => {
      const now = Math.floor(Date.now() / 1000)
      const jwt = new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      return await jwt
        .setIssuedAt(now)
        .setExpirationTime(now + expiresIn)
        .sign(key)
    },
    verify: async (token, scope, url) => {
      if (!token) throw storageErrors.invalidSignature()
      let claims: SignedClaims
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['exp'] })
        claims = payload as unknown as SignedClaims
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw storageErrors.invalidJwt('"exp" claim timestamp check failed')
        if (error instanceof errors.JWSSignatureVerificationFailed)
          throw storageErrors.invalidJwt('signature verification failed')
        throw storageErrors.invalidJwt('Invalid Compact JWS')
      }
      if (claims.scope !== scope || (url !== undefined && claims.url !== url)) throw storageErrors.invalidSignature()
      return claims
    },
  }
}
