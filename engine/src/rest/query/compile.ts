import { createHash } from 'node:crypto'
import type { ApiRequest } from '../api-request/api-request.ts'
import type { Slot } from '../api-request/types.ts'
import type { CallPlan } from '../plan/call-plan.ts'
import type { ReadPlan } from '../plan/read-plan.ts'
import type { WritePlan } from '../plan/write-plan.ts'
import { callSql } from './call-sql.ts'
import { explainSql } from './explain-sql.ts'
import type { Guards } from './guard-sql.ts'
import { allRowsSql, readSql } from './read-sql.ts'
import { Parameters } from './sql.ts'
import { writeSql } from './write-sql.ts'

export type Plan =
  | { kind: 'read'; read: ReadPlan }
  | { kind: 'write'; write: WritePlan }
  | { kind: 'call'; call: CallPlan }

/** The statement of one request shape; `slots[n - 1]` is the slot of `$n`. */
export interface Compiled {
  plan: Plan
  text: string
  hash: string
  slots: readonly Slot[]
  /** What a called function sets while it runs, of what is set before the statement. */
  hoisted?: ReadonlyMap<string, string>
  /** The statement that asks the planner for the total number of rows. */
  planned?: { text: string; slots: readonly Slot[] }
}

/** The result from the database: one row. */
export interface ResultRow extends Record<string, unknown> {
  body: string
  rows: number
  total?: number | null
  inserted?: number | null
  location?: (string | null)[] | null
  headers: string | null
  status: string | null
}

/** Compiles a plan to its statement. */
export function compile(plan: Plan, request: ApiRequest): Compiled {
  const params = new Parameters(request.maxRows)
  const text = statementText(plan, request, params)
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 32)
  const planned = plannedCount(plan, request)
  return { plan, text, hash, slots: params.slots, ...(planned && { planned }) }
}

function plannedCount(plan: Plan, request: ApiRequest): Compiled['planned'] {
  if (plan.kind !== 'read' || (request.count !== 'planned' && request.count !== 'estimated')) return undefined
  const params = new Parameters(request.maxRows)
  return { text: explainSql(allRowsSql(plan.read, params), { format: 'json', options: [] }), slots: params.slots }
}

function statementText(plan: Plan, request: ApiRequest, params: Parameters): string {
  const { media, method, count, maxAffectedSlot } = request
  const body = method !== 'HEAD'
  if (plan.kind === 'read') return readSql(plan.read, { media, body, count }, params)
  const guards: Guards = {
    singular: media.kind === 'object' && (plan.kind === 'write' || plan.call.routine.returnsSet),
    ...(method === 'PUT' && { put: true }),
    ...(maxAffectedSlot !== undefined && { maxAffected: maxAffectedSlot }),
  }
  if (plan.kind === 'write') return writeSql(plan.write, { media, guards }, params)
  return callSql(plan.call, { media, body, count: count !== undefined, guards }, params)
}
