import { spawn } from 'node:child_process'
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Checkout, makeCheckout } from './checkout.ts'
import {
  ask,
  cleanUp,
  guardsOf,
  isAlive,
  launch,
  postmasterOf,
  publishableKeyOf,
  register,
  runToEnd,
  startedFolder,
  startProcess,
  temporaryFolder,
} from './engine-process.ts'

const ROUNDS = 20

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

it('stops in order on SIGTERM and on SIGINT and leaves no process behind', async () => {
  const DATA_DIR = await startedFolder(checkout.main)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const engine = await startProcess(checkout.main, { DATA_DIR })
    const { pid } = postmasterOf(join(DATA_DIR, 'postgres'))
    expect(isAlive(pid)).toBe(true)
    expect(await engine.end(signal)).toBe(0)
    expect(isAlive(pid)).toBe(false)
  }
})

it('prints the first admin once, and that admin can sign in', async () => {
  const DATA_DIR = temporaryFolder()
  const first = await startProcess(checkout.main, { DATA_DIR })
  const [, email = '', password = ''] = /admin +(\S+)\n +password +(\S+)/.exec(first.output()) ?? []
  const reply = await fetch(`${first.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: await publishableKeyOf(first.url), 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  expect(reply.status).toBe(200)
  await first.end('SIGTERM')
  const second = await startProcess(checkout.main, { DATA_DIR })
  expect(second.output()).not.toContain('password')
  await second.end('SIGTERM')
  expect(statSync(join(DATA_DIR, 'secrets.json')).mode & 0o777).toBe(0o600)
})

it('keeps the database on disk at every commit', async () => {
  const DATA_DIR = await startedFolder(checkout.main)
  const engine = await startProcess(checkout.main, { DATA_DIR })
  const rows = await ask(
    join(DATA_DIR, 'postgres'),
    `select name, setting from pg_settings
      where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses') order by name`,
  )
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: 'on',
    full_page_writes: 'on',
    listen_addresses: '',
    synchronous_commit: 'on',
  })
  await engine.end('SIGTERM')
})

it('loses no acknowledged registration when it is killed, and starts again every time', {
  timeout: 300_000,
}, async () => {
  const DATA_DIR = await startedFolder(checkout.main)
  const cluster = join(DATA_DIR, 'postgres')
  const acknowledged: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const engine = await startProcess(checkout.main, { DATA_DIR })
    const key = await publishableKeyOf(engine.url)
    const stored = await ask(cluster, 'select email from auth.users')
    expect(stored.map(({ email }) => email)).toEqual(expect.arrayContaining(acknowledged))
    const first = new Promise<void>((resolve) => {
      for (const n of [1, 2, 3, 4]) {
        const email = `angler-${round}-${n}@example.com`
        register(engine.url, key, email).then(
          () => {
            acknowledged.push(email)
            resolve()
          },
          () => {},
        )
      }
    })
    await first
    // The others are still running: some hash, some commit.
    await engine.end('SIGKILL')
  }
  const engine = await startProcess(checkout.main, { DATA_DIR })
  const stored = await ask(cluster, 'select u.email from auth.users as u join public.profiles as p on p.id = u.id')
  expect(stored.map(({ email }) => email)).toEqual(expect.arrayContaining(acknowledged))
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS)
  await engine.end('SIGTERM')
})

it('opens again after kills at any moment of the first start', { timeout: 120_000 }, async () => {
  const DATA_DIR = temporaryFolder()
  for (const ms of [60, 150, 250, 350, 450, 600, 800, 1000]) {
    const child = launch(checkout.main, [], { DATA_DIR })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    // Not a wait for something: this test varies the time of the kill.
    await delay(ms)
    child.kill('SIGKILL')
    await ended
  }
  const engine = await startProcess(checkout.main, { DATA_DIR })
  expect((await fetch(`${engine.url}/readyz`)).status).toBe(200)
  await engine.end('SIGTERM')
})

it('starts beside files that a killed first start is still writing, and removes them at the next start', async () => {
  const DATA_DIR = temporaryFolder()
  const draft = join(DATA_DIR, 'postgres.new-killed')
  // Like an initdb that has not noticed yet: it writes another file the moment one is removed.
  const writer = spawn(
    process.execPath,
    [
      '-e',
      `const fs = require('fs'); const [folder] = process.argv.slice(1)
      for (let n = 0; ; n += 1) {
        try { fs.mkdirSync(folder, { recursive: true }); fs.writeFileSync(folder + '/' + (n % 50), 'x') } catch {}
        if (n === 50) console.log('writing')
      }`,
      join(draft, 'base', '1'),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await new Promise((resolve) => writer.stdout.once('data', resolve))
  const ended = new Promise((resolve) => writer.once('exit', resolve))
  try {
    const first = await startProcess(checkout.main, { DATA_DIR })
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
    await first.end('SIGTERM')
  } finally {
    writer.kill('SIGKILL')
  }
  await ended
  const second = await startProcess(checkout.main, { DATA_DIR })
  expect(existsSync(draft)).toBe(false)
  await second.end('SIGTERM')
})

it.runIf(process.platform === 'linux')(
  'stops a database that outlived its killed engine, and starts a new one',
  async () => {
    const DATA_DIR = await startedFolder(checkout.main)
    const cluster = join(DATA_DIR, 'postgres')
    const engine = await startProcess(checkout.main, { DATA_DIR })
    const { pid } = postmasterOf(cluster)
    // Without the watcher the database does not notice that the engine is gone.
    for (const guard of guardsOf(cluster)) process.kill(guard, 'SIGKILL')
    await engine.end('SIGKILL')
    expect(isAlive(pid)).toBe(true)
    const again = await startProcess(checkout.main, { DATA_DIR })
    expect(isAlive(pid)).toBe(false)
    expect(postmasterOf(cluster).pid).not.toBe(pid)
    expect(await again.end('SIGTERM')).toBe(0)
  },
)

it('starts despite a stale postmaster.pid whose number now belongs to another program', async () => {
  const DATA_DIR = await startedFolder(checkout.main)
  const cluster = join(DATA_DIR, 'postgres')
  const first = await startProcess(checkout.main, { DATA_DIR })
  const pidFile = readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
  await first.end('SIGTERM')
  writeFileSync(join(cluster, 'postmaster.pid'), pidFile.replace(/^\d+/, String(process.pid)))
  const second = await startProcess(checkout.main, { DATA_DIR })
  expect(await second.end('SIGTERM')).toBe(0)
})

it('restarts the database when its process is killed under a running engine', async () => {
  const DATA_DIR = await startedFolder(checkout.main)
  const cluster = join(DATA_DIR, 'postgres')
  const engine = await startProcess(checkout.main, { DATA_DIR, LOG_LEVEL: 'silent' })
  const { pid } = postmasterOf(cluster)
  process.kill(pid, 'SIGKILL')
  // Until the engine notices, it is ready.
  await expect.poll(() => postmasterOf(cluster).pid, { timeout: 20_000 }).not.toBe(pid)
  await expect
    .poll(async () => (await fetch(`${engine.url}/readyz`)).status, { timeout: 20_000, interval: 100 })
    .toBe(200)
  await register(engine.url, await publishableKeyOf(engine.url), 'after@example.com')
  expect(await engine.end('SIGTERM')).toBe(0)
})

it('announces changes again after the database was killed and restarted', async () => {
  const DATA_DIR = await startedFolder(checkout.main)
  const cluster = join(DATA_DIR, 'postgres')
  const engine = await startProcess(checkout.main, { DATA_DIR, LOG_LEVEL: 'silent' })
  const one = async (statement: string) => Object.values((await ask(cluster, statement))[0] ?? {})[0]
  const pending = async () => Number(await one('select count(*) from private.live_pending'))
  process.kill(postmasterOf(cluster).pid, 'SIGKILL')
  // Until the engine notices, it is ready: the database is asked first.
  await expect.poll(() => one('select 1').catch(() => 0), { timeout: 20_000, interval: 100 }).toBe(1)
  await expect
    .poll(async () => (await fetch(`${engine.url}/readyz`)).status, { timeout: 20_000, interval: 100 })
    .toBe(200)
  await ask(cluster, 'truncate private.live_sent')
  await register(engine.url, await publishableKeyOf(engine.url), 'after@example.com')
  // The console lists members.
  const announced = async () => Number(await one(`select count(*) from private.live_sent where topic = 'admin'`))
  await expect.poll(announced, { timeout: 20_000 }).toBe(1)
  await expect.poll(pending, { timeout: 20_000 }).toBe(0)
  expect(await engine.end('SIGTERM')).toBe(0)
})

it('answers while the database cannot be started again, and serves once its files are back', async () => {
  const DATA_DIR = await startedFolder(checkout.main)
  const cluster = join(DATA_DIR, 'postgres')
  const elsewhere = join(DATA_DIR, 'elsewhere')
  const engine = await startProcess(checkout.main, { DATA_DIR })
  const { pid } = postmasterOf(cluster)
  renameSync(cluster, elsewhere)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => engine.output(), { timeout: 20_000 }).toContain('the database is not back yet')
  // Processes of the killed database may answer for a moment.
  await expect
    .poll(async () => (await fetch(`${engine.url}/readyz`)).status, { timeout: 20_000, interval: 100 })
    .toBe(503)
  renameSync(elsewhere, cluster)
  await expect
    .poll(async () => (await fetch(`${engine.url}/readyz`)).status, { timeout: 60_000, interval: 200 })
    .toBe(200)
  // One line for each attempt, and a pause after it.
  expect(engine.output().split('the database is not back yet').length).toBeLessThan(20)
  expect(await engine.end('SIGTERM')).toBe(0)
})

it('promotes a member whether it is running or not, and refuses an unknown address', async () => {
  const DATA_DIR = await startedFolder(checkout.main)
  const engine = await startProcess(checkout.main, { DATA_DIR })
  const key = await publishableKeyOf(engine.url)
  for (const name of ['one', 'two']) await register(engine.url, key, `${name}@example.com`)
  const promote = (email: string) => runToEnd(checkout.main, ['admin', 'promote', email], { DATA_DIR })
  expect(await promote('one@example.com')).toMatchObject({ code: 0, stdout: 'one@example.com is an admin now\n' })
  expect(await promote('none@example.com')).toMatchObject({
    code: 1,
    stderr: 'No member has the address none@example.com\n',
  })
  await engine.end('SIGTERM')
  expect(await promote('two@example.com')).toMatchObject({ code: 0 })
  const again = await startProcess(checkout.main, { DATA_DIR })
  const admins = await ask(join(DATA_DIR, 'postgres'), 'select username from public.profiles where is_admin order by 1')
  expect(admins.map(({ username }) => username)).toEqual(['admin', 'one', 'two'])
  await again.end('SIGTERM')
})

it('keeps its socket in a short path when the data directory has a long name', async () => {
  const DATA_DIR = join(temporaryFolder(), 'a-rather-long-name'.repeat(8))
  renameSync(await startedFolder(checkout.main), DATA_DIR)
  const engine = await startProcess(checkout.main, { DATA_DIR })
  expect(postmasterOf(join(DATA_DIR, 'postgres')).socketDirectory.length).toBeLessThan(90)
  expect((await fetch(`${engine.url}/readyz`)).status).toBe(200)
  expect(await engine.end('SIGTERM')).toBe(0)
})
