import type { CallerResolver } from '../http/caller.ts'
import type { AccessTokenSigner } from './access-token.ts'
import type { Background } from './background.ts'
import type { Mailer } from './mailer.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { RateLimits } from './rate-limits.ts'
import type { AuthSettings } from './settings.ts'
import type { AuthStore } from './store.ts'

/** What the routes and decisions of this service work with. */
export interface AuthDeps
  extends Pick<
    AuthSettings,
    'siteUrl' | 'signingKeys' | 'refreshKey' | 'codeKey' | 'autoconfirm' | 'anonymousSignIns' | 'emailChange'
  > {
  store: AuthStore
  hasher: PasswordHasher
  sign: AccessTokenSigner
  mailer: Mailer
  limits: RateLimits
  failures: RateLimits['failures']
  callers: CallerResolver
  background: Background
  clock: () => Date
}
