/** The package was deleted meanwhile. */
export class PackageNotFoundError extends Error {
  constructor() {
    super('Package not found')
    this.name = 'PackageNotFoundError'
  }
}

/**
 * Why the database refused a change of the prizes, in its own words for admins; undefined when it was something else.
 * P0001 and the deletions' 23503 are raised by the rules themselves, in sentences; other codes speak to developers.
 */
export function prizeRefusal(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  const { code, message, hint } = error as { code: unknown; message?: unknown; hint?: unknown }
  if (code === '42501') return 'Only admins may do this.'
  if (code === '23514') return 'A text or a number is outside its limits.'
  if (typeof message !== 'string' || /violates/.test(message)) return undefined
  if (code === '23503') return [message, hint].filter(Boolean).join(' ')
  return code === 'P0001' ? message : undefined
}
