import { codeOf, refusalIn } from '../../lib/refusal.ts'

/** True when the service answered with a reason; without one it may not have been reached at all. */
export const hasCode = (error: unknown) => codeOf(error) !== ''

/** True when the database does not let this member write at all. */
export const isForbidden = (error: unknown) => codeOf(error) === '42501'

/** Why the database refused a text or a click, for its author; undefined for any other failure. */
export const refusalText = refusalIn({
  NF001: 'This post is already in the feed.',
  NF002: 'This comment has already been posted.',
  NF003: 'The text contains characters that cannot be shown.',
  FL001: (places) =>
    places
      ? `No longer stored: photo ${places}. Retry or remove it.`
      : 'A photo is no longer stored, because it was uploaded long ago. Remove the photos and choose them again.',
  PT429: (seconds) => `You are doing that too often. ${waitText(Number(seconds))}`,
})

/** @param seconds until the next try; 0 when unknown. */
function waitText(seconds: number): string {
  if (!(seconds > 0)) return 'Try again later.'
  if (seconds < 60) return 'Try again in a minute.'
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `Try again in ${minutes} minutes.` : `Try again in ${Math.ceil(minutes / 60)} hours.`
}
