import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { buildFunctions } from '../../build-functions.ts'

// What a function can do wrong, and what that does to its callers, to others and to the engine.

const source = fileURLToPath(new URL('../fixtures/functions', import.meta.url))
const metricsToken = 'sixteen or more letters'
const LIMITS = { callMs: 8_000, blockedMs: 5_000, lookMs: 100, idleMs: 60_000, running: 4, waiting: 20 }
let folder: string
let engine: TestEngine
let sink: Server
let sinkUrl: string
const heard: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bankside-functions-'))
  await buildFunctions({ source, config: join(source, 'config.toml'), outDir: folder })
  engine = await startEngine({ functionsFolder: folder, functionLimits: LIMITS, functionMemoryMb: 64, metricsToken })
  sink = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    heard.push(body)
    response.end()
  })
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
  sinkUrl = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/`
})
afterAll(async () => {
  await engine.close()
  sink.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  heard.length = 0
})

const call = (name: string, init: RequestInit = {}, at = engine) =>
  fetch(`${at.url}/functions/v1/${name}`, { ...init, headers: { apikey: engine.publishableKey } })
const probe = (act: string, more: object = {}, init: RequestInit = {}) =>
  call('probe', { method: 'POST', body: JSON.stringify({ act, ...more }), ...init })
/** How many calls the running thread of the function has had, with this one. */
const count = async () => Number(await (await call('probe')).text())
/** How many calls have ended with the status, as the metrics count. */
const counted = async (status: number) => {
  const reply = await fetch(`${engine.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  const lines = (await reply.text()).split('\n').filter((line) => line.includes('service="functions"'))
  return lines.reduce((sum, line) => sum + Number(line.split(`status="${status}"} `)[1] ?? 0), 0)
}
const failure = async (reply: Response) => [reply.status, ((await reply.json()) as { code: string }).code]

describe('a function that', () => {
  it.each([
    ['loops', 'loop'],
    ['fills its heap', 'heap'],
    ['fills buffers outside its heap', 'buffers'],
  ])('%s gets 546, stops no other function, and is started again for the next call', async (_, act) => {
    await count()
    const failing = probe(act)
    const others = await fetch(`${engine.url}/rest/v1/site_settings?limit=1`, {
      headers: { apikey: engine.publishableKey },
    })
    expect(others.status).toBe(200)
    expect((await call('public-call')).status).toBe(200)
    expect(await failure(await failing)).toEqual([546, 'WORKER_LIMIT'])
    expect(await count()).toBe(1)
  })

  it('fills its heap before the first byte of its answer gets 546', async () => {
    await count()
    expect(await failure(await probe('over memory', { parts: 0 }))).toEqual([546, 'WORKER_LIMIT'])
    expect(await count()).toBe(1)
  })

  it('fills its heap within its answer breaks it off, and counts as 546, not as a caller who left', async () => {
    await count()
    const before = [await counted(499), await counted(546)]
    const reply = await probe('over memory', { parts: 1 })
    expect(reply.status).toBe(200)
    await expect(reply.text()).rejects.toThrow()
    expect(await count()).toBe(1)
    expect([await counted(499), await counted(546)]).toEqual([before[0], Number(before[1]) + 1])
  })

  it.each([
    ['throws', 'throw'],
    ['returns no response', 'nothing'],
  ])('%s gets 500 without its message, and can be called again', async (_, act) => {
    const before = await count()
    const reply = await probe(act)
    expect(reply.headers.get('sb-error-code')).toBe('WORKER_ERROR')
    const text = await reply.text()
    expect([reply.status, text]).toEqual([500, expect.stringContaining('WORKER_ERROR')])
    expect(text).not.toContain('secret')
    expect(await count()).toBe(before + 2)
  })

  it('throws after its answer has still answered, and is started again', async () => {
    const before = await count()
    expect(await (await probe('later')).text()).toBe('answered')
    await vi.waitFor(async () => expect(await count()).toBeLessThanOrEqual(before), { timeout: 10_000 })
  })

  it('never answers gets 504, and is started again', async () => {
    await count()
    expect(await failure(await probe('never'))).toEqual([504, 'IDLE_TIMEOUT'])
    expect(await count()).toBe(1)
  })

  it.each(['boot-fails', 'no-handler', 'serves-twice'])('%s gets 503', async (name) => {
    expect(await failure(await call(name))).toEqual([503, 'BOOT_ERROR'])
    expect(await failure(await call(name))).toEqual([503, 'BOOT_ERROR'])
  })

  it('works in the background after its answer is left to finish', async () => {
    expect(await (await probe('background', { url: sinkUrl, ms: 300 })).text()).toBe('answered first')
    await vi.waitFor(() => expect(heard).toEqual(['in the background']), { timeout: 10_000 })
  })
})

describe('callers', () => {
  it('who leave are noticed by the function, before its answer', async () => {
    const leaving = new AbortController()
    await count()
    const reply = probe('aborted', { url: sinkUrl }, { signal: leaving.signal })
    // The next call of the same thread begins after this one.
    await count()
    leaving.abort()
    await expect(reply).rejects.toThrow()
    await vi.waitFor(() => expect(heard).toEqual(['aborted']), { timeout: 10_000 })
  })

  it('who leave within an endless answer free its place', async () => {
    for (let n = 0; n < LIMITS.running + 1; n += 1) {
      const leaving = new AbortController()
      const reply = await probe('endless', {}, { signal: leaving.signal })
      await reply.body?.getReader().read()
      leaving.abort()
    }
    await vi.waitFor(async () => expect(await count()).toBeGreaterThan(0), { timeout: 10_000 })
  })

  it('who call a thousand times at once are served in turn, or asked to wait', async () => {
    await count()
    const replies = await Promise.all(
      Array.from({ length: 1_000 }, async () => {
        const reply = await probe('wait', { ms: 5 })
        await reply.text()
        return reply.status
      }),
    )
    expect(new Set(replies)).toEqual(new Set([200, 429]))
    expect((await probe('wait', { ms: 5 })).status).toBe(200)
  })

  it('who send no body do not delay others', async () => {
    await count()
    const slow = Array.from({ length: 2 * LIMITS.running }, () => {
      const headers = { apikey: engine.publishableKey, 'content-length': 100 }
      const upload = httpRequest(`${engine.url}/functions/v1/probe`, { method: 'POST', headers })
      upload.on('error', () => {})
      upload.write('{')
      return upload
    })
    await new Promise((resolve) => setTimeout(resolve, 200))
    const began = performance.now()
    expect(await count()).toBeGreaterThan(0)
    expect(performance.now() - began).toBeLessThan(2_000)
    for (const upload of slow) upload.destroy()
  })

  it('with the secret key have places of their own', async () => {
    await count()
    const leaving = new AbortController()
    const others = Array.from({ length: LIMITS.running + LIMITS.waiting }, () =>
      probe('wait', { ms: 5_000 }, { signal: leaving.signal }).catch(() => undefined),
    )
    await vi.waitFor(async () => expect((await probe('wait', { ms: 0 })).status).toBe(429), { timeout: 10_000 })
    const began = performance.now()
    const ours = await fetch(`${engine.url}/functions/v1/probe`, { headers: { apikey: engine.secretKey } })
    expect(ours.status).toBe(200)
    expect(performance.now() - began).toBeLessThan(2_000)
    leaving.abort()
    await Promise.all(others)
  })

  it('who send a gigabyte get 413', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const upload = httpRequest(
        `${engine.url}/functions/v1/probe`,
        { method: 'POST', headers: { apikey: engine.publishableKey, 'content-length': 1024 ** 3 } },
        (reply) => {
          resolve(reply.statusCode)
          upload.destroy()
        },
      )
      upload.on('error', reject)
      upload.write(Buffer.alloc(65_536))
    })
    expect(status).toBe(413)
  })
})

it('a function without calls ends after a while, and is notified before', async () => {
  const quick = { ...LIMITS, idleMs: 200 }
  const other = await startEngine({
    functionsFolder: folder,
    functionLimits: quick,
    publishableKey: engine.publishableKey,
  })
  await call('probe', { method: 'POST', body: JSON.stringify({ act: 'unload', url: sinkUrl }) }, other)
  await vi.waitFor(() => expect(heard).toEqual(['loaded', 'unloading']), { timeout: 10_000 })
  // Calls that follow each other more closely would keep a thread.
  const once = { timeout: 20_000, interval: 1_000 }
  await vi.waitFor(async () => expect(await (await call('probe', {}, other)).text()).toBe('1'), once)
  await other.close()
})

it('the engine ends in order while a function loops', async () => {
  const other = await startEngine({ functionsFolder: folder, publishableKey: engine.publishableKey })
  const looping = call('probe', { method: 'POST', body: JSON.stringify({ act: 'loop' }) }, other).catch(() => undefined)
  expect((await call('public-call', {}, other)).status).toBe(200)
  await other.close()
  await looping
})
