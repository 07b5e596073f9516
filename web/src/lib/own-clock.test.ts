import { describe, expect, it } from 'vitest'
import { withOwnClock } from './own-clock.ts'

const SESSION = {
  access_token: 'a',
  refresh_token: 'r',
  expires_in: 3600,
  expires_at: 1_700_000_000,
  user: { id: '1' },
}

async function answered(path: string, body: string, status = 200): Promise<{ status: number; body: string }> {
  const ask = withOwnClock(() =>
    Promise.resolve(new Response(body, { status, headers: { 'content-type': 'application/json' } })),
  )
  const answer = await ask(`https://club.example/auth/v1/${path}`)
  expect(answer.headers.get('content-type')).toBe('application/json')
  return { status: answer.status, body: await answer.text() }
}

describe('a session from the auth service', () => {
  it.each(['token?grant_type=refresh_token', 'signup', 'verify'])('comes without its end from %s', async (path) => {
    const { expires_at: _, ...rest } = SESSION
    expect(JSON.parse((await answered(path, JSON.stringify(SESSION))).body)).toEqual(rest)
  })

  it.each([
    ['the member of a session', 'user', JSON.stringify(SESSION), 200],
    ['a sign-up that awaits its confirmation', 'signup', '{"id":"1","expires_at":5}', 200],
    ['a refusal', 'token?grant_type=password', JSON.stringify({ ...SESSION, code: 400 }), 400],
    ['what is not JSON', 'token', '<html>', 200],
    ['an array', 'token', '[]', 200],
    ['null', 'token', 'null', 200],
  ])('%s stays as it is', async (_, path, body, status) => {
    expect(await answered(path, body, status)).toEqual({ status, body })
  })
})
