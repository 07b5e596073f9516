import type { ResolvedConfig } from '../config.ts'
import type { Database } from '../db/port.ts'
import { BodyError, readBody } from '../http/body.ts'
import { CallerError, type CallerResolver } from '../http/caller.ts'
import type { HttpReply, HttpRequest, Service } from '../http/types.ts'
import type { Logger } from '../kernel/logger.ts'
import { readApiRequest } from './api-request/api-request.ts'
import { REST_LIMITS } from './api-request/limits.ts'
import { fromCallerError } from './caller-error.ts'
import { RestError, restErrors } from './errors.ts'
import { createExecutor, type Executor } from './execute.ts'
import { contextOf, shareOf } from './request-context.ts'
import { fromDatabase } from './response/database-error.ts'
import { errorReply } from './response/error-reply.ts'
import { holdSchemaCache, type SchemaCacheHolder } from './schema-cache/holder.ts'

const PREFIX = '/rest/v1'
const WITH_BODY = new Set(['POST', 'PATCH', 'PUT'])

/** Tables, views and functions of the exposed schemas, in PostgREST's dialect, below `/rest/v1`. */
export async function createRestService(deps: {
  config: ResolvedConfig
  db: Database
  callers: CallerResolver
  log: Logger
}): Promise<Service> {
  const options = deps.config.rest
  const executors = new Map<string, Executor>()
  const holders = new Map<string, SchemaCacheHolder>()
  for (const schema of options.schemas)
    holders.set(schema, await holdSchemaCache(deps.db, schema, deps.log, () => executors.delete(schema)))
  const executorOf = (schema: string): Executor => {
    const known = executors.get(schema)
    const holder = holders.get(schema)
    if (known) return known
    if (!holder) throw restErrors.schema(schema, options.schemas)
    const executor = createExecutor(deps.db, holder.current(), options)
    executors.set(schema, executor)
    return executor
  }
  return {
    prefix: PREFIX,
    async handle(request) {
      let hasSession = false
      try {
        const { apikey, authorization } = request.headers
        const caller = await deps.callers.resolve({
          apikey: Array.isArray(apikey) ? apikey[0] : apikey,
          authorization,
        })
        hasSession = caller.hasSession
        const path = request.path.slice(PREFIX.length)
        const body = WITH_BODY.has(request.method) ? await readText(request) : undefined
        const parsed = readApiRequest(
          { method: request.method, path, query: request.query, headers: request.headers },
          body,
          options,
        )
        const context = contextOf(caller, request, path, parsed)
        return await executorOf(parsed.schema).run(parsed, context, request, shareOf(caller, request))
      } catch (error) {
        // Nobody reads the answer any more, so there is nothing to tell and nothing to log.
        if (request.signal.aborted) return { status: 499 }
        return answerError(error, hasSession)
      }
    },
    async close() {
      for (const holder of holders.values()) await holder.close()
    },
  }
}

async function readText(request: HttpRequest): Promise<string> {
  const bytes = await readBody(request.raw, REST_LIMITS.bodyBytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw restErrors.body('Empty or invalid json')
  }
}

/** @throws whatever is neither a known refusal nor the database's. */
function answerError(error: unknown, hasSession: boolean): HttpReply {
  if (error instanceof RestError) return errorReply(error)
  if (error instanceof CallerError) return errorReply(fromCallerError(error))
  if (error instanceof BodyError) return errorReply(new RestError(error.status, 'PGRST102', error.message))
  const known = fromDatabase(error, hasSession)
  if (!known) throw error
  return errorReply(known)
}
