import type { PlanFormat } from '../api-request/media-type.ts'

/** The result of EXPLAIN: one row with a document, or a row for each line of text. */
export interface PlanRow extends Record<string, unknown> {
  'QUERY PLAN': unknown
}

/** The statement that explains another one; with `analyze` it also runs it. */
export function explainSql(text: string, { format, options }: PlanFormat): string {
  return `EXPLAIN (${[`FORMAT ${format}`, ...options].join(', ').toUpperCase()}) ${text}`
}

/** The number of rows that the planner expects. */
export function plannedRows(rows: readonly PlanRow[]): number {
  const document = rows[0]?.['QUERY PLAN'] as { Plan?: { 'Plan Rows'?: unknown } }[] | undefined
  return Number(document?.[0]?.Plan?.['Plan Rows'] ?? 0)
}
