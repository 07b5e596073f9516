import type { ResolvedConfig } from '../config.ts'
import type { Database } from '../db/port.ts'
import { BodyError, readBody } from '../http/body.ts'
import { CallerError, type CallerResolver } from '../http/caller.ts'
import type { HttpReply, HttpRequest, Service } from '../http/types.ts'
import type { Logger } from '../kernel/logger.ts'
import { allowedMethods } from './allowed-methods.ts'
import { bodyTypeOf, readApiRequest } from './api-request/api-request.ts'
import { REST_LIMITS } from './api-request/limits.ts'
import { fromCallerError } from './caller-error.ts'
import { RestError, restErrors } from './errors.ts'
import { createExecutor, type Executor } from './execute.ts'
import { contextOf, shareOf, standingContext } from './request-context.ts'
import { fromDatabase } from './response/database-error.ts'
import { errorReply } from './response/error-reply.ts'
import { holdSchemaCache, type SchemaCacheHolder } from './schema-cache/holder.ts'

const PREFIX = '/rest/v1'
const WITH_BODY = new Set(['POST', 'PATCH', 'PUT'])

/** Tables, views and functions of the exposed schemas, in PostgREST's dialect, under `/rest/v1`. */
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
  const standing = new Map(options.schemas.map((schema) => [schema, standingContext(schema, options)]))
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
        let caller = await deps.callers.resolve(request.headers)
        hasSession = caller.hasSession
        const path = request.path.slice(PREFIX.length)
        let body: string | undefined
        if (WITH_BODY.has(request.method)) {
          body = await readBodyText(
            request,
            caller.role === 'anon' ? REST_LIMITS.guestBodyBytes : REST_LIMITS.bodyBytes,
          )
          // The body may arrive long after the headers, and the session may have ended in between.
          caller = await deps.callers.resolve(request.headers)
        }
        const parsed = readApiRequest(
          { method: request.method, path, query: request.query, headers: request.headers },
          body,
          options,
        )
        const context = contextOf(
          caller,
          request,
          path,
          parsed,
          standing.get(parsed.schema) ?? standingContext(parsed.schema, options),
        )
        return await executorOf(parsed.schema).run(parsed, context, request, shareOf(caller, request))
      } catch (error) {
        // The client has disconnected, so there is no reply to send and nothing to log.
        if (request.signal.aborted) return { status: 499 }
        return answerError(error, hasSession)
      }
    },
    optionsHeaders(path) {
      const cache = holders.get(options.schemas[0])?.current()
      const allowed = cache && allowedMethods(cache, path.slice(PREFIX.length))
      const headers: Record<string, string> = {}
      if (allowed !== undefined) headers.allow = allowed
      return headers
    },
    async close() {
      for (const holder of holders.values()) await holder.close()
    },
  }
}

/**
 * The text of a body; bytes as a literal of PostgreSQL.
 * @param limit bytes; more is refused before anything is parsed.
 */
async function readBodyText(request: HttpRequest, limit: number): Promise<string> {
  const bytes = await readBody(request.raw, limit)
  if (bodyTypeOf(request.headers) === 'application/octet-stream') return `\\x${bytes.toString('hex')}`
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw restErrors.body('Empty or invalid json')
  }
}

/** @throws any error that is neither a known refusal nor the database's. */
function answerError(error: unknown, hasSession: boolean): HttpReply {
  if (error instanceof RestError) return errorReply(error)
  if (error instanceof CallerError) return errorReply(fromCallerError(error))
  if (error instanceof BodyError) return errorReply(new RestError(error.status, 'PGRST102', error.message))
  const known = fromDatabase(error, hasSession)
  if (!known) throw error
  return errorReply(known)
}
