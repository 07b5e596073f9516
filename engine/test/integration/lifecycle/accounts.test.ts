import { chmodSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../../test-support/free-port.ts'
import { type Checkout, makeCheckout } from './checkout.ts'
import {
  cleanUp,
  isRoot,
  NOBODY,
  publishableKeyOf,
  register,
  runToEnd,
  startedFolder,
  startProcess,
  temporaryFolder,
} from './engine-process.ts'

// Each test starts whole engines, which compete with everything else that runs.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let checkout: Checkout

beforeAll(async () => {
  checkout = await makeCheckout()
})

afterAll(async () => {
  await cleanUp()
  checkout.remove()
})

it('runs as an ordinary account', async () => {
  // A test run by root has to change to an ordinary account; any other account is one already.
  const account = isRoot ? NOBODY : undefined
  const DATA_DIR = join(temporaryFolder(account), 'data')
  const engine = await startProcess(checkout.main, { DATA_DIR }, account)
  await register(engine.url, await publishableKeyOf(engine.url), 'stalker@example.com')
  expect(await engine.end('SIGTERM')).toBe(0)
  const again = await startProcess(checkout.main, { DATA_DIR }, account)
  expect(await again.end('SIGTERM')).toBe(0)
})

it('makes its admin before a stranger can sign up with the address', async () => {
  const [apikey, port] = [`sb_publishable_${'p'.repeat(32)}`, String(await freePort())]
  const env = { DATA_DIR: temporaryFolder(), SUPABASE_PUBLISHABLE_KEY: apikey, PORT: port }
  const starting = startProcess(checkout.main, env)
  const statuses = new Set<number>()
  const signUp = async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'admin@bankside.local',
        password: 'a password of mine',
        data: { username: 'Mel' },
      }),
    }).catch(() => undefined)
    statuses.add(reply?.status ?? 0)
    return reply?.status ?? 0
  }
  await vi.waitUntil(async () => [200, 422].includes(await signUp()), { timeout: 120_000, interval: 0 })
  // No server, one that is starting, and one that has an admin.
  expect([...statuses].sort()).toEqual([0, 422, 503])
  const engine = await starting
  const [, password = ''] = /password +(\S+)/.exec(engine.output()) ?? []
  const reply = await fetch(`${engine.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@bankside.local', password }),
  })
  expect(reply.status).toBe(200)
  expect(await engine.end('SIGTERM')).toBe(0)
})

describe.runIf(isRoot)('as root', () => {
  it('refuses a command while the engine runs as another user, and does not touch its database', async () => {
    const DATA_DIR = await startedFolder(checkout.main, NOBODY)
    const engine = await startProcess(checkout.main, { DATA_DIR }, NOBODY)
    await register(engine.url, await publishableKeyOf(engine.url), 'stalker@example.com')
    const promote = ['admin', 'promote', 'stalker@example.com']
    const outcome = await runToEnd(checkout.main, promote, { DATA_DIR })
    expect(outcome).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/runs as another user: run this command as/),
    })
    expect((await fetch(`${engine.url}/readyz`)).status).toBe(200)
    expect(await runToEnd(checkout.main, promote, { DATA_DIR }, NOBODY)).toMatchObject({ code: 0 })
    expect(await engine.end('SIGTERM')).toBe(0)
  })

  it('runs the database as another account', async () => {
    const DATA_DIR = await startedFolder(checkout.main)
    const engine = await startProcess(checkout.main, { DATA_DIR })
    const { uid, mode } = statSync(join(DATA_DIR, 'postgres'))
    expect(uid).not.toBe(0)
    expect(mode & 0o777).toBe(0o700)
    expect(await engine.end('SIGTERM')).toBe(0)
  })

  it('keeps the cluster elsewhere when the data directory is in a private folder, and creates a new one when that is deleted', async () => {
    const home = temporaryFolder()
    chmodSync(home, 0o700)
    const DATA_DIR = join(home, 'data')
    const first = await startProcess(checkout.main, { DATA_DIR, LOG_LEVEL: 'info' })
    const cluster = /"cluster":"([^"]+)"/.exec(first.output())?.[1] ?? ''
    expect(existsSync(join(cluster, 'PG_VERSION'))).toBe(true)
    expect(statSync(home).mode & 0o777).toBe(0o700)
    await register(first.url, await publishableKeyOf(first.url), 'kept@example.com')
    await first.end('SIGTERM')

    const second = await startProcess(checkout.main, { DATA_DIR })
    const again = register(second.url, await publishableKeyOf(second.url), 'kept@example.com')
    await expect(again).rejects.toThrow(/user_already_exists/)
    await second.end('SIGTERM')

    expect(readFileSync(join(DATA_DIR, 'instance-id'), 'utf8').trim()).toBe(cluster.split('/').at(-1))
    rmSync(DATA_DIR, { recursive: true })
    const third = await startProcess(checkout.main, { DATA_DIR })
    await register(third.url, await publishableKeyOf(third.url), 'kept@example.com')
    await third.end('SIGTERM')
    const last = readFileSync(join(DATA_DIR, 'instance-id'), 'utf8').trim()
    for (const path of [cluster, join(cluster, '..', last)]) rmSync(path, { recursive: true })
  })

  it('runs from a clone in a private home, where the database can reach neither programs nor data', async () => {
    const clone = await makeCheckout('private')
    const DATA_DIR = join(clone.folder, 'data')
    const engine = await startProcess(clone.main, { DATA_DIR, LOG_LEVEL: 'info' })
    const cluster = /"cluster":"([^"]+)"/.exec(engine.output())?.[1] ?? ''
    await register(engine.url, await publishableKeyOf(engine.url), 'stalker@example.com')
    expect(await engine.end('SIGTERM')).toBe(0)
    expect(statSync(clone.folder).mode & 0o777).toBe(0o700)
    expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(false)
    rmSync(cluster, { recursive: true })
    clone.remove()
  })

  it('runs an existing cluster as the account that owns it', async () => {
    const DATA_DIR = await startedFolder(checkout.main, NOBODY)
    const engine = await startProcess(checkout.main, { DATA_DIR })
    expect(statSync(join(DATA_DIR, 'postgres/postmaster.pid')).uid).toBe(NOBODY.uid)
    expect(await engine.end('SIGTERM')).toBe(0)
  })
})
