import type { MediaType } from '../api-request/media-type.ts'
import type { CallPlan } from '../plan/call-plan.ts'
import type { Argument } from '../schema-cache/model.ts'
import { type Guards, guardSql } from './guard-sql.ts'
import { nodeSql } from './node-sql.ts'
import { totalSql } from './read-sql.ts'
import { ROW_COUNT, resultSql } from './result-sql.ts'
import { ROW } from './row-sql.ts'
import { type Parameters, qualify, quoteIdent } from './sql.ts'

/** The statement of a function call: the call as a CTE, so that it runs once, and the answer read from it. */
export function callSql(
  plan: CallPlan,
  options: { media: MediaType; body: boolean; count: boolean; guards: Guards },
  params: Parameters,
): string {
  const { routine, read } = plan
  const call = `WITH "src" AS MATERIALIZED (${sourceSql(plan, params)})`
  const guard = guardSql(options.guards, ROW_COUNT, params)
  const common = { media: options.media, body: options.body && routine.returns !== 'void', ...(guard && { guard }) }
  const single = !routine.returnsSet
  if (!read) return `${call} ${resultSql('"src"', { ...common, single, scalar: true })}`
  const from = '"src" AS "t0"'
  const rows = `(${nodeSql(read, { from, on: [] }, params)})`
  const total = options.count ? totalSql(read, from, params) : undefined
  return `${call} ${resultSql(rows, { ...common, ...(total && { total }), single })}`
}

function sourceSql(plan: CallPlan, params: Parameters): string {
  const { routine, input } = plan
  const name = qualify(routine)
  const result = plan.read ? `"r".*${plan.read.rowColumn ? `, "r" AS ${ROW}` : ''}` : '"r"."v"'
  const alias = plan.read ? '"r"' : '"r"("v")'
  if (input.kind === 'body')
    return `SELECT ${result} FROM ${name}(${params.add(input.slot)}::${input.type}) AS ${alias}`
  if (input.kind === 'slots') {
    const args = input.args.map(({ argument, slot }) => argumentSql(argument, `${params.add(slot)}::${argument.type}`))
    return `SELECT ${result} FROM ${name}(${args.join(', ')}) AS ${alias}`
  }
  if (input.args.length === 0) return `SELECT ${result} FROM ${name}() AS ${alias}`
  const columns = input.args.map((argument) => `${quoteIdent(argument.name)} ${argument.type}`)
  const args = input.args.map((argument) => argumentSql(argument, `"b0".${quoteIdent(argument.name)}`))
  return (
    `SELECT ${result} FROM pg_catalog.json_to_record(${params.add(input.slot)}::json) AS "b0"(${columns.join(', ')}), ` +
    `LATERAL ${name}(${args.join(', ')}) AS ${alias}`
  )
}

function argumentSql(argument: Argument, value: string): string {
  return `${argument.variadic ? 'VARIADIC ' : ''}${quoteIdent(argument.name)} := ${value}`
}
