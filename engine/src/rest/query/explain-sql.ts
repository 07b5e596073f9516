import type { PlanFormat } from '../api-request/media-type.ts'

/** What EXPLAIN answers: one row with a document, or a row for each line of text. */
export interface PlanRow extends Record<string, unknown> {
  'QUERY PLAN': unknown
}

/** The statement that shows how PostgreSQL carries another one out; with `analyze` it does so too. */
export function explainSql(text: string, { format, options }: PlanFormat): string {
  return `EXPLAIN (${[`FORMAT ${format}`, ...options].join(', ').toUpperCase()}) ${text}`
}

/** How many rows the planner expects. */
export function plannedRows(rows: readonly PlanRow[]): number {
  const document = rows[0]?.['QUERY PLAN'] as { Plan?: { 'Plan Rows'?: unknown } }[] | undefined
  return Number(document?.[0]?.Plan?.['Plan Rows'] ?? 0)
}
