import { codeOf, refusalIn } from '../../lib/refusal.ts'

/** Why the database refused a catch, for its angler; undefined for any other failure. */
export const catchRefusal = refusalIn({
  '42501': 'Your account is suspended, so your journal cannot be changed.',
  '23505': 'The photo is already in another catch. Remove it, or choose it again.',
  CT001: 'The day is in the future.',
  CT002: 'The note contains characters that cannot be shown.',
  CT003:
    'This catch was logged before, with other values. Change it in the journal, or save again to log one more catch with these.',
  CT004: 'This catch was logged before and has been deleted since. Save again to log it once more.',
  FL001: 'The photo is no longer stored. Remove it and choose it again.',
  PT429: 'You have reached the limit of catches for now. Try again later.',
})

/** Whether the request that logged the catch stands for another catch, or one that is gone: it is logged by a new one. */
export const isSpent = (error: unknown): boolean => isSpentCode(codeOf(error))

export const isSpentCode = (code: string | null): boolean => code === 'CT003' || code === 'CT004'
