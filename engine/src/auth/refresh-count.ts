import { askTogether } from '../kernel/asked-together.ts'
import { authErrors } from './errors.ts'
import { type RateLimits, takeOwn } from './rate-limits.ts'
import { hashToken } from './refresh-token.ts'
import type { AuthStore } from './store.ts'

/**
 * Counts a request to exchange a refresh token.
 * @throws {AuthError} `refresh_token_not_found`; `over_request_rate_limit`, with status 429 if the token does not exist
 *   and 503 if it does.
 */
export type RefreshCount = (refreshToken: string, ip: string) => Promise<void>

/** Whether a path of this service, with its query, is the exchange of a refresh token. */
export const isRefresh = (path: string, query: string): boolean =>
  path === '/token' && new URLSearchParams(query).get('grant_type') === 'refresh_token'

const ASKED_TOGETHER = 500
const ASKED_AT_ONCE = 2

/**
 * Only tokens that do not exist count against their network address. A token that exists counts against its session:
 * neither strangers nor many members at one address can keep a member from renewing it. Tokens that arrive together are
 * looked up in one statement.
 */
export function createRefreshCount(
  store: Pick<AuthStore, 'findSessionsOfTokens'>,
  limits: Pick<RateLimits, 'refresh' | 'refreshSession'>,
): RefreshCount {
  const sessionOf = askTogether<string, string | null>({
    groupOf: () => '',
    keyOf: (hash) => hash,
    ask: (hashes) => store.findSessionsOfTokens(hashes),
    mayBeOnesFault: () => false,
    most: ASKED_TOGETHER,
    atOnce: ASKED_AT_ONCE,
  })
  return async (refreshToken, ip) => {
    const session = await sessionOf(hashToken(refreshToken))
    if (session === null) {
      takeOwn(limits.refresh, ip)
      throw authErrors.refreshTokenNotFound()
    }
    if (!limits.refreshSession.take(session)) throw authErrors.overRefreshRate(limits.refreshSession.seconds)
  }
}
