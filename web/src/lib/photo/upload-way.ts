/**
 * The largest photo that is sent in one request, in bytes. It takes about 4 s at 0.5 Mbit/s, so a second attempt costs
 * little; to send it in parts costs two more round trips. Avatars are smaller, most photos of a lake are larger.
 */
const WHOLE_BYTES = 256 * 1024

/** Kinds of connections for which browsers measure more than 270 ms of delay or less than 700 kbit/s. */
const SLOW = ['slow-2g', '2g', '3g']

/** Keys in the tab's storage of uploads that were begun in parts; the uploader's ID follows. */
export const BEGUN = 'bankside-upload-'

/**
 * Whether a photo is sent so that it can go on where it was interrupted: a large one, any on a slow line (as far as the
 * browser knows: Chromium does), and any of a member who has begun one in this tab, because it may be this one.
 * @param size in bytes.
 */
export function isSentInParts(size: number, userId: string): boolean {
  const { connection } = navigator as Navigator & { connection?: { effectiveType?: string } }
  return size > WHOLE_BYTES || SLOW.includes(connection?.effectiveType ?? '') || hasBegun(userId)
}

function hasBegun(userId: string): boolean {
  try {
    return Object.keys(sessionStorage).some((key) => key.startsWith(`${BEGUN}${userId}`))
  } catch {
    return false
  }
}
