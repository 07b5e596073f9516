import { AuthClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { withLimitedRenewal } from './limited-renewal.ts'

const SESSION = {
  access_token: 'a.b.c',
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: 1_700_000_000,
  user: { id: '1' },
}
const limited = () => Response.json({ code: 'over_request_rate_limit', message: 'Too many' }, { status: 429 })

it.each([
  ['/token?grant_type=refresh_token', 503],
  ['/token?grant_type=password', 429],
  ['/otp', 429],
])('answers 429 of %s as %i', async (path, status) => {
  const ask = withLimitedRenewal(async () => limited())
  expect((await ask(`https://club.test/auth/v1${path}`)).status).toBe(status)
})

it('passes all other answers of a renewal on', async () => {
  const reply = Response.json({}, { status: 400 })
  expect(await withLimitedRenewal(async () => reply)('https://club.test/auth/v1/token?grant_type=refresh_token')).toBe(
    reply,
  )
})

it('keeps the session of a member whose renewal is limited, and renews it as soon as possible', async () => {
  const kept = new Map([['session', JSON.stringify(SESSION)]])
  let asked = 0
  const renewed = { ...SESSION, access_token: 'd.e.f', expires_at: undefined }
  const auth = new AuthClient({
    url: 'https://club.test/auth/v1',
    storageKey: 'session',
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    autoRefreshToken: false,
    detectSessionInUrl: false,
    fetch: withLimitedRenewal(async () => {
      asked += 1
      return asked === 1 ? limited() : Response.json(renewed)
    }),
  })
  const { data } = await auth.getSession()
  expect(asked).toBe(2)
  expect(data.session?.access_token).toBe('d.e.f')
  expect(kept.has('session')).toBe(true)
})
