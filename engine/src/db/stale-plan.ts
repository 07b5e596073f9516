import { codeOf } from '../kernel/errors.ts'

/**
 * Whether a prepared statement was refused before it ran, because of what its connection had prepared: a plan from
 * before a migration, or one whose first use failed. The transaction was rolled back, so it may be repeated.
 */
export function isStalePlan(error: unknown): boolean {
  const code = codeOf(error)
  return code === '26000' || (code === '0A000' && /cached plan must not change/.test((error as Error).message))
}
