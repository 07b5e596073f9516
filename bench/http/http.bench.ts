// The engine over real HTTP against PostgreSQL alone with the same statements, and against a plain server in front of
// them, in one run on one database. Prints one JSON line and writes bench/results/http.json.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Case, cases, MARK } from './cases.ts'
import { load } from './load.ts'
import { type CapturedRequest, type RivalTask, runAlone, runPlainServer } from './rivals.ts'
import { seed } from './seed.ts'
import { openWireTap } from './wire-tap.ts'

const ROUNDS = 3
const ROUND_MS = 2_000
const CONNECTIONS = 32
const root = fileURLToPath(new URL('../..', import.meta.url))
const main = join(root, 'dist/engine/main.js')
const secrets = {
  JWT_SECRET: randomBytes(32).toString('base64url'),
  SUPABASE_PUBLISHABLE_KEY: `sb_publishable_${randomBytes(12).toString('hex')}`,
  SUPABASE_SECRET_KEY: `sb_secret_${randomBytes(12).toString('hex')}`,
}

const role = process.argv[2]
if (role === 'alone' || role === 'plain') {
  const task = JSON.parse(readFileSync(process.argv[3] ?? '', 'utf8')) as RivalTask
  await (role === 'alone' ? runAlone(task) : runPlainServer(task))
} else await measure()

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bankside-bench-http-'))
  // Under root the database runs as another account, which has to get here.
  chmodSync(folder, 0o755)
  const children: ChildProcess[] = []
  try {
    const engine = await startEngine({ DATA_DIR: join(folder, 'data') }, children)
    const socketDirectory = readFileSync(join(folder, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
    const owner = new pg.Client({ host: socketDirectory, port: 5432, user: 'supabase_admin', database: 'postgres' })
    await owner.connect()
    const posts = await seed(owner)
    await owner.end()
    const member = await signUp(engine.url)
    const wanted = cases(member.id, posts[0] ?? '')
    const marks: RivalTask['marks'] = { upsert: posts.slice(0, 2000) }
    const requests = await capture(folder, socketDirectory, wanted, member.token, posts[0] ?? '', children)
    const taskFile = join(folder, 'task.json')
    writeFileSync(taskFile, JSON.stringify({ socketDirectory, requests, marks } satisfies RivalTask))
    const alone = await startRival('alone', taskFile, children)
    const plain = await startRival('plain', taskFile, children)
    const plainUrl = `http://127.0.0.1:${plain.said}`

    const results: Record<string, object> = {}
    for (const wantedCase of wanted) {
      const { name } = wantedCase
      const rates: { engine: number[]; alone: number[]; plain: number[]; cpu: number[]; plainCpu: number[] } = {
        engine: [],
        alone: [],
        plain: [],
        cpu: [],
        plainCpu: [],
      }
      const viaEngine = requestText(wantedCase, engine.url, member.token, marks[name])
      const viaPlain = () => `GET /${encodeURIComponent(name)} HTTP/1.1\r\nHost: plain\r\n\r\n`
      const options = { connections: CONNECTIONS, ms: ROUND_MS }
      await load(engine.url, viaEngine, { connections: CONNECTIONS, ms: 500 })
      await askRival(alone.child, name, 500)
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = cpuOf(engine.child)
        const rate = await load(engine.url, viaEngine, options)
        rates.engine.push(rate)
        rates.cpu.push(((cpuOf(engine.child) - before) * 1e6) / (rate * (ROUND_MS / 1000)))
        rates.alone.push(await askRival(alone.child, name, ROUND_MS))
        const plainBefore = cpuOf(plain.child)
        const plainRate = await load(plainUrl, viaPlain, options)
        rates.plain.push(plainRate)
        rates.plainCpu.push(((cpuOf(plain.child) - plainBefore) * 1e6) / (plainRate * (ROUND_MS / 1000)))
      }
      results[name] = {
        engine: Math.round(median(rates.engine)),
        postgresAlone: Math.round(median(rates.alone)),
        plainServer: Math.round(median(rates.plain)),
        toPostgresAlone: ratio(rates.engine, rates.alone),
        toPlainServer: ratio(rates.engine, rates.plain),
        engineCpuMicroseconds: Math.round(median(rates.cpu)),
        plainCpuMicroseconds: Math.round(median(rates.plainCpu)),
      }
    }
    const report = { bench: 'http', unit: 'requests/s', connections: CONNECTIONS, results }
    mkdirSync(join(root, 'bench/results'), { recursive: true })
    writeFileSync(join(root, 'bench/results/http.json'), `${JSON.stringify(report, null, 2)}\n`)
    console.log(JSON.stringify(report))
  } finally {
    for (const child of children.reverse()) await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Ratio of the medians of pairs measured one after the other, so that noise of the machine cancels out. */
function ratio(rates: number[], others: number[]): number {
  return Number(median(rates.map((rate, i) => rate / (others[i] ?? 1))).toFixed(2))
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Seconds of processor time that a process has used (Linux counts in hundredths). */
function cpuOf(child: ChildProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function startEngine(env: Record<string, string>, children: ChildProcess[]) {
  const child = spawn(process.execPath, [main], {
    cwd: '/',
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      RATE_LIMIT_SCALE: '1000000',
      LOG_LEVEL: 'silent',
      ...secrets,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let text = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += chunk
      const [, address] = /address +(\S+)/.exec(text) ?? []
      if (address !== undefined) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`the engine ended with ${code}: ${text}`)))
  })
  return { child, url }
}

async function startRival(role: 'alone' | 'plain', taskFile: string, children: ChildProcess[]) {
  const child = fork(fileURLToPath(import.meta.url), [role, taskFile], { execArgv: ['--import', 'tsx'] })
  children.push(child)
  const [said] = await once(child, 'message')
  return { child, said }
}

async function askRival(child: ChildProcess, name: string, ms: number): Promise<number> {
  const answer = once(child, 'message')
  child.send({ name, ms })
  return Number((await answer)[0])
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

async function signUp(url: string): Promise<{ id: string; token: string }> {
  const reply = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: secrets.SUPABASE_PUBLISHABLE_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'bench@example.com', password: 'a long password', data: { username: 'bench' } }),
  })
  const { access_token: token, user } = (await reply.json()) as { access_token: string; user: { id: string } }
  return { token, id: user.id }
}

/** What one request is on the wire; the mark becomes another value each time. */
function requestText(wanted: Case, url: string, token: string, marks: string[] | undefined) {
  const head = [
    `${wanted.method} ${wanted.path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `apikey: ${secrets.SUPABASE_PUBLISHABLE_KEY}`,
    `Authorization: Bearer ${token}`,
    ...Object.entries(wanted.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n')
  if (wanted.body === undefined) return () => `${head}\r\n\r\n`
  const body = wanted.body
  return (n: number) => {
    const text = body.replace(MARK, marks ? (marks[n % marks.length] ?? '') : `bench ${performance.now()} ${n}`)
    return `${head}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  }
}

/** Sends each request through a second engine whose way to the database is tapped. */
async function capture(
  folder: string,
  socketDirectory: string,
  wanted: Case[],
  token: string,
  postId: string,
  children: ChildProcess[],
): Promise<CapturedRequest[]> {
  const tap = await openWireTap(socketDirectory, join(folder, 'tap'))
  const address = `postgres://supabase_admin@localhost:5432/postgres?host=${encodeURIComponent(tap.folder)}`
  const { child, url } = await startEngine({ DATA_DIR: join(folder, 'tapped'), DATABASE_URL: address }, children)
  const captured: CapturedRequest[] = []
  for (const one of wanted) {
    // The mark of the upsert is a post's id: it has to be there, and is put back into what was captured.
    const mark = one.name === 'upsert' ? postId : MARK
    const send = () =>
      fetch(url + one.path, {
        method: one.method,
        headers: {
          apikey: secrets.SUPABASE_PUBLISHABLE_KEY,
          authorization: `Bearer ${token}`,
          ...(one.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...one.headers,
        },
        ...(one.body === undefined ? {} : { body: one.body.replace(MARK, mark) }),
      })
    tap.take()
    const reply = await send()
    if (!reply.ok) throw new Error(`${one.name}: ${reply.status} ${await reply.text()}`)
    await reply.arrayBuffer()
    const seen = tap.take()
    const at = seen.findLastIndex(({ text }) => text.startsWith('select pg_catalog.num_nulls(pg_catalog.set_config'))
    const [context, statement] = [seen[at], seen.slice(at + 1).find(({ text }) => !/^(begin|commit)/.test(text))]
    if (!context || !statement) throw new Error(`${one.name}: no statement was seen`)
    const values = statement.values.map((value) =>
      one.body === undefined ? value : (value?.replaceAll(mark, MARK) ?? null),
    )
    captured.push({ name: one.name, context, statement: { text: statement.text, values } })
  }
  await end(child)
  await tap.close()
  return captured
}
