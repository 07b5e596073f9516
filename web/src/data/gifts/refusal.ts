const WORDS: Record<string, string | undefined> = {
  '42501': 'Suspended members cannot give or receive points.',
  '23503': 'This member is no longer here.',
  P0001: 'You do not have enough points for this gift.',
  PT429: 'You have given as many gifts as one day allows. Try again tomorrow.',
}

/** Why the database refused a gift, in plain words; undefined when it says no more than that something failed. */
export function giftRefusal(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? WORDS[String(error.code)] : undefined
}
