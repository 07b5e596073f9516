import { createClient } from '@supabase/supabase-js'
import { afterEach, expect, it } from 'vitest'
import WebSocket from 'ws'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, newcomer } from '../conformance/auth-request.ts'

let engine: TestEngine
afterEach(() => engine.close())

const KEY = 'session'

/** A browser of a new member that was closed for more than an hour: its access token has ended. */
async function returningMember() {
  const { body } = await authRequest(engine, '/signup', { method: 'POST', body: newcomer() })
  const ended = { ...body, expires_at: Math.floor(Date.now() / 1000) - 3600 }
  const kept = new Map([[KEY, JSON.stringify(ended)]])
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const { auth } = createClient(engine.url, engine.publishableKey, {
    auth: { storage, storageKey: KEY, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport: WebSocket as never },
  })
  return { auth, isSignedIn: () => kept.has(KEY), userId: body.user.id }
}

const refresh = (token: string, headers: Record<string, string> = {}) =>
  authRequest(engine, '/token?grant_type=refresh_token', { method: 'POST', body: { refresh_token: token }, headers })

it('keeps the session of a member at whose address somebody tries many unknown refresh tokens', async () => {
  engine = await startEngine({ rateLimitScale: 1 })
  const member = await returningMember()
  // With the secret key: the limit of all requests is not what this is about.
  const statuses: number[] = []
  // The limit is 150 at once, and one more every two seconds.
  while (statuses.length < 400 && statuses.at(-1) !== 429)
    statuses.push((await refresh(`made up ${statuses.length}`, { apikey: engine.secretKey })).status)
  expect(statuses.slice(0, 150)).toEqual(Array(150).fill(400))
  expect(statuses.at(-1)).toBe(429)
  const { data, error } = await member.auth.getSession()
  expect(error).toBeNull()
  expect(data.session?.user.id).toBe(member.userId)
})

it('keeps the session of a member whose address has used up its requests, until the renewal succeeds', async () => {
  // Ten requests at once, then one a second.
  engine = await startEngine({ rateLimitScale: 0.1 })
  const member = await returningMember()
  const all = await Promise.all(Array.from({ length: 40 }, () => authRequest(engine, '/health')))
  expect(all.at(-1)?.status).toBe(429)
  const refused = await refresh('any')
  expect(refused).toMatchObject({ status: 503, body: { code: 'over_request_rate_limit' } })
  expect(refused.headers.get('retry-after')).toBe('10')
  const { data } = await member.auth.getSession()
  expect(member.isSignedIn()).toBe(true)
  expect(data.session?.user.id).toBe(member.userId)
})
