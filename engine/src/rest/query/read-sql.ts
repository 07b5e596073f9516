import type { MediaType } from '../api-request/media-type.ts'
import type { ReadPlan } from '../plan/read-plan.ts'
import { nodeSql, wherePartsSql } from './node-sql.ts'
import { type ResultOptions, resultSql } from './result-sql.ts'
import { type Parameters, qualify } from './sql.ts'

/** The statement of a read: one row with the finished body and the counts. */
export function readSql(
  plan: ReadPlan,
  options: { media: MediaType; body: boolean; count: boolean },
  params: Parameters,
): string {
  const from = plan.relation ? `${qualify(plan.relation)} AS "t0"` : ''
  const result: ResultOptions = {
    media: options.media,
    body: options.body,
    ...(options.count && { total: totalSql(plan, from, params) }),
  }
  return resultSql(`(${nodeSql(plan, { from, on: [] }, params)})`, result)
}

/** How many rows there are without the window. */
export function totalSql(plan: ReadPlan, from: string, params: Parameters): string {
  const where = wherePartsSql(plan, params)
  return `(SELECT pg_catalog.count(*) FROM ${from}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''})`
}
