import type { CallerResolver } from '../http/caller.ts'
import type { AccessTokenSigner } from './access-token.ts'
import type { Background } from './background.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import type { MailBudget } from './mail-budget.ts'
import type { Mailer } from './mailer.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { RateLimits } from './rate-limits.ts'
import type { RefreshCount } from './refresh-count.ts'
import type { AuthSettings } from './settings.ts'
import type { AuthStore } from './store.ts'

/** What the routes and decisions of this service use. */
export interface AuthDeps
  extends Pick<
    AuthSettings,
    | 'siteUrl'
    | 'signingKeys'
    | 'refreshKey'
    | 'codeKey'
    | 'factorKey'
    | 'secondStepSignInMinutes'
    | 'autoconfirm'
    | 'signUps'
    | 'anonymousSignIns'
    | 'mailsGoOut'
    | 'project'
    | 'passwords'
  > {
  store: AuthStore
  hasher: PasswordHasher
  sign: AccessTokenSigner
  mailer: Mailer
  mails: MailBudget
  limits: RateLimits
  countRefresh: RefreshCount
  failures: FailureLimiter
  callers: CallerResolver
  background: Background
  clock: () => Date
}
