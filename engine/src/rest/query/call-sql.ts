import type { MediaType } from '../api-request/media-type.ts'
import type { Slot } from '../api-request/types.ts'
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
  if (!read) {
    const total = options.count ? { total: '(SELECT pg_catalog.count(*) FROM "src")' } : {}
    return `${call} ${resultSql('"src"', { ...common, ...total, single, scalar: true })}`
  }
  const from = '"src" AS "t0"'
  const rows = `(${nodeSql(read, { from, on: [] }, params)})`
  const total = options.count ? totalSql(read, from, params) : undefined
  return `${call} ${resultSql(rows, { ...common, ...(total && { total }), single })}`
}

function sourceSql(plan: CallPlan, params: Parameters): string {
  const { routine, input } = plan
  const name = qualify(routine)
  // A bare value is called for in the select list, where a record needs no list of columns.
  const row = `SELECT "r".*${plan.read?.rowColumn ? `, "r" AS ${ROW}` : ''} FROM`
  const select = (call: string) => (plan.read ? `${row} ${call} AS "r"` : `SELECT ${call} AS "v"`)
  if (input.kind === 'body') return select(`${name}(${params.add(input.slot)}::${input.type})`)
  if (input.kind === 'slots') {
    const args = input.args.map(({ argument, slots }) => argumentSql(argument, slotsSql(argument, slots, params)))
    return select(`${name}(${args.join(', ')})`)
  }
  if (input.args.length === 0) return select(`${name}()`)
  const columns = input.args.map((argument) => `${quoteIdent(argument.name)} ${argument.type}`)
  const args = input.args.map((argument) => argumentSql(argument, `"b0".${quoteIdent(argument.name)}`))
  const json = `${params.add(input.slot)}::json`
  // Of a list the first object has the arguments.
  const body = input.isArray
    ? `(SELECT "_".* FROM pg_catalog.json_to_recordset(${json}) AS "_"(${columns.join(', ')}) LIMIT 1) AS "b0"`
    : `pg_catalog.json_to_record(${json}) AS "b0"(${columns.join(', ')})`
  const call = `${name}(${args.join(', ')})`
  return plan.read ? `${row} ${body}, LATERAL ${call} AS "r"` : `SELECT ${call} AS "v" FROM ${body}`
}

/** The value of an argument; that of a list is a literal such as `{1,2}`, or its items in repeated parameters. */
function slotsSql({ type, variadic }: Argument, slots: readonly Slot[], params: Parameters): string {
  const [first = '', ...others] = slots.map((slot) => params.add(slot))
  if (!variadic) return `${first}::${type}`
  const list = `ARRAY[${[first, ...others].map((value) => `${value}::text`).join(', ')}]::${type}`
  return others.length > 0 ? list : `CASE WHEN ${first}::text LIKE '{%' THEN ${first}::text::${type} ELSE ${list} END`
}

function argumentSql(argument: Argument, value: string): string {
  return `${argument.variadic ? 'VARIADIC ' : ''}${quoteIdent(argument.name)} := ${value}`
}
