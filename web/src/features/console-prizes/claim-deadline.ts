import { CLAIM_DAYS } from '../../../../contract/src/limits.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The usual deadline, on a whole minute as the field shows it. */
export const usualDeadline = (now = new Date()): string =>
  new Date(Math.ceil((now.getTime() + CLAIM_DAYS * DAY) / MINUTE) * MINUTE).toISOString()

/** A moment within a minute that no other assignment is likely to have. */
export const newMark = (): number => Math.floor(Math.random() * MINUTE)

/**
 * The deadline to be sent: the chosen minute, and in it the mark by which the assignment is known again when its answer
 * was lost. The winner gets these seconds on top.
 */
export const markedDeadline = (chosen: string, mark: number): string =>
  new Date(Math.floor(Date.parse(chosen) / MINUTE) * MINUTE + mark).toISOString()

/** What is wrong with a chosen deadline. */
export function deadlineError(chosen: string | null, now = new Date()): string | undefined {
  if (!chosen) return 'Choose a claim deadline.'
  return Date.parse(chosen) <= now.getTime() ? 'The claim deadline must be in the future.' : undefined
}
