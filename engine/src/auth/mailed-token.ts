import { createHmac, randomInt } from 'node:crypto'
import { type CodeChallenge, flowIdOf, PKCE_PREFIX } from './pkce.ts'
import { hashToken, newRefreshToken } from './refresh-token.ts'
import type { OneTimeTokenType } from './store/one-time-token-store.ts'
import type { AuthStore } from './store.ts'

/** What one mail carries: a token for its link, and the same right in six digits for whoever types. */
export interface MailedToken {
  token: string
  code: string
}

const DIGITS = 6
/** Milliseconds for which a code works; its link works longer. */
export const CODE_MS = 10 * 60 * 1000
/** How often a code may be guessed. */
export const CODE_TRIES = 5

/** True for what can only be a code: a link's token is longer. */
export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text)
}

/**
 * Makes the token and the code of one mail and keeps their hashes; an earlier mail of the same kind to the same
 * account stops working.
 * @param codeKey the same on every engine: a million codes are soon tried by whoever reads the table, so their hashes
 *   are made with a key that the database does not hold.
 */
export async function putMailedToken(
  store: Pick<AuthStore, 'putOneTimeToken' | 'putFlowState'>,
  mail: {
    userId: string
    type: OneTimeTokenType
    relatesTo: string
    /** When given, the link answers with a code for the client that made the challenge. */
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

/** What the database keeps of a code. */
export function hashCode(code: string, tokenHash: string, codeKey: string): string {
  return createHmac('sha256', codeKey).update(`mailed-code:${tokenHash}:${code}`).digest('hex')
}
