const WORDS: Record<string, string | undefined> = {
  '23503': 'This member is no longer here.',
  '23514': 'The reason holds characters that cannot be shown.',
}

/** Why the database refused a change, in plain words; undefined when it says no more than that something failed. */
export function pointsRefusal(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? WORDS[String(error.code)] : undefined
}
