import { createHash, createHmac, randomBytes } from 'node:crypto'

/** A refresh token of a new session: 256 random bits, base64url. */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token: SHA-256, hexadecimal. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * The token that follows `parent` in its family. It is derived, not random, because only hashes are stored: a client
 * whose reply was lost sends the parent again and must get the same successor. A token reveals nothing about its
 * successor without the server's key.
 */
export function nextRefreshToken(parent: string, key: string): string {
  return createHmac('sha256', key).update(`refresh-token-successor:${parent}`).digest('base64url')
}

/**
 * Follows the family from a presented token to the active one.
 * @param activeHash hash of the active token.
 * @param maxSteps how many successors to try.
 * @returns the active token, undefined if it is not within reach.
 */
export function findSuccessor(
  presented: string,
  activeHash: string,
  key: string,
  maxSteps: number,
): string | undefined {
  let token = presented
  for (let step = 0; step < maxSteps; step++) {
    token = nextRefreshToken(token, key)
    if (hashToken(token) === activeHash) return token
  }
  return undefined
}
