const WORDS: Record<string, string | undefined> = {
  admin: 'By hand',
  referral: 'Referral',
  gift_sent: 'Gift given',
  gift_received: 'Gift received',
  game: 'Game',
  prize: 'Prize',
}

/** What a row of the ledger is for, in a word or two. */
export const kindWord = (kind: string) => WORDS[kind] ?? kind
