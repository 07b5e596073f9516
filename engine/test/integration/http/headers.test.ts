import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
})

afterAll(async () => {
  await engine.close()
})

it('names every reply, forbids guessing its type and forbids caching what services say', async () => {
  const reply = await fetch(`${engine.url}/auth/v1/health`)
  expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
})

it('answers preflights of our own pages without a key, for every service', async () => {
  for (const path of ['/rest/v1/profiles', '/auth/v1/token', '/storage/v1/object/avatars/a.png']) {
    const headers = { origin: engine.url, 'access-control-request-method': 'POST' }
    const reply = await fetch(engine.url + path, { method: 'OPTIONS', headers })
    expect(reply.status).toBe(204)
    expect(reply.headers.get('access-control-allow-origin')).toBe(engine.url)
    for (const name of ['apikey', 'x-upsert', 'x-supabase-api-version', 'prefer', 'range'])
      expect(reply.headers.get('access-control-allow-headers')).toContain(name)
  }
})

it('lets our own pages read replies, and pages of strangers not', async () => {
  const allowed = await fetch(`${engine.url}/auth/v1/health`, { headers: { origin: engine.url } })
  expect(allowed.headers.get('access-control-allow-origin')).toBe(engine.url)
  expect(allowed.headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version')
  const denied = await fetch(`${engine.url}/auth/v1/health`, { headers: { origin: 'https://evil.example' } })
  expect(denied.headers.get('access-control-allow-origin')).toBeNull()
  for (const reply of [allowed, denied]) expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
})

it('gives the set address to everybody, and without one only what the client itself asked for', async () => {
  const set = await startEngine({ siteUrl: 'https://club.example' })
  const answer = await fetch(`${set.url}/config.json`)
  expect(((await answer.json()) as { url: string }).url).toBe('https://club.example')
  expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=31536000/)
  const foreign = await fetch(`${set.url}/auth/v1/health`, { headers: { origin: 'http://localhost:5173' } })
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  await set.close()
  const derived = await fetch(`${engine.url}/config.json`)
  expect(derived.headers.get('cache-control')).toBe('no-store')
})

it('answers an unknown service and an unknown asset with 404, not with a page', async () => {
  for (const path of ['/functions/v1/hello', '/assets/gone-12345678.js', '/.env', '/secrets.json', '/main.js.map'])
    expect((await fetch(engine.url + path)).status).toBe(404)
})

it('packs rows for clients that take gzip, unless a proxy in front does', async () => {
  const ask = async ({ url, publishableKey }: TestEngine, accept: string) => {
    const headers = { apikey: publishableKey, 'accept-encoding': accept }
    const reply = await fetch(`${url}/rest/v1/landing_content?select=*`, { headers })
    return { encoding: reply.headers.get('content-encoding'), rows: await reply.json() }
  }
  const plain = await ask(engine, 'identity')
  const packed = await ask(engine, 'gzip')
  expect([plain.encoding, packed.encoding]).toEqual([null, 'gzip'])
  expect(packed.rows).toEqual(plain.rows)
  const behindProxy = await startEngine({ trustedProxies: ['10.0.0.1'] })
  expect((await ask(behindProxy, 'gzip')).encoding).toBeNull()
  await behindProxy.close()
})
