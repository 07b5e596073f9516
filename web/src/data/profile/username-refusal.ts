import { codeOf } from '../../lib/refusal.ts'

/** The message at the field for each reason of the database (`username_problem`). */
const MESSAGES: Record<string, string | undefined> = {
  length: 'Username must have 1 to 50 characters',
  invisible: 'Username cannot contain invisible characters',
  spaces: 'Use single spaces between words only',
  characters: "Use letters, digits, spaces and these signs only: . - _ '",
  letters: 'Username needs a letter or a digit',
  marks: 'Username has an accent without its letter, or too many accents',
  scripts: 'Use letters of one alphabet only',
  taken: 'Username is already taken',
  similar: "This name looks too much like another member's name",
  reserved: 'This name reads like one of the club’s own, or like a web address',
  kept: 'This name was given up recently. No one else can take it for 90 days.',
  suspended: 'You cannot change your username while your account is suspended',
  often: 'You have changed your name too often. Try again in a few weeks.',
}

// The same reasons, as a refused write reports them.
const REASONS: Record<string, string | undefined> = {
  '22U01': 'length',
  '22U02': 'invisible',
  '22U03': 'spaces',
  '22U04': 'characters',
  '22U05': 'letters',
  '22U06': 'marks',
  '22U07': 'scripts',
  '22U08': 'reserved',
  '23505': 'taken',
  '23U01': 'similar',
  '23U02': 'kept',
  '23U03': 'often',
  PT403: 'suspended',
}

/** The message for a reason; a reason unknown to this version means that the name cannot be used. */
export const usernameProblemText = (reason: string): string => MESSAGES[reason] ?? 'Username cannot be used'

/** Why a profile was refused for its username, as a sentence; undefined for any other failure. */
export function usernameRefusal(error: unknown): string | undefined {
  const reason = REASONS[codeOf(error)]
  return reason && usernameProblemText(reason)
}
