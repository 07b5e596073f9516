/**
 * A fetch whose sessions end by this device's clock: the auth service gives the end of a token by its own clock, too
 * (`expires_at`), and on a device whose clock is more than an hour ahead the library would take every new token for an
 * ended one and fetch another before each request. Without that time it counts from the token's length, `expires_in`.
 */
export function withOwnClock(ask: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await ask(input, init)
    if (answer.status !== 200 || !/\/auth\/v1\/(token|signup|verify)\b/.test(String(input))) return answer
    return new Response(withoutEnd(await answer.text()), answer)
  }
}

function withoutEnd(body: string): string {
  try {
    const { expires_at: _, ...session } = JSON.parse(body)
    return typeof session.expires_in === 'number' ? JSON.stringify(session) : body
  } catch {
    return body
  }
}
