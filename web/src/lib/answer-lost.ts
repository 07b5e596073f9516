/**
 * Whether the connection broke before an answer arrived: the request may have been carried out. False for a request
 * that timed out or was cancelled, and for calls to the auth service, which may refuse a second one because of a limit.
 */
export function isAnswerLost(error: unknown): boolean {
  // Of a failed fetch; the rest differs from browser to browser.
  if (error instanceof TypeError) return true
  if (typeof error !== 'object' || error === null) return false
  // The client sets a blank code when it does not throw. Requests that time out or are cancelled throw in this app.
  return (error as { code?: unknown }).code === ''
}

const PAUSE_MS = 400

/** Makes a request that is safe to repeat, and makes it once more when its answer was lost. */
export async function againIfLost<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (!navigator.onLine || !isAnswerLost(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    return ask()
  }
}
