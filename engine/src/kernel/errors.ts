/** Something that keeps the engine from starting; its message is one line for the person who starts it. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The message of anything thrown, as one line. */
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
