/**
 * A fetch that reports a renewal refused by a rate limit (429) as one that could not be served (503). supabase-js
 * removes the session of an ended token on 429, though others at the same network address may have used up the limit;
 * on 503 it keeps the session and tries again.
 */
export function withLimitedRenewal(ask: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await ask(input, init)
    return answer.status === 429 && /=refresh/.test(String(input)) ? new Response(null, { status: 503 }) : answer
  }
}
