import FindMyWay from 'find-my-way'
import type { ResolvedConfig } from '../config.ts'
import { ConnectionLostError, DatabaseUnreachableError, PoolTimeoutError } from '../db/errors.ts'
import type { Database } from '../db/port.ts'
import type { CallerResolver } from '../http/caller.ts'
import type { HttpReply, HttpRequest, Service } from '../http/types.ts'
import type { Logger } from '../kernel/logger.ts'
import { createAccessTokenSigner } from './access-token.ts'
import { createBackground } from './background.ts'
import type { AuthDeps } from './deps.ts'
import { AuthError, authErrors, renderAuthError } from './errors.ts'
import { createMailer } from './mailer.ts'
import { createPasswordHasher } from './password-hasher.ts'
import { createRateLimits } from './rate-limits.ts'
import { routes } from './routes/index.ts'
import type { Route } from './routes/route.ts'
import { startSessionSweep } from './session-sweep.ts'
import { authSettings } from './settings.ts'
import { shareLimits } from './shared-limits.ts'
import { createAuthStore } from './store.ts'

const PREFIX = '/auth/v1'
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

export interface AuthServiceDeps {
  config: ResolvedConfig
  db: Database
  callers: CallerResolver
  log: Logger
  /** The wall clock; tests set their own. */
  clock?: () => Date
}

/** Accounts and sessions in GoTrue's dialect, under `/auth/v1`. */
export function createAuthService({ config, db, callers, log, clock = () => new Date() }: AuthServiceDeps): Service {
  const settings = authSettings(config)
  const { limits, close: closeLimits } = shareLimits(createRateLimits(settings.rateLimitScale), {
    db,
    secret: settings.jwtSecret,
    log,
  })
  const deps: AuthDeps = {
    siteUrl: settings.siteUrl,
    signingKeys: settings.signingKeys,
    refreshKey: settings.refreshKey,
    codeKey: settings.codeKey,
    autoconfirm: settings.autoconfirm,
    anonymousSignIns: settings.anonymousSignIns,
    emailChange: settings.emailChange,
    store: createAuthStore(db, callers.forgetSession),
    hasher: createPasswordHasher(),
    sign: createAccessTokenSigner(settings.jwtSecret, settings.issuer, settings.signingKeys),
    mailer: createMailer(settings.smtpUrl, settings.siteUrl, log),
    limits,
    failures: limits.failures,
    callers,
    background: createBackground(log),
    clock,
  }
  const router = FindMyWay<FindMyWay.HTTPVersion.V1>({ maxParamLength: 200 })
  for (const route of routes) router.on(route.method, route.path, () => {}, route)
  const sweep = startSessionSweep(deps.store, clock, log)

  const dispatch = async (request: HttpRequest): Promise<HttpReply> => {
    const path = request.path.slice(PREFIX.length) || '/'
    const match = (method: (typeof METHODS)[number]) => router.find(method, path)
    const method = METHODS.find((known) => known === request.method)
    const found = method && match(method)
    if (!found) {
      const allowed = METHODS.filter((known) => match(known) !== null)
      throw allowed.length > 0 ? authErrors.methodNotAllowed(allowed) : authErrors.notFound()
    }
    const route = found.store as Route
    return route.handle({ request, query: new URLSearchParams(request.query), params: found.params, deps })
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
    close: async () => {
      sweep.stop()
      await closeLimits()
      await deps.background.settled()
      deps.mailer.close()
    },
  }
}

/** What the caller is told; the reason of a 5xx goes to the log only. */
function refusal(error: unknown, request: HttpRequest, log: Logger): AuthError {
  if (error instanceof AuthError) {
    if (error.status >= 500 && error.cause) log.error({ id: request.id, error: error.cause }, error.message)
    return error
  }
  const unavailable = [ConnectionLostError, PoolTimeoutError, DatabaseUnreachableError].some(
    (kind) => error instanceof kind,
  )
  log.error({ id: request.id, error }, unavailable ? 'the database is not available' : 'auth request failed')
  return unavailable ? authErrors.overload() : authErrors.unexpected()
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
