/**
 * A fetch that reports answers which no longer accept their caller as a signed-in member: 401 from any service, and 403
 * from the auth service, which sends it when the session or account of a token was deleted. The answer is passed on.
 */
export function noticeRefusedToken(ask: typeof fetch, onRefused: () => void): typeof fetch {
  return async (input, init) => {
    const answer = await ask(input, init)
    if (answer.status === 401 || (answer.status === 403 && String(input).includes('/auth/v1/'))) onRefused()
    return answer
  }
}
