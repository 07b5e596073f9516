import type { CallerResolver } from '../http/caller.ts'
import type { Metrics } from '../http/metrics.ts'
import { createRouter } from '../http/router.ts'
import type { HttpReply, HttpRequest, Service } from '../http/types.ts'
import type { Logger } from '../kernel/logger.ts'
import { createBodyIntake } from './body-intake.ts'
import { callFunction } from './call-function.ts'
import { deployFunctions, type FunctionsPlace } from './deploy.ts'
import { FunctionError, functionErrors } from './errors.ts'
import { fetchPicture, type KeepPicture } from './fetch-picture.ts'
import type { FunctionLimits } from './limits.ts'
import { PUBLIC_REACH, type Reach } from './reach.ts'
import { createSendMail, type MailGate } from './send-mail.ts'

const PREFIX = '/functions/v1'

export interface FunctionsDeps {
  log: Logger
  keepPicture: KeepPicture
  callers: Pick<CallerResolver, 'resolve'>
  metrics?: Pick<Metrics, 'gauge'>
  place: FunctionsPlace
  /** The environment of every function of the operator. */
  env: Record<string, string>
  siteUrl: string
  secretKey: string
  limits: FunctionLimits
  /** Absent if the engine sends no mail. */
  mail?: MailGate | undefined
  /** Set in tests only; the default is the public internet. */
  reach?: Partial<Reach> | undefined
}

/**
 * `/functions/v1`: our own counterparts of edge functions, and the operator's functions from `supabase/functions`, which
 * hosted Supabase runs unchanged.
 */
export function createFunctionsService(deps: FunctionsDeps): Service {
  const { log, keepPicture, reach, limits, metrics, mail } = deps
  const within: Reach = { ...PUBLIC_REACH, ...reach }
  const routes = [
    {
      method: 'POST' as const,
      path: '/fetch-picture',
      handle: (request: HttpRequest) => fetchPicture(request, keepPicture, within),
    },
    ...(mail ? [{ method: 'POST' as const, path: '/send-mail', handle: createSendMail(mail) }] : []),
  ]
  const router = createRouter(routes, { maxParamLength: 100, encoded: true })
  const deployed = deployFunctions(deps.place, deps.env, limits, log)
  const { callers, siteUrl, secretKey } = deps
  const intake = createBodyIntake(limits)
  const parts = { callers, siteUrl, secretKey, intake, bodyBytes: limits.bodyBytes }
  // The engine's own function takes precedence over one of the same name for hosted Supabase.
  for (const name of deployed.keys()) if (router.methodsOf(`/${name}`).length > 0) deployed.delete(name)
  const deployedAt = (path: string) => deployed.get(/^\/functions\/v1\/([\w-]+)(?:\/|$)/.exec(path)?.[1] ?? '')

  const answer = async (request: HttpRequest): Promise<HttpReply> => {
    const path = request.path.slice(PREFIX.length)
    const target = deployedAt(request.path)
    if (target) return await callFunction(target, path, request, parts)
    const found = router.find(request.method, path)
    if (!found) throw router.methodsOf(path).length > 0 ? functionErrors.wrongMethod() : functionErrors.noSuchFunction()
    return await found.route.handle(request)
  }

  metrics?.gauge('bankside_functions', 'Functions: threads, arriving bodies, running and waiting calls.', 'of', () => {
    const all = { threads: 0, reading: intake.reading(), running: 0, waiting: 0 }
    for (const one of deployed.values()) {
      const load = one.load()
      for (const of of ['threads', 'running', 'waiting'] as const) all[of] += load[of]
    }
    return all
  })
  return {
    prefix: PREFIX,
    ownsCors: (path) => deployedAt(path) !== undefined,
    async handle(request: HttpRequest): Promise<HttpReply> {
      try {
        return await answer(request)
      } catch (error) {
        if (isRefusal(error)) return render(error)
        if (!request.signal.aborted) log.error({ error, id: request.id }, 'a function failed')
        return render({ statusCode: 500, code: 'internal', message: 'Internal Server Error' })
      }
    },
    close: async () => {
      await Promise.all([...deployed.values()].map((one) => one.close()))
      mail?.smtp.close()
    },
  }
}

interface Refusal {
  statusCode: number
  code: string
  message: string
}

function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'statusCode' in error && 'code' in error
}

function render(refusal: Refusal): HttpReply {
  const { statusCode, code, message } = refusal
  const headers: Record<string, string | number> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  }
  if (refusal instanceof FunctionError) headers['sb-error-code'] = code
  if (statusCode === 429) headers['retry-after'] = 60
  return { status: statusCode === 544 ? 503 : statusCode, headers, body: JSON.stringify({ code, message }) }
}
