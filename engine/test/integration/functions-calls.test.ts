import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { buildFunctions } from '../../build-functions.ts'
import { tokenOf } from '../conformance/storage-fixture.ts'

const source = fileURLToPath(new URL('../fixtures/functions', import.meta.url))
let folder: string
let engine: TestEngine
let member: Persona

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bankside-functions-'))
  await buildFunctions({ source, config: join(source, 'config.toml'), outDir: folder })
  const functionsEnvFile = join(folder, 'secrets.env')
  writeFileSync(functionsEnvFile, 'PUSH_KEY="a secret"\nSUPABASE_URL=http://elsewhere.example\n')
  engine = await startEngine({ functionsFolder: folder, functionsEnvFile })
  member = await signUp(engine)
})
afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
})

const call = (name: string, init: RequestInit = {}) =>
  fetch(`${engine.url}/functions/v1/${name}`, {
    ...init,
    headers: { apikey: engine.publishableKey, ...init.headers },
  })
const probe = (act: string, more: object = {}, init: RequestInit = {}) =>
  call('probe', { method: 'POST', body: JSON.stringify({ act, ...more }), ...init })

describe('supabase-js', () => {
  it('calls a function written as in the documentation, as a guest and as a member', async () => {
    for (const client of [guest(engine), member]) {
      const { data, error } = await client.functions.invoke('hello', { body: { name: 'Functions' } })
      expect([data, error]).toEqual([{ message: 'Hello Functions!' }, null])
    }
  })

  it('is used by a function, with the rights of its caller and with those of the service role', async () => {
    const { data, error } = await member.functions.invoke('club', { body: {} })
    expect(error).toBeNull()
    expect(data).toEqual({
      data: [expect.objectContaining({ is_admin: false })],
      error: null,
      count: expect.any(Number),
    })
  })
})

describe('who may call', () => {
  it.each([
    ['nothing', {}, 'UNAUTHORIZED_NO_AUTH_HEADER'],
    ['a broken token', { authorization: 'Bearer a.b.c' }, 'UNAUTHORIZED_INVALID_JWT_FORMAT'],
    ['an unknown key', { authorization: 'Bearer sb_secret_guessed' }, 'UNAUTHORIZED_INVALID_JWT_FORMAT'],
    ['another scheme', { authorization: 'Basic YTpi' }, 'UNAUTHORIZED_INVALID_JWT_FORMAT'],
  ])('a caller with %s gets 401', async (_, headers: Record<string, string>, code) => {
    const reply = await fetch(`${engine.url}/functions/v1/hello`, { method: 'POST', headers, body: '{"name":"x"}' })
    expect([reply.status, reply.headers.get('sb-error-code')]).toEqual([401, code])
    expect(await reply.json()).toEqual({ code, message: expect.any(String) })
  })

  it('a caller whose session has ended gets 401', async () => {
    const leaver = await signUp(engine)
    const authorization = `Bearer ${await tokenOf(leaver)}`
    expect((await call('hello', { method: 'POST', body: '{"name":"x"}', headers: { authorization } })).status).toBe(200)
    await leaver.auth.signOut()
    expect((await call('hello', { method: 'POST', body: '{"name":"x"}', headers: { authorization } })).status).toBe(401)
  })

  it('everyone may call a function with verify_jwt = false, which sees the headers as they were sent', async () => {
    const reply = await fetch(`${engine.url}/functions/v1/public-call`, { headers: { authorization: 'Basic YTpi' } })
    expect(await reply.text()).toBe('called with GET, authorization Basic YTpi')
  })

  it('a function for hosted Supabase does not replace the engine’s own of the same name', async () => {
    const reply = await call('fetch-picture', { method: 'POST', body: '{}' })
    expect([reply.status, await reply.json()]).toEqual([400, expect.objectContaining({ code: 'invalid_body' })])
  })

  it('a name without a function is 404', async () => {
    for (const name of ['missing', '_shared', 'manifest.json', 'runtime', '..%2Fhello', '__proto__', 'constructor']) {
      const reply = await call(name, { method: 'POST', body: '{}' })
      expect([name, reply.status, await reply.json()]).toEqual([
        name,
        404,
        { code: 'NOT_FOUND', message: 'Requested function was not found' },
      ])
    }
  })
})

describe('a request', () => {
  it('reaches the function with its method, path, query, headers and body, and the answer its caller', async () => {
    const reply = await call('probe/sub//path?a=1&b=%20', {
      method: 'PUT',
      body: JSON.stringify({ act: 'echo', text: 'Tench ü' }),
      headers: { 'content-type': 'application/json', 'x-own': 'kept', 'x-forwarded-for': '203.0.113.9' },
    })
    const { url, headers, body } = (await reply.json()) as Record<string, Record<string, string>>
    expect(url).toBe(`${engine.url}/probe/sub//path?a=1&b=%20`)
    expect(body).toEqual({ text: 'Tench ü' })
    expect(headers).toMatchObject({ 'x-own': 'kept', apikey: engine.publishableKey, 'x-forwarded-for': '127.0.0.1' })
    expect(reply.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(reply.headers.get('x-own')).toBe('yes')
  })

  it('reaches a function that exports fetch, waits at its top level and shares code', async () => {
    for (const method of ['GET', 'DELETE', 'PATCH'])
      expect(await (await call('default-export/x', { method })).json()).toEqual({
        greeting: 'from the shared folder',
        method,
        path: '/default-export/x',
      })
    expect((await call('default-export', { method: 'HEAD' })).status).toBe(200)
  })

  it('that a browser asks about in advance reaches the function, which sets all CORS headers itself', async () => {
    const ask = (name: string) =>
      fetch(`${engine.url}/functions/v1/${name}`, {
        method: 'OPTIONS',
        headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
      })
    const reply = await ask('club')
    expect([await reply.text(), reply.headers.get('access-control-allow-origin')]).toEqual(['ok', '*'])
    const silent = await ask('public-call')
    expect(silent.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('with a body above 10 MiB is refused, and one of 9 MiB is not', async () => {
    const text = (mib: number) => 'x'.repeat(mib * 1024 * 1024)
    const large = await probe('echo', { text: text(11) })
    expect([large.status, (await large.json()).code]).toEqual([413, 'BODY_REFUSED'])
    expect((await probe('echo', { text: text(9) })).status).toBe(200)
  })
})

describe('an answer', () => {
  it('is sent part by part', async () => {
    expect(await (await probe('stream', { parts: 3 })).text()).toBe('part 1\npart 2\npart 3\n')
  })

  it('that is interrupted does not look complete', async () => {
    const reply = await probe('broken')
    await expect(reply.text()).rejects.toThrow()
    expect((await probe('stream', { parts: 1 })).status).toBe(200)
  })

  it('is never a page of the site', async () => {
    const fixed = await probe('html')
    expect(fixed.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(fixed.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('inside a function', () => {
  it('there are web globals and none of Node’s', async () => {
    const { hidden, web } = (await (await probe('globals')).json()) as { hidden: Record<string, string>; web: string[] }
    expect(new Set(Object.values(hidden))).toEqual(new Set(['undefined']))
    expect(web).toEqual([])
    expect(await (await probe('import')).text()).toMatch(/^refused: /)
  })

  it('the environment has the keys of the site and the secrets of the file, and nothing of the engine’s', async () => {
    expect(await (await probe('env')).json()).toEqual({
      SUPABASE_URL: engine.url,
      SUPABASE_ANON_KEY: engine.publishableKey,
      SUPABASE_SERVICE_ROLE_KEY: engine.secretKey,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: engine.publishableKey }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: engine.secretKey }),
      SITE_URL: engine.url,
      FUNCTIONS_URL: `${engine.url}/functions/v1`,
      PUSH_KEY: 'a secret',
    })
  })
})
