/** An error that keeps the engine from starting; its message is one line for the operator. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The message of any thrown value, on one line. */
export function messageOf(error: unknown): string {
  // Node's AggregateError (several addresses tried) has an empty message of its own.
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0])
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.replace(/\s+/g, ' ').trim()
}

/** The `code` of a system or database error, when it has one. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

/**
 * Whether a rule of the domain refused under a code of its own: two letters and three digits. PostgreSQL uses this form
 * for `HV` and `XX` only, and PostgREST for `PT`, which carries a status.
 */
export const isDomainCode = (code: string | undefined): boolean => /^(?!HV|XX|PT)[A-Z]{2}\d{3}$/.test(code ?? '')
