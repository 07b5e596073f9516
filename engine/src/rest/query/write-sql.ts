import type { MediaType } from '../api-request/media-type.ts'
import type { WritePlan } from '../plan/write-plan.ts'
import type { Column } from '../schema-cache/model.ts'
import { type Guards, guardSql } from './guard-sql.ts'
import { nodeSql, wherePartsSql } from './node-sql.ts'
import { ROW_COUNT, resultSql } from './result-sql.ts'
import { neededColumnsSql } from './row-sql.ts'
import { type Parameters, qualify, quoteIdent } from './sql.ts'

// Counts the rows that an upsert inserted: each row adds one, and each conflict subtracts one.
const inserted = (step: number) =>
  `pg_catalog.set_config('pgrst.inserted', (COALESCE(nullif(pg_catalog.current_setting('pgrst.inserted', true), ''), '0')::int + ${step})::text, true)`

/** The statement of a write: the write as a CTE, and the reply read from its rows. */
export function writeSql(plan: WritePlan, options: { media: MediaType; guards: Guards }, params: Parameters): string {
  const keys = plan.location ? plan.relation.primaryKey : []
  const returned = neededColumnsSql({ alias: 't0' }, plan.returned)
  const nothing = plan.kind === 'update' && plan.columns.length === 0
  const write = nothing
    ? `SELECT ${returned} FROM ${qualify(plan.relation)} AS "t0" WHERE false`
    : `${commandSql(plan, params)} RETURNING ${returned}`
  const source = plan.read ? `(${nodeSql(plan.read, { from: '"src" AS "t0"', on: [] }, params)})` : '"src"'
  const guard = guardSql(options.guards, ROW_COUNT, params)
  const extra: string[] = []
  if (plan.location)
    extra.push(
      `(SELECT pg_catalog.json_build_array(${keys.map((key) => `"s".${quoteIdent(key)}::text`).join(', ')}) FROM "src" AS "s" LIMIT 1) AS "location"`,
    )
  if (plan.conflict?.action === 'merge')
    extra.push(
      `CASE WHEN ${ROW_COUNT} >= 0 THEN nullif(pg_catalog.current_setting('pgrst.inserted', true), '')::int END AS "inserted"`,
    )
  return `WITH "src" AS (${write}) ${resultSql(source, { media: options.media, body: plan.read !== undefined, extra, ...(guard && { guard }) })}`
}

function commandSql(plan: WritePlan, params: Parameters): string {
  const target = `${qualify(plan.relation)} AS "t0"`
  if (plan.kind === 'insert') return insertSql(plan, target, params)
  const where = wherePartsSql({ alias: 't0', where: plan.where, embeds: [] }, params).join(' AND ')
  if (plan.kind === 'delete') return `DELETE FROM ${target} WHERE ${where}`
  const sets = plan.columns.map(({ name }) => `${quoteIdent(name)} = "b0".${quoteIdent(name)}`)
  return `UPDATE ${target} SET ${sets.join(', ')} FROM ${bodySql(plan, params)} AS "b0" WHERE ${where}`
}

function insertSql(plan: WritePlan, target: string, params: Parameters): string {
  const names = plan.columns.map(({ name }) => quoteIdent(name))
  const merge = plan.conflict?.action === 'merge'
  const counted = merge ? ` WHERE ${countedSql(plan, params)}` : ''
  const values = names.length
    ? `(${names.join(', ')}) SELECT ${names.map((name) => `"b0".${name}`).join(', ')} FROM ${bodySql(plan, params)} AS "b0"${counted}`
    : emptyRowsSql(plan, params)
  return `INSERT INTO ${target} ${values}${conflictSql(plan, names)}`
}

/** True for each row that is written, which it counts. Of the body of a PUT, that is the row with the key. */
function countedSql({ only, columns }: WritePlan, params: Parameters): string {
  const counts = `${inserted(1)} <> '0'`
  if (!only) return counts
  const equal = [...only].map(([name, slot]) => {
    const read = columns.find((column) => column.name === name)?.represented?.fromText
    const value = params.add(slot)
    // A cast to the column's type would cut the value to the column's length.
    return `"b0".${quoteIdent(name)} = ${read ? `${qualify(read)}(${value}::text)` : value}`
  })
  // The row is compared before it is counted.
  return `CASE WHEN ${equal.join(' AND ')} THEN ${counts} ELSE false END`
}

function emptyRowsSql(plan: WritePlan, params: Parameters): string {
  if (!plan.isArray) return `DEFAULT VALUES`
  // A list of objects without keys cannot be inserted in one statement; an empty list inserts nothing.
  const column = [...plan.relation.columns.values()][0]
  const name = quoteIdent(column?.name ?? '')
  return `(${name}) SELECT NULL::${column?.type} FROM pg_catalog.json_array_elements(${params.add(plan.payloadSlot ?? 0)}::json) WHERE false`
}

function conflictSql(plan: WritePlan, names: readonly string[]): string {
  if (!plan.conflict) return ''
  const target = ` ON CONFLICT (${plan.conflict.columns.map(quoteIdent).join(', ')}) DO`
  if (plan.conflict.action === 'ignore' || names.length === 0) return `${target} NOTHING`
  const sets = names.map((name) => `${name} = EXCLUDED.${name}`)
  return `${target} UPDATE SET ${sets.join(', ')} WHERE ${inserted(-1)} <> '-1'`
}

/** The body as rows of exactly the written columns, converted by PostgreSQL. */
function bodySql(plan: WritePlan, params: Parameters): string {
  const body = `${params.add(plan.payloadSlot ?? 0)}::json`
  const columns = plan.columns
    .map(({ name, type, represented }) => `${quoteIdent(name)} ${represented?.fromJson ? 'json' : type}`)
    .join(', ')
  const rows = plan.isArray ? 'pg_catalog.json_to_recordset' : 'pg_catalog.json_to_record'
  const defaults = plan.columns.filter(({ defaultSql }) => defaultSql !== undefined)
  const fills = plan.missingDefaults && defaults.length > 0
  const values = plan.columns.some(({ represented }) => represented?.fromJson)
    ? plan.columns.map((column) => readColumnSql(column, fills)).join(', ')
    : '"_".*'
  if (!fills) return `(SELECT ${values} FROM ${rows}(${body}) AS "_"(${columns}))`
  const elements = plan.isArray ? `pg_catalog.jsonb_array_elements(${body}::jsonb)` : `(SELECT ${body}::jsonb)`
  const pairs = defaults.filter(({ represented }) => !represented?.fromJson).map(defaultPairSql)
  const filled = `pg_catalog.jsonb_build_object(${pairs.join(', ')}) || "e"."v"`
  return `(SELECT ${values} FROM ${elements} AS "e"("v"), LATERAL pg_catalog.jsonb_to_record(${filled}) AS "_"(${columns}))`
}

/**
 * A value of the body, by the function of its domain if there is one.
 * @param fills whether a key that a row lacks takes the default, which is a value of the domain and not of the body.
 */
function readColumnSql({ name, type, defaultSql, represented }: Column, fills: boolean): string {
  const column = `"_".${quoteIdent(name)}`
  if (!represented?.fromJson) return column
  const read = `${qualify(represented.fromJson)}(${column})`
  const filled =
    fills && defaultSql !== undefined
      ? `CASE WHEN pg_catalog.jsonb_exists("e"."v", ${quoteText(name)}) THEN ${read} ELSE (${defaultSql})::${type} END`
      : read
  return `${filled} AS ${quoteIdent(name)}`
}

function defaultPairSql({ name, defaultSql }: Column): string {
  return `${quoteText(name)}, ${defaultSql}`
}

/** A name of the schema as text. */
function quoteText(name: string): string {
  return `'${name.replaceAll("'", "''")}'`
}
