import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
})

afterAll(async () => {
  await engine.close()
})

it('gives every reply an ID, forbids sniffing its type and forbids caching replies of services', async () => {
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

it('lets our own pages read replies, but not pages of other sites', async () => {
  const allowed = await fetch(`${engine.url}/auth/v1/health`, { headers: { origin: engine.url } })
  expect(allowed.headers.get('access-control-allow-origin')).toBe(engine.url)
  expect(allowed.headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version')
  const denied = await fetch(`${engine.url}/auth/v1/health`, { headers: { origin: 'https://evil.example' } })
  expect(denied.headers.get('access-control-allow-origin')).toBeNull()
  for (const reply of [allowed, denied]) expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
})

it('gives all clients the configured address, and without one only the address that the client itself used', async () => {
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

it('answers an unknown asset with 404, not with a page', async () => {
  for (const path of ['/assets/gone-12345678.js', '/.env', '/secrets.json', '/main.js.map'])
    expect((await fetch(engine.url + path)).status).toBe(404)
})

it('answers 404 to paths that are not pages', async () => {
  // `fetch` normalises a path before it sends it.
  const statusOf = async (path: string) => (await askAs(engine, new URL(engine.url).host, path)).status
  const hidden = ['/.git/config', '/.git/', '/.env', '/admin/.ssh/id', '/%2egit/config', '/.well-known/nothing']
  const climbing = ['/%2e%2e/', '/../', '/a/..', '/..%2fetc/passwd', '/..%5cetc', '/%252e%252e/', '/a/./b', '/%2e']
  const slashes = ['/%2Fadmin', '//admin', '/admin%2fusers', '/admin%5Cusers', '/admin//users', '/a%00', '/a%0d%0ab']
  for (const path of [...hidden, ...climbing, ...slashes]) expect([path, await statusOf(path)]).toEqual([path, 404])
  for (const path of ['/assets/%', '/.%', '/a//%', '/a%2f%', '/%.js'])
    expect([path, await statusOf(path)]).toEqual([path, 404])
  // Any other path is a page: the app decides what it shows.
  const page = await statusOf('/leaderboard')
  for (const path of ['/', '/members/Tom%20Withy', '/members/J%C3%BCrgen', '/admin/', '/confirm'])
    expect([path, await statusOf(path)]).toEqual([path, page])
  // A broken encoding is an address that the app does not have: its own page says so. Without the built app there is none.
  for (const path of ['/%', '/%zz', '/a%ff', '/%c0%ae/', '/members/%', '/members/%E0%A4%A'])
    expect([path, await statusOf(path)]).toEqual([path, page === 200 ? 404 : page])
})

it.each(['GET', 'POST'])('answers %s of a missing service with 404 as JSON, never with a page', async (method) => {
  const paths = ['/functions/v2/hello', '/rest/v2/profiles', '/rest', '/storage', '/storage/v9', '/api/x', '/auth/x']
  const misspelt = ['//rest/v1/x', '/REST/v1/x', '/rest%2Fv1', '/%72est/v1/x', '/auth//v1/x', '/pg/x']
  for (const path of [...paths, ...misspelt, '/realtime', '/graphql/v1', '/api']) {
    const reply = await fetch(engine.url + path, { method })
    expect([path, reply.status, reply.headers.get('content-type')]).toEqual([
      path,
      404,
      'application/json; charset=utf-8',
    ])
    expect(await reply.json()).toEqual({ code: 'not_found', message: 'There is no such service here' })
  }
})

/** Sends a request with a chosen Host header, which `fetch` cannot. */
async function askAs(
  { url }: TestEngine,
  host: string,
  path: string,
): Promise<{ head: string; status: number; body: string }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  const whole = await text(socket)
  const [head = '', ...body] = whole.split('\r\n\r\n')
  return { head, status: Number(head.split(' ')[1]), body: body.join('\r\n\r\n') }
}

const WITH_ADDRESS = ['/', '/config.json', '/sitemap.xml', '/robots.txt', '/games']

it('repeats no Host header in any page, header or file once its address is set', async () => {
  const set = await startEngine({ siteUrl: 'https://club.example' })
  for (const path of WITH_ADDRESS) {
    const { head, body } = await askAs(set, 'evil.example', path)
    expect([path, `${head}${body}`.includes('evil.example')]).toEqual([path, false])
  }
  await set.close()
})

it('repeats a Host header only to the client that sent it while no address is set', async () => {
  for (const path of WITH_ADDRESS) {
    const { head, status } = await askAs(engine, 'anglers.example:8080', path)
    expect(status).toBeLessThan(500)
    expect(head).toMatch(/\r\ncache-control: (no-store|private, no-cache)/i)
  }
  expect((await askAs(engine, 'anglers.example:8080', '/config.json')).body).toContain('"http://anglers.example:8080"')
})

it.each(['anglers.example:99999', '[:::1]', 'a b', 'x"y', '999.999.999.999', '%00'])(
  'does not accept %s as a host, and uses its own',
  async (host) => {
    const { status, body } = await askAs(engine, host, '/config.json')
    expect([status, JSON.parse(body).url]).toEqual([200, engine.url])
  },
)

it('compresses rows for clients that accept gzip, unless a proxy in front does', async () => {
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
