import { failureText } from '../../lib/failure-text.ts'
import { NotAuthenticated } from '../../lib/not-authenticated.ts'

/**
 * Text for a failure to turn push on or off in this browser; the cause goes to the console. Not in the catalogue, which
 * every page loads.
 */
export function pushFailureText(isOn: boolean, error: unknown): string {
  console.error('push', error)
  if (error instanceof NotAuthenticated) return failureText.notAuthenticated
  const text = `Failed to turn ${isOn ? 'on' : 'off'} push`
  // Offline the page says so itself.
  const isBrowser = error instanceof DOMException && error.name === 'AbortError' && navigator.onLine
  return isOn && isBrowser ? `${text}: this browser did not reach its push service` : text
}
