import type { ResolvedConfig } from '../config.ts'
import { ConnectionLostError, DatabaseUnreachableError, PoolTimeoutError } from '../db/errors.ts'
import type { Database } from '../db/port.ts'
import type { CallerResolver } from '../http/caller.ts'
import { limiterKey } from '../http/client-address.ts'
import type { ClubOf } from '../http/club.ts'
import type { Metrics } from '../http/metrics.ts'
import { createRouter } from '../http/router.ts'
import type { HttpReply, HttpRequest, Service } from '../http/types.ts'
import { codeOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { createAccessTokenSigner } from './access-token.ts'
import { createBackground } from './background.ts'
import type { AuthDeps } from './deps.ts'
import { AuthError, authErrors, renderAuthError } from './errors.ts'
import { createFailureLimiter } from './failure-limiter.ts'
import { createMailBudget } from './mail-budget.ts'
import { createMailer } from './mailer.ts'
import { createPasswordHashers } from './password-hasher.ts'
import { createRateLimits } from './rate-limits.ts'
import { createRefreshCount, isRefresh } from './refresh-count.ts'
import { routes } from './routes/index.ts'
import { startSessionSweep } from './session-sweep.ts'
import { authSettings } from './settings.ts'
import { shareLimits } from './shared-limits.ts'
import { createAuthStore } from './store.ts'

const PREFIX = '/auth/v1'
/** Another transaction held a lock for longer than a statement may wait for one; nothing took effect. */
const LOCK_NOT_HAD = '55P03'

export interface AuthServiceDeps {
  config: ResolvedConfig
  db: Database
  callers: CallerResolver
  clubOf: ClubOf
  log: Logger
  metrics?: Pick<Metrics, 'gauge'>
  /** The wall clock; tests set their own. */
  clock?: () => Date
}

/** Accounts and sessions in GoTrue's protocol, under `/auth/v1`. */
export function createAuthService({
  config,
  db,
  callers,
  clubOf,
  log,
  metrics,
  clock = () => new Date(),
}: AuthServiceDeps): Service {
  const settings = authSettings(config)
  if (settings.autoconfirm && settings.smtpUrl !== undefined)
    log.warn(
      {},
      'CONFIRM_EMAIL is false: a sign-up reveals whether an address has an account, ten times per hour and client',
    )
  const { limits, close: closeLimits } = shareLimits(createRateLimits(settings.rateLimitScale, settings.mailsPerHour), {
    db,
    secret: settings.jwtSecret,
    log,
  })
  const store = createAuthStore(db, callers.forgetSession, settings.sessionsPerAccount)
  const failures = createFailureLimiter({ store, scale: settings.rateLimitScale, secret: settings.jwtSecret })
  const hashers = createPasswordHashers()
  const shared: Omit<AuthDeps, 'hasher'> = {
    siteUrl: settings.siteUrl,
    signingKeys: settings.signingKeys,
    refreshKey: settings.refreshKey,
    codeKey: settings.codeKey,
    factorKey: settings.factorKey,
    secondStepSignInMinutes: settings.secondStepSignInMinutes,
    autoconfirm: settings.autoconfirm,
    signUps: settings.signUps,
    anonymousSignIns: settings.anonymousSignIns,
    mailsGoOut: settings.mailsGoOut,
    project: settings.project,
    passwords: settings.passwords,
    store,
    sign: createAccessTokenSigner(settings),
    mailer: createMailer(settings.smtpUrl, settings.siteUrl, clubOf, log),
    mails: createMailBudget(limits, { log, metrics }),
    limits,
    countRefresh: createRefreshCount(store, limits),
    failures,
    callers,
    background: createBackground(log),
    clock,
  }
  const router = createRouter(routes, { maxParamLength: 200 })
  const sweep = startSessionSweep(store, settings, clock, log)

  const dispatch = async (request: HttpRequest): Promise<HttpReply> => {
    const path = request.path.slice(PREFIX.length) || '/'
    const found = router.find(request.method, path)
    if (!found) {
      const allowed = router.methodsOf(path)
      throw allowed.length > 0 ? authErrors.methodNotAllowed(allowed) : authErrors.notFound()
    }
    const deps = { ...shared, hasher: hashers(limiterKey(request.clientIp)) }
    return found.route.handle({ request, query: new URLSearchParams(request.query), params: found.params, deps })
  }

  return {
    prefix: PREFIX,
    handle: async (request) => {
      try {
        return await dispatch(request)
      } catch (error) {
        return renderAuthError(refusal(error, request, log), headerText(request.headers['x-supabase-api-version']))
      }
    },
    // With 429 supabase-js would end the session: strangers at the same address could sign a member out.
    limitedStatus: ({ path, query }) => (isRefresh(path.slice(PREFIX.length), query) ? 503 : 429),
    close: async () => {
      sweep.stop()
      await closeLimits()
      await shared.background.settled()
      shared.mailer.close()
    },
  }
}

/** The answer to the caller; the reason for a 5xx is only logged. */
function refusal(error: unknown, request: HttpRequest, log: Logger): AuthError {
  if (error instanceof AuthError) {
    if (error.status >= 500 && error.cause) log.error({ id: request.id, error: error.cause }, error.message)
    return error
  }
  const unavailable =
    codeOf(error) === LOCK_NOT_HAD ||
    [ConnectionLostError, PoolTimeoutError, DatabaseUnreachableError].some((kind) => error instanceof kind)
  log.error({ id: request.id, error }, unavailable ? 'the database is not available' : 'auth request failed')
  return unavailable ? authErrors.overload() : authErrors.unexpected()
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
