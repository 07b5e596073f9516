import type { MediaType } from '../api-request/media-type.ts'
import type { Preferences } from '../api-request/preferences.ts'
import type { ReadPlan } from '../plan/read-plan.ts'
import { nodeSql, wherePartsSql } from './node-sql.ts'
import { type ResultOptions, resultSql } from './result-sql.ts'
import { type Parameters, qualify } from './sql.ts'

/** The statement of a read: one row with the finished body and the counts. */
export function readSql(
  plan: ReadPlan,
  options: { media: MediaType; body: boolean; count: Preferences['count'] },
  params: Parameters,
): string {
  const from = plan.relation ? `${qualify(plan.relation)} AS "t0"` : ''
  const result: ResultOptions = {
    media: options.media,
    body: options.body,
    ...(options.count === 'exact' && { total: totalSql(plan, from, params) }),
    ...(options.count === 'estimated' && { total: boundedTotalSql(plan, params) }),
  }
  return resultSql(`(${nodeSql(plan, { from, on: [] }, params)})`, result)
}

/** The number of rows without the window. */
export function totalSql(plan: ReadPlan, from: string, params: Parameters): string {
  const where = wherePartsSql(plan, params)
  return `(SELECT pg_catalog.count(*) FROM ${from}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''})`
}

/** The same, counted up to one more than a result may hold: above that the planner's number is used. */
function boundedTotalSql(plan: ReadPlan, params: Parameters): string {
  return `(SELECT pg_catalog.count(*) FROM (${allRowsSql(plan, params)} LIMIT ${params.maxRows + 1}) AS "c")`
}

/** All rows that match the filters, without columns. */
export function allRowsSql(plan: ReadPlan, params: Parameters): string {
  const where = wherePartsSql(plan, params)
  const from = plan.relation ? `${qualify(plan.relation)} AS "t0"` : ''
  return `SELECT 1 FROM ${from}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''}`
}
