/** The badge was deleted, or taken back, by somebody else meanwhile. */
export class BadgeNotFound extends Error {
  override name = 'BadgeNotFound'
}

const WORDS: Record<string, string | undefined> = {
  '23503': 'This member is no longer here.',
  '23505': 'This member already has this badge.',
}

/** Why the database refused an award, in plain words; undefined when it says no more than that something failed. */
export function awardRefusal(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? WORDS[String(error.code)] : undefined
}
