/** Errors of the database come with a code; those of the network do not. */
function detailsOf(error: unknown): { code: string; message: string; hint: string } | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  const { code, message, hint } = error as Record<string, unknown>
  return { code: String(code), message: String(message ?? ''), hint: String(hint ?? '') }
}

/** True when the service answered with a reason; without one it may not have been reached at all. */
export const hasCode = (error: unknown) => (detailsOf(error)?.code ?? '') !== ''

/** True when the database does not let this member write at all. */
export const isForbidden = (error: unknown) => detailsOf(error)?.code === '42501'

/** Why the database refused a text or a click, in words for its author; undefined when it was something else. */
export function refusalText(error: unknown): string | undefined {
  const details = detailsOf(error)
  if (details?.code === 'PT429') {
    if (details.message.includes('posted the same')) return 'You have just posted the same text.'
    if (details.message.includes('same comment')) return 'You have just written the same comment.'
    return `That was a lot in a short time. ${waitText(details.hint)}`
  }
  if (details?.code === '23514' && details.message.includes('_content_plain'))
    return 'The text holds characters that cannot be shown.'
  return undefined
}

function waitText(hint: string): string {
  const seconds = Number(/next in (\d+) seconds/.exec(hint)?.[1])
  if (!Number.isFinite(seconds)) return 'Try again a little later.'
  if (seconds < 60) return 'Try again in a minute.'
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `Try again in ${minutes} minutes.` : `Try again in ${Math.ceil(minutes / 60)} hours.`
}
