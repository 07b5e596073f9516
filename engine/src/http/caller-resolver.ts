import { timingSafeEqual } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { LRUCache } from 'lru-cache'
import { isUuid } from '../kernel/uuid.ts'
import { type Caller, CallerError, type CallerHeaders, type CallerResolver } from './caller.ts'
import { createTokenCheck, SKEW_SECONDS, type TokenKeys } from './check-token.ts'
import type { SessionLiveness } from './session-liveness.ts'

const MAX_CACHED = 20_000
const ROLES = ['anon', 'authenticated', 'service_role']

export interface CallerKeys extends TokenKeys {
  publishableKey: string
  secretKey: string
}

interface Verified {
  caller: Caller
  /** Milliseconds since the epoch after which the token is refused, including the allowed skew. */
  until: number
  sessionId: string | undefined
}

/**
 * Resolves callers from keys and from tokens, HS256 or of a key pair. A verified token is cached until it expires. Each
 * request checks that the session still exists, which costs nothing once the session is known.
 */
export function createCallerResolver(
  keys: CallerKeys,
  sessions: Pick<SessionLiveness, 'isAlive' | 'forget'>,
  now: () => number = Date.now,
): CallerResolver {
  const checkToken = createTokenCheck(keys)
  const verified = new LRUCache<string, Verified>({ max: MAX_CACHED })
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
    const fresh = toVerified(await checkToken(token, now()))
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
      const key = oneKey(apikey)
      const keyRole = key === undefined ? undefined : (fromKey(key) ?? (await fromLegacyKey(key, fromToken)))
      if (token === undefined || token === key) return keyRole ?? plain.anon
      const asKey = fromKey(token)
      if (asKey) return asKey
      if (token.startsWith('sb_')) throw new CallerError('unknown_key', 'Invalid API key')
      return await fromToken(token)
    },
    isSessionAlive: (sessionId, userId) => sessions.isAlive(sessionId, userId),
    forgetSession: (sessionId) => sessions.forget(sessionId),
  }
}

/** Node joins headers that are sent twice with a comma, which no key contains. */
function oneKey(apikey: CallerHeaders['apikey']): string | undefined {
  const sent = apikey?.toString().split(',') ?? []
  const [key, ...others] = new Set(sent.map((one) => one.trim()))
  if (others.length > 0) throw new CallerError('unknown_key', 'Two different apikey headers were sent')
  return key || undefined
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

function toVerified(claims: JWTPayload): Verified {
  const { role, sub, aud, exp = 0, session_id: sessionId } = claims
  if (typeof role !== 'string' || !ROLES.includes(role))
    throw new CallerError('claims', 'JWT claim "role" is not valid')
  const isUser = role === 'authenticated'
  if (isUser && !isUuid(sub)) throw new CallerError('claims', 'JWT claim "sub" is not valid')
  if (aud !== undefined && aud !== 'authenticated') throw new CallerError('claims', 'JWT not in audience')
  if (sessionId !== undefined && !isUuid(sessionId))
    throw new CallerError('claims', 'JWT claim "session_id" is not valid')
  return {
    until: (exp + SKEW_SECONDS) * 1000,
    sessionId,
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

/** Compares two texts in a time that does not depend on where they differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
