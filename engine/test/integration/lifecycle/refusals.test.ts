import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Checkout, makeCheckout } from './checkout.ts'
import { cleanUp, type Outcome, runToEnd, startedFolder, startProcess, temporaryFolder } from './engine-process.ts'

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

function expectOneLine({ code, stderr }: Outcome, message: RegExp) {
  expect(stderr).toMatch(message)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(code).toBe(1)
}

it('refuses a taken port in one line and does not touch the data', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  const DATA_DIR = join(temporaryFolder(), 'data')
  const outcome = await runToEnd(checkout.main, [], { DATA_DIR, PORT: String(port) })
  other.close()
  expectOneLine(outcome, new RegExp(`Port ${port} on 127.0.0.1 is taken`))
  expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(false)
})

it('refuses a database that does not answer, in one line without the password', async () => {
  const DATABASE_URL = 'postgres://someone:hush-hush@127.0.0.1:1/club'
  const outcome = await runToEnd(checkout.main, [], { DATA_DIR: temporaryFolder(), DATABASE_URL })
  expectOneLine(outcome, /database cannot be reached.*DATABASE_URL/)
  expect(outcome.stderr + outcome.stdout).not.toContain('hush-hush')
})

it('refuses a database address of another kind, naming the setting', async () => {
  const outcome = await runToEnd(checkout.main, [], {
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: 'mysql://localhost/club',
  })
  expectOneLine(outcome, /DATABASE_URL must be an address/)
})

it('refuses a data directory that cannot be written', async () => {
  const file = join(temporaryFolder(), 'a-file')
  writeFileSync(file, '')
  expectOneLine(
    await runToEnd(checkout.main, [], { DATA_DIR: join(file, 'data') }),
    /data directory .* cannot be written/,
  )
})

it('refuses a bad setting and an unknown command, each in one line', async () => {
  const DATA_DIR = temporaryFolder()
  expectOneLine(await runToEnd(checkout.main, [], { DATA_DIR, PORT: '70000' }), /PORT must be a number/)
  expectOneLine(await runToEnd(checkout.main, ['prommote'], { DATA_DIR }), /no command "prommote"/)
  expectOneLine(await runToEnd(checkout.main, ['admin', 'promote'], { DATA_DIR }), /Usage/)
})

it('refuses a second engine on the same data at once, naming the first', async () => {
  const DATA_DIR = await startedFolder(checkout.main)
  const first = await startProcess(checkout.main, { DATA_DIR })
  const outcome = await runToEnd(checkout.main, [], { DATA_DIR })
  expectOneLine(outcome, new RegExp(`PID ${first.child.pid}\\b`))
  // It does not wait: it takes no longer than a few starts of a process that refuses its arguments.
  const { ms } = await runToEnd(checkout.main, ['admin', 'promote'], { DATA_DIR })
  expect(outcome.ms).toBeLessThan(8 * ms)
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  expect(await first.end('SIGTERM')).toBe(0)
})

it('refuses a second engine that cannot see the processes of the first, as in another container', async () => {
  const DATA_DIR = await startedFolder(checkout.main)
  const first = await startProcess(checkout.main, { DATA_DIR })
  const pidFile = join(DATA_DIR, 'postgres', 'postmaster.pid')
  const written = readFileSync(pidFile, 'utf8')
  writeFileSync(pidFile, written.replace(/^\d+/, '4999999'))
  expectOneLine(await runToEnd(checkout.main, [], { DATA_DIR }), new RegExp(`PID ${first.child.pid}\\b`))
  // An engine of an older version has no mark in the folder, but its database answers.
  for (const name of readdirSync(DATA_DIR)) if (name.endsWith('.sock')) rmSync(join(DATA_DIR, name))
  expectOneLine(await runToEnd(checkout.main, [], { DATA_DIR }), new RegExp(`PID ${first.child.pid}\\b`))
  writeFileSync(pidFile, written)
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  expect(await first.end('SIGTERM')).toBe(0)
})

it('refuses a command on a folder without a database and creates nothing there', async () => {
  const DATA_DIR = join(temporaryFolder(), 'data')
  const backup = join(temporaryFolder(), 'club.tar')
  for (const command of [
    ['backup', backup],
    ['admin', 'promote', 'angler@example.com'],
  ])
    expectOneLine(await runToEnd(checkout.main, command, { DATA_DIR }), /no database in .*data: set DATA_DIR/)
  expect([DATA_DIR, backup].filter((path) => existsSync(path))).toEqual([])
})

it('refuses changed migrations and those without a file, and starts again once they are corrected', async () => {
  const DATA_DIR = await startedFolder(checkout.main)
  const folder = join(checkout.folder, 'supabase/migrations')
  const [oldest = '', newest = ''] = [readdirSync(folder).sort()[0], readdirSync(folder).sort().at(-1)]

  const original = readFileSync(join(folder, newest))
  appendFileSync(join(folder, newest), '\nselect 1;\n')
  expectOneLine(
    await runToEnd(checkout.main, [], { DATA_DIR }),
    new RegExp(`${newest} was changed after it was applied`),
  )
  writeFileSync(join(folder, newest), original)

  for (const [file, message] of [
    [oldest, /database is newer .* it has migration \d{14}, which is not among the files here/],
    [newest, /database is newer .* it has migration \d{14}, which is not among the files here/],
  ] as const) {
    renameSync(join(folder, file), join(checkout.folder, file))
    expectOneLine(await runToEnd(checkout.main, [], { DATA_DIR }), message)
    renameSync(join(checkout.folder, file), join(folder, file))
  }

  const broken = join(folder, '29990101000000_broken.sql')
  writeFileSync(broken, 'create table public.half ();\n\nselect frm;\n')
  expectOneLine(
    await runToEnd(checkout.main, [], { DATA_DIR }),
    /29990101000000_broken\.sql:3: column "frm" does not exist/,
  )
  writeFileSync(broken, 'create table public.whole (id int primary key);\n')
  const engine = await startProcess(checkout.main, { DATA_DIR })
  expect((await fetch(`${engine.url}/readyz`)).status).toBe(200)
  await engine.end('SIGTERM')
})
