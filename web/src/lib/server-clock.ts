/** Event on the window when the server's clock turns out to differ from the assumed one. */
export const CLOCK_EVENT = 'server-clock'

// The header has whole seconds and an answer takes time: a smaller difference is ignored.
const TOLERANCE = 5_000
// The page's head may have sent the request this long before the app uses its answer.
const EARLY = 12_000

// How far the server's clock is ahead, at least: an answer is read after it was written.
let ahead = Number.NEGATIVE_INFINITY
let offset = 0

/** The current time by the server's clock, in milliseconds; by the device's clock until a service has answered. */
export const serverNow = (): number => Date.now() + offset

/** Converts a time of the device's clock to the server's clock, in milliseconds. */
export const toServerTime = (deviceTime: number): number => deviceTime + offset

/**
 * Updates the clock from the `Date` header of an answer.
 * @param date the header; null where the browser may not read it.
 * @param asked when the request was sent, by the device's clock.
 */
export function noteServerTime(date: string | null, asked: number): void {
  const serverTime = Date.parse(date ?? '')
  const least = serverTime - Date.now()
  // Answers only raise the known minimum, unless the device's clock was set forward since.
  if (!(least > ahead || serverTime + EARLY - asked < ahead)) return
  ahead = least
  const before = offset
  offset = Math.abs(ahead) < TOLERANCE ? 0 : ahead
  if (Math.abs(offset - before) >= TOLERANCE) dispatchEvent(new Event(CLOCK_EVENT))
}
