/** The service no longer accepts the caller as a signed-in member: the session expired or was ended elsewhere. */
export class NotAuthenticated extends Error {
  override name = 'NotAuthenticated'
}

/**
 * Throws when a request failed.
 * @throws {NotAuthenticated} on 401, else the error of the answer.
 */
export function throwFailure(answer: { error: Error | null; status: number }): void {
  if (!answer.error) return
  throw answer.status === 401 ? new NotAuthenticated(answer.error.message, { cause: answer.error }) : answer.error
}
