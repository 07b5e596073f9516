import type { RequestContext } from './port.ts'

const GUEST_TIMEOUT_MS = 3_000
/** Limits that hosted Supabase sets on its roles; `set role` in a transaction does not apply them. */
const STATEMENT_TIMEOUT_MS: Readonly<Record<string, number>> = {
  anon: GUEST_TIMEOUT_MS,
  authenticated: 8_000,
  service_role: 60_000,
}
const LOCK_TIMEOUT_MS = 8_000

/** Name and value, alternating, of all settings of one transaction; the role comes last. */
export function transactionSettings({
  role,
  settings,
  timeoutMs = Number.POSITIVE_INFINITY,
}: Pick<RequestContext, 'role' | 'settings' | 'timeoutMs'>): string[] {
  const flat = [
    'statement_timeout',
    String(Math.min(timeoutMs, STATEMENT_TIMEOUT_MS[role] ?? GUEST_TIMEOUT_MS)),
    'lock_timeout',
    String(LOCK_TIMEOUT_MS),
  ]
  for (const [name, value] of Object.entries(settings)) flat.push(name, value)
  flat.push('role', role)
  return flat
}

const setConfigTexts = new Map<number, string>()

/** A statement that sets that many names and values for the transaction, and returns almost nothing. */
export function setConfigText(count: number): string {
  const known = setConfigTexts.get(count)
  if (known !== undefined) return known
  const calls = Array.from({ length: count / 2 }, (_, i) => `pg_catalog.set_config($${2 * i + 1}, $${2 * i + 2}, true)`)
  const text = `select pg_catalog.num_nulls(${calls.join(', ')})`
  setConfigTexts.set(count, text)
  return text
}

const ISOLATION_LEVELS = ['read uncommitted', 'read committed', 'repeatable read', 'serializable']

/** The statement that opens a transaction for a request. */
export function beginText({ readOnly, oneSnapshot, isolation }: RequestContext): string {
  const level = oneSnapshot ? 'repeatable read' : ISOLATION_LEVELS.find((known) => known === isolation)
  return `begin${level === undefined ? '' : ` isolation level ${level}`}${readOnly ? ' read only' : ''}`
}
