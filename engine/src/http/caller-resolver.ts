import { createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify } from 'jose'
import type { SigningKey } from '../kernel/signing-keys.ts'
import { type Caller, CallerError, type CallerRefusal, type CallerResolver } from './caller.ts'
import type { SessionLiveness } from './session-liveness.ts'

const SKEW_SECONDS = 30
const MAX_CACHED = 20_000
const ROLES = ['anon', 'authenticated', 'service_role']
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export interface CallerKeys {
  jwtSecret: string
  publishableKey: string
  secretKey: string
  /** Key pairs whose tokens are accepted beside those of `jwtSecret`. */
  signingKeys?: readonly SigningKey[]
}

interface Verified {
  caller: Caller
  /** Milliseconds since the epoch after which the token must not be accepted, skew included. */
  until: number
  sessionId: string | undefined
}

/**
 * Resolves callers from keys and from tokens, HS256 or of a key pair. A verified token is remembered until it expires; whether its session
 * lives is asked every time, which costs nothing once the session is known.
 */
export function createCallerResolver(
  keys: CallerKeys,
  sessions: Pick<SessionLiveness, 'isAlive' | 'forget'>,
  now: () => number = Date.now,
): CallerResolver {
  const keyRing = createKeyRing(keys)
  const verified = new Map<string, Verified>()
  const plain = {
    anon: keyCaller('anon'),
    service_role: keyCaller('service_role'),
  }

  const fromKey = (key: string): Caller | undefined => {
    if (sameText(key, keys.publishableKey)) return plain.anon
    if (sameText(key, keys.secretKey)) return plain.service_role
    return undefined
  }

  const verify = async (token: string): Promise<Verified> => {
    const cached = verified.get(token)
    if (cached) {
      if (cached.until > now()) return cached
      verified.delete(token)
      throw new CallerError('expired', 'JWT expired')
    }
    const fresh = toVerified(await checkedClaims(token, keyRing, now()))
    const oldest = verified.size >= MAX_CACHED ? verified.keys().next().value : undefined
    if (oldest !== undefined) verified.delete(oldest)
    verified.set(token, fresh)
    return fresh
  }

  const fromToken = async (token: string): Promise<Caller> => {
    const { caller, sessionId } = await verify(token)
    if (sessionId === undefined) return caller
    const alive = sessions.isAlive(sessionId, caller.userId ?? '')
    if (!(typeof alive === 'boolean' ? alive : await alive))
      throw new CallerError('session_revoked', 'Session from session_id claim in JWT does not exist')
    return caller
  }

  return {
    async resolve({ apikey, authorization }) {
      const token = bearer(authorization)
      const key = apikey?.trim() || undefined
      const keyRole = key === undefined ? undefined : (fromKey(key) ?? (await fromLegacyKey(key, fromToken)))
      if (token === undefined || token === key) return keyRole ?? plain.anon
      const asKey = fromKey(token)
      if (asKey) return asKey
      if (token.startsWith('sb_')) throw new CallerError('unknown_key', 'Invalid API key')
      return await fromToken(token)
    },
    forgetSession: (sessionId) => sessions.forget(sessionId),
  }
}

/** A key in the older form: a token of our own secret that names a role and no user. */
async function fromLegacyKey(key: string, fromToken: (token: string) => Promise<Caller>): Promise<Caller> {
  if (key.startsWith('sb_') || key.split('.').length !== 3) throw new CallerError('unknown_key', 'Invalid API key')
  return await fromToken(key)
}

function bearer(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined
  const [, token] = /^bearer\s+(\S+)\s*$/i.exec(authorization) ?? []
  if (token === undefined) throw new CallerError('malformed', 'The Authorization header must be "Bearer <token>"')
  return token
}

/** Which key must have made a token: what its header says of itself is believed only where it names one of ours. */
interface KeyRing {
  algorithms: string[]
  keyFor(header: JWTHeaderParameters): KeyObject
}

function createKeyRing({ jwtSecret, signingKeys = [] }: CallerKeys): KeyRing {
  const secret = createSecretKey(Buffer.from(jwtSecret))
  return {
    algorithms: ['HS256', ...new Set(signingKeys.map(({ alg }) => alg))],
    keyFor: ({ alg, kid }) => {
      if (alg === 'HS256') return secret
      const pair = signingKeys.find((known) => known.kid === kid && known.alg === alg)
      if (!pair) throw new CallerError('signature', 'No suitable key or wrong key type')
      return pair.publicKey
    },
  }
}

async function checkedClaims(token: string, keyRing: KeyRing, now: number): Promise<JWTPayload> {
  const parts = token.split('.').length
  if (parts !== 3) throw new CallerError('malformed', `Expected 3 parts in JWT; got ${parts}`)
  try {
    const { payload } = await jwtVerify(token, keyRing.keyFor, {
      algorithms: keyRing.algorithms,
      clockTolerance: SKEW_SECONDS,
      currentDate: new Date(now),
      requiredClaims: ['exp', 'role'],
    })
    return payload
  } catch (error) {
    throw refusal(error)
  }
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

function toVerified(claims: JWTPayload): Verified {
  const { role, sub, aud, exp = 0, session_id: sessionId } = claims
  if (typeof role !== 'string' || !ROLES.includes(role))
    throw new CallerError('claims', 'JWT claim "role" is not valid')
  const isUser = role === 'authenticated'
  if (isUser && (typeof sub !== 'string' || !UUID.test(sub)))
    throw new CallerError('claims', 'JWT claim "sub" is not valid')
  if (aud !== undefined && aud !== 'authenticated') throw new CallerError('claims', 'JWT not in audience')
  if (sessionId !== undefined && !(typeof sessionId === 'string' && UUID.test(sessionId)))
    throw new CallerError('claims', 'JWT claim "session_id" is not valid')
  return {
    until: (exp + SKEW_SECONDS) * 1000,
    sessionId: sessionId as string | undefined,
    caller: Object.freeze({
      role,
      claims: Object.freeze(claims),
      claimsJson: JSON.stringify(claims),
      userId: isUser ? sub : undefined,
      hasSession: isUser,
    }),
  }
}

function keyCaller(role: string): Caller {
  const claims = Object.freeze({ role })
  return Object.freeze({ role, claims, claimsJson: JSON.stringify(claims), userId: undefined, hasSession: false })
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
