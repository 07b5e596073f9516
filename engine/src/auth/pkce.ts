import { createHash } from 'node:crypto'
import { z } from 'zod'
import { authErrors } from './errors.ts'
import { sameText } from './same-text.ts'

/** What a client sends in advance, to prove later that it made the request (RFC 7636). */
export interface CodeChallenge {
  challenge: string
  method: 's256' | 'plain'
}

/** Marks the tokens of links that answer with a code to exchange, not with a session. */
export const PKCE_PREFIX = 'pkce_'
/** Milliseconds for which a code may be exchanged. */
export const AUTH_CODE_MS = 5 * 60 * 1000

/** The keys of a request's body that start an exchange. */
export const challengeKeys = { code_challenge: z.string().nullish(), code_challenge_method: z.string().nullish() }

/**
 * @returns undefined if the body starts no exchange.
 * @throws {AuthError} `validation_failed` for an incomplete challenge, another method, or a challenge outside RFC 7636.
 */
export function readChallenge(body: {
  code_challenge?: string | null | undefined
  code_challenge_method?: string | null | undefined
}): CodeChallenge | undefined {
  const { code_challenge: challenge, code_challenge_method: named } = body
  if (!challenge && !named) return undefined
  if (!challenge || !named)
    throw authErrors.validationFailed('PKCE flow requires code_challenge_method and code_challenge')
  const method = named.toLowerCase()
  if (method !== 's256' && method !== 'plain')
    throw authErrors.validationFailed('code_challenge_method must be s256 or plain')
  if (challenge.length < 43 || challenge.length > 128)
    throw authErrors.validationFailed('code challenge has to be between 43 and 128 characters')
  if (!/^[\w.~-]+$/.test(challenge))
    throw authErrors.validationFailed(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    )
  return { challenge, method }
}

/** Whether a challenge was made from this verifier; the time does not reveal how close they are. */
export function isVerifierOf({ challenge, method }: CodeChallenge, verifier: string): boolean {
  const made = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
  return sameText(challenge, made)
}

/** The id of the exchange of a link's token: it is derived from the token, which is not stored. */
export function flowIdOf(token: string): string {
  const bytes = createHash('sha256').update(`flow:${token}`).digest().subarray(0, 16)
  // Version 8: a UUID in the application's own format.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
