import type { RestConfig } from '../config.ts'
import type { Database, RequestContext, RunOptions } from '../db/port.ts'
import type { HttpReply, HttpRequest } from '../http/types.ts'
import type { ApiRequest } from './api-request/api-request.ts'
import { restErrors } from './errors.ts'
import { openApiReply } from './open-api.ts'
import { buildRead } from './plan/build-read.ts'
import { buildWrite } from './plan/build-write.ts'
import { buildCall } from './plan/call-plan.ts'
import { withMadeMedia } from './plan/made-media.ts'
import { planPut } from './plan/put.ts'
import { nestsLists } from './plan/read-plan.ts'
import { type Compiled, compile, type Plan, type ResultRow } from './query/compile.ts'
import { explainSql, type PlanRow, plannedRows } from './query/explain-sql.ts'
import { buildReply, planReply } from './response/reply.ts'
import type { Relation, SchemaCache } from './schema-cache/model.ts'
import { shapeOf } from './shape.ts'
import { StatementCache } from './statement-cache.ts'

/** Runs requests against one version of the schema; a change of the schema creates a new executor. */
export interface Executor {
  /** @param share whose share of the connections the request uses; nobody's for the operator. */
  run(
    request: ApiRequest,
    context: RequestContext,
    http: Pick<HttpRequest, 'query' | 'signal'>,
    share: Pick<RunOptions, 'caller' | 'place'>,
  ): Promise<HttpReply>
}

type ExecutorOptions = Pick<RestConfig, 'plannedCounts' | 'hoistedSettings'>

/** An executor with an empty statement cache. */
export function createExecutor(db: Database, cache: SchemaCache, options: ExecutorOptions): Executor {
  const statements = new StatementCache()
  return {
    async run(asked, callerContext, http, share) {
      if (asked.target.kind === 'root') return await openApiReply(db, cache, asked, callerContext.role)
      if (asked.method === 'PUT') planPut(findRelation(cache, asked), asked)
      const request = withMadeMedia(
        cache,
        withAllowedCount(asked, options.plannedCounts || callerContext.role === 'service_role'),
      )
      const { compiled, repeated } = statements.get(shapeOf(request), () => {
        const plan = makePlan(cache, request)
        return { ...compile(plan, request), ...hoistedOf(plan, options.hoistedSettings) }
      })
      const context = withHoisted(callerContext, compiled)
      const run = { lane: laneOf(compiled), signal: http.signal, ...share }
      const values = valuesOf(request, compiled.slots)
      if (request.plan) {
        const text = explainSql(compiled.text, request.plan)
        // With `analyze` PostgreSQL runs the statement, which must not change anything.
        const rows = await db.runAs<PlanRow>({ ...context, rollback: true }, { text, values }, run)
        return planReply(request, request.plan, rows)
      }
      const undone = request.rollback
      const [row] = await db.runAs<ResultRow>(
        undone ? { ...context, rollback: true } : context,
        {
          text: compiled.text,
          values,
          // One name per role: PostgreSQL plans a statement again when the role changes.
          ...(repeated && !undone && { name: `${context.role}:${compiled.hash}` }),
        },
        run,
      )
      if (!row) throw new Error('the statement returned no row')
      const { planned } = compiled
      if (!planned || (request.count !== 'planned' && (row.total ?? 0) <= request.maxRows))
        return buildReply(request, compiled, row, http.query)
      // In a transaction of its own: policies may read what the function before the request sets, so that it runs again.
      const ask = { text: planned.text, values: valuesOf(request, planned.slots) }
      const estimate = plannedRows(await db.runAs<PlanRow>(context, ask, run))
      const total = Math.max(estimate, row.total ?? 0, (request.params.offset ?? 0) + row.rows)
      return buildReply(request, compiled, { ...row, total }, http.query)
    },
  }
}

/**
 * The same request with a count that the caller may see.
 * @param planner whether the planner's numbers are allowed; they include rows that row-level security hides.
 */
function withAllowedCount(request: ApiRequest, planner: boolean): ApiRequest {
  if (request.count === undefined || (planner && request.target.kind === 'relation')) return request
  return { ...request, count: 'exact' }
}

/** What a called function sets while it runs, if the operator lets it apply from before the call. */
function hoistedOf(plan: Plan, names: readonly string[]): Pick<Compiled, 'hoisted'> {
  const declared = plan.kind === 'call' ? [...plan.call.routine.settings] : []
  const hoisted = new Map(declared.filter(([name]) => names.includes(name)))
  return hoisted.size > 0 ? { hoisted } : {}
}

/** A limit of time that is set before the statement includes the call itself. */
function withHoisted(context: RequestContext, { hoisted }: Compiled): RequestContext {
  if (!hoisted) return context
  const { default_transaction_isolation: isolation, ...settings } = Object.fromEntries(hoisted)
  return {
    ...context,
    settings: { ...context.settings, ...settings },
    ...(isolation !== undefined && { isolation }),
  }
}

function valuesOf(request: ApiRequest, slots: Compiled['slots']): (string | null)[] {
  return slots.map((slot) => request.values[slot] ?? null)
}

function makePlan(cache: SchemaCache, request: ApiRequest): Plan {
  const { target } = request
  if (target.kind === 'routine') {
    const call = buildCall(cache, target.name, request)
    const { made } = request.media
    // Another function of the same name may make the type.
    if (made && !made.aggregate && call.routine.media?.type !== made.type) throw restErrors.mediaType(made.type)
    return { kind: 'call', call }
  }
  const relation = findRelation(cache, request)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return { kind: 'write', write: buildWrite(cache, relation, request) }
  const source = { name: relation.name, relation, columns: relation.columns }
  return { kind: 'read', read: buildRead(cache, source, request) }
}

function findRelation(cache: SchemaCache, request: ApiRequest): Relation {
  const name = request.target.kind === 'relation' ? request.target.name : ''
  const relation = cache.relations.get(name)
  if (!relation) throw restErrors.noRelation(cache.schema, name)
  return relation
}

/**
 * Writes may wait for locks, and requests on the same connection would wait too. A function's own limit of time may be
 * longer than that of the shared connections, and its own isolation level needs a transaction of several statements.
 */
function laneOf({ plan, hoisted }: Compiled): 'fast' | 'heavy' | 'slow' {
  const read = plan.kind === 'read' ? plan.read : plan.kind === 'write' ? plan.write.read : plan.call.read
  if (read && nestsLists(read)) return 'heavy'
  if (plan.kind === 'read') return 'fast'
  return plan.kind === 'call' && !plan.call.routine.volatile && !hoisted ? 'fast' : 'slow'
}
