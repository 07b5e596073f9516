import { createHmac, randomInt } from 'node:crypto'
import { type CodeChallenge, flowIdOf, PKCE_PREFIX } from './pkce.ts'
import { hashToken, newRefreshToken } from './refresh-token.ts'
import type { OneTimeTokenType } from './store/one-time-token-store.ts'
import type { AuthStore } from './store.ts'

/** The content of one mail: a token for its link, and a code of six digits with the same effect, to type. */
export interface MailedToken {
  token: string
  code: string
}

const DIGITS = 6
/** Milliseconds for which a code is valid; its link is valid for longer. */
export const CODE_MS = 10 * 60 * 1000
/** The number of guesses that a code allows. */
export const CODE_TRIES = 5

/** True for a text that can only be a code: a link's token is longer. */
export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text)
}

/**
 * Creates the token and the code of one mail and stores their hashes; an earlier mail of the same kind to the same
 * account becomes invalid.
 * @param codeKey the same on every engine. The hashes of codes need a key that is not in the database, because anyone
 *   who reads the table could soon try a million codes.
 */
export async function putMailedToken(
  store: Pick<AuthStore, 'putOneTimeToken' | 'putFlowState'>,
  mail: {
    userId: string
    type: OneTimeTokenType
    relatesTo: string
    /** If given, the link answers with a code for the client that created the challenge. */
    challenge?: CodeChallenge | undefined
  },
  codeKey: string,
  now: Date,
): Promise<MailedToken> {
  const { challenge, ...row } = mail
  const token = challenge ? PKCE_PREFIX + newRefreshToken() : newRefreshToken()
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const hash = hashToken(token)
  await store.putOneTimeToken({ ...row, hash, codeHash: hashCode(code, hash, codeKey) }, now)
  if (challenge) await store.putFlowState({ id: flowIdOf(token), userId: mail.userId, challenge }, now)
  return { token, code }
}

/** The stored form of a code. */
export function hashCode(code: string, tokenHash: string, codeKey: string): string {
  return createHmac('sha256', codeKey).update(`mailed-code:${tokenHash}:${code}`).digest('hex')
}
