import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify } from 'jose'
import type { SigningKey } from '../kernel/signing-keys.ts'
import { CallerError, type CallerRefusal } from './caller.ts'

/** Seconds by which the clocks of issuers may differ from ours. */
export const SKEW_SECONDS = 30

export interface TokenKeys {
  jwtSecret: string
  /** Key pairs whose tokens are accepted in addition to those of `jwtSecret`. */
  signingKeys?: readonly SigningKey[]
}

/**
 * The claims of a token that one of our keys has signed.
 * @param now milliseconds since the epoch.
 * @throws {CallerError} for any other token, an expired one, and one that is not valid yet.
 */
export type CheckToken = (token: string, now: number) => Promise<JWTPayload>

/**
 * Checks tokens, HS256 or of a key pair. Nearly all tokens are ordinary ones of our secret, and jose's Web Crypto costs
 * several times as much for them as an HMAC. What is not ordinary in every respect is left to jose, which knows the
 * rules for the rest and the reason for each refusal.
 */
export function createTokenCheck({ jwtSecret, signingKeys = [] }: TokenKeys): CheckToken {
  const secret = createSecretKey(Buffer.from(jwtSecret))
  const algorithms = ['HS256', ...new Set(signingKeys.map(({ alg }) => alg))]
  // The token's header is trusted only if it names one of our keys.
  const keyFor = ({ alg, kid }: JWTHeaderParameters): KeyObject => {
    if (alg === 'HS256') return secret
    const pair = signingKeys.find((known) => known.kid === kid && known.alg === alg)
    if (!pair) throw new CallerError('signature', 'No suitable key or wrong key type')
    return pair.publicKey
  }
  return async (token, now) => {
    const parts = token.split('.')
    if (parts.length !== 3) throw new CallerError('malformed', `Expected 3 parts in JWT; got ${parts.length}`)
    const claims = ordinaryClaims(parts, secret, now)
    if (claims) return claims
    try {
      const { payload } = await jwtVerify(token, keyFor, {
        algorithms,
        clockTolerance: SKEW_SECONDS,
        currentDate: new Date(now),
        requiredClaims: ['exp', 'role'],
      })
      return payload
    } catch (error) {
      throw refusal(error)
    }
  }
}

/** Bytes in base64url without padding, as RFC 7515 writes them. */
const BASE64URL = /^[\w-]+$/
/** An HMAC of SHA-256. */
const SIGNATURE = /^[\w-]{43}$/
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * The claims of a valid HS256 token without extensions; undefined for every other token.
 * @throws {CallerError} `signature` for a token of this form that another secret has signed.
 */
function ordinaryClaims(parts: string[], secret: KeyObject, now: number): JWTPayload | undefined {
  const [head = '', body = '', signature = ''] = parts
  const header = readObject(head)
  // Extensions (RFC 7515, `crit` and `b64`) may change what is signed.
  if (header?.alg !== 'HS256' || 'crit' in header || 'b64' in header) return undefined
  if (!BASE64URL.test(body) || !SIGNATURE.test(signature)) return undefined
  const expected = createHmac('sha256', secret).update(`${head}.${body}`).digest()
  if (!timingSafeEqual(Buffer.from(signature, 'base64url'), expected))
    throw new CallerError('signature', 'No suitable key or wrong key type')
  const claims = readObject(body)
  return claims && isInForce(claims, Math.floor(now / 1000)) ? claims : undefined
}

function readObject(part: string): Record<string, unknown> | undefined {
  if (!BASE64URL.test(part) || part.length % 4 === 1) return undefined
  try {
    const value: unknown = JSON.parse(utf8.decode(Buffer.from(part, 'base64url')))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** Whether the required claims are there and all times allow the token. @param now seconds since the epoch. */
function isInForce({ exp, nbf, iat, role }: Record<string, unknown>, now: number): boolean {
  return (
    role !== undefined &&
    typeof exp === 'number' &&
    exp > now - SKEW_SECONDS &&
    (nbf === undefined || (typeof nbf === 'number' && nbf <= now + SKEW_SECONDS)) &&
    (iat === undefined || typeof iat === 'number')
  )
}

function refusal(error: unknown): CallerError {
  if (error instanceof CallerError) return error
  const of = (reason: CallerRefusal, message: string) => new CallerError(reason, message)
  if (error instanceof errors.JWTExpired) return of('expired', 'JWT expired')
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.claim === 'nbf'
      ? of('not_yet_valid', 'JWT not yet valid')
      : of('claims', `JWT claim "${error.claim}" is not valid`)
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed)
    return of('signature', 'No suitable key or wrong key type')
  return of('malformed', 'JWT cannot be decoded')
}
