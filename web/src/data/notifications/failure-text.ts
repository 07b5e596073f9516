import { failureText } from '../../lib/failure-text.ts'
import { NotAuthenticated } from '../../lib/not-authenticated.ts'

/**
 * Text for a notification that could not be marked or a subject that could not be muted; the cause goes to the console.
 * Not in the catalogue, which every page loads.
 * @param what e.g. `mute this post`.
 */
export function notificationFailureText(what: string, error: unknown): string {
  console.error('notifications', error)
  return error instanceof NotAuthenticated ? failureText.notAuthenticated : `Failed to ${what}`
}
