// The engine over real HTTP compared with PostgreSQL alone running the same statements, and with a plain server before
// them, in one run on one database. Prints one JSON line and writes bench/results/http.json.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import sharp from 'sharp'
import { end, secrets, signUp, socketDirectoryOf, startEngine } from '../engine/engine-process.ts'
import { type Case, cases, MARK } from './cases.ts'
import { load } from './load.ts'
import { type HttpFigures, writeReport } from './report.ts'
import { type CapturedRequest, type RivalTask, runAlone, runPlainServer } from './rivals.ts'
import { seed } from './seed.ts'
import { openWireTap } from './wire-tap.ts'

const ROUNDS = 3
const ROUND_MS = 2_000
const CONNECTIONS = 32

const role = process.argv[2]
if (role === 'alone' || role === 'plain') {
  const task = JSON.parse(readFileSync(process.argv[3] ?? '', 'utf8')) as RivalTask
  await (role === 'alone' ? runAlone(task) : runPlainServer(task))
} else await measure()

async function measure(): Promise<void> {
  const busy = (loadavg()[0] ?? 0) / cpus().length
  const folder = mkdtempSync(join(tmpdir(), 'bankside-bench-http-'))
  // Under root the database runs as another account, which has to be able to enter the folder.
  chmodSync(folder, 0o755)
  const children: ChildProcess[] = []
  try {
    const engine = await startEngine({ DATA_DIR: join(folder, 'data') }, children)
    const socketDirectory = socketDirectoryOf(join(folder, 'data'))
    const owner = new pg.Client({ host: socketDirectory, port: 5432, user: 'supabase_admin', database: 'postgres' })
    await owner.connect()
    const posts = await seed(owner)
    await owner.end()
    const member = await signUp(engine.url, 'bench')
    const wanted = cases(member.id, posts[0] ?? '')
    const marks: RivalTask['marks'] = { upsert: posts.slice(0, 2000) }
    const requests = await capture(folder, socketDirectory, wanted, member.token, posts[0] ?? '', children)
    const taskFile = join(folder, 'task.json')
    const photos = await placePhoto(engine.url, member, folder)
    const files = Object.fromEntries(photos.map(({ name, file }) => [name, file]))
    writeFileSync(taskFile, JSON.stringify({ socketDirectory, requests, marks, files } satisfies RivalTask))
    const alone = await startRival('alone', taskFile, children)
    const plain = await startRival('plain', taskFile, children)
    const plainUrl = `http://127.0.0.1:${plain.said}`

    const results: Record<string, HttpFigures> = {}
    for (const wantedCase of [...wanted, ...photos]) {
      const { name } = wantedCase
      const isStatement = wanted.includes(wantedCase)
      const rates: { engine: number[]; alone: number[]; plain: number[]; cpu: number[]; plainCpu: number[] } = {
        engine: [],
        alone: [],
        plain: [],
        cpu: [],
        plainCpu: [],
      }
      const latencies: number[] = []
      const viaEngine = requestText(wantedCase, engine.url, member.token, marks[name])
      const viaPlain = () => `GET /${encodeURIComponent(name)} HTTP/1.1\r\nHost: plain\r\n\r\n`
      const options = { connections: CONNECTIONS, ms: ROUND_MS }
      await load(engine.url, viaEngine, { connections: CONNECTIONS, ms: 500 })
      if (isStatement) await askRival(alone.child, name, 500)
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = cpuOf(engine.child)
        const { rate, times } = await load(engine.url, viaEngine, options)
        latencies.push(...times)
        rates.engine.push(rate)
        rates.cpu.push(((cpuOf(engine.child) - before) * 1e6) / (rate * (ROUND_MS / 1000)))
        if (isStatement) rates.alone.push(await askRival(alone.child, name, ROUND_MS))
        const plainBefore = cpuOf(plain.child)
        const { rate: plainRate } = await load(plainUrl, viaPlain, options)
        rates.plain.push(plainRate)
        rates.plainCpu.push(((cpuOf(plain.child) - plainBefore) * 1e6) / (plainRate * (ROUND_MS / 1000)))
      }
      results[name] = {
        engine: Math.round(median(rates.engine)),
        postgresAlone: isStatement ? Math.round(median(rates.alone)) : undefined,
        plainServer: Math.round(median(rates.plain)),
        toPostgresAlone: isStatement ? ratio(rates.engine, rates.alone) : undefined,
        toPlainServer: ratio(rates.engine, rates.plain),
        p50Milliseconds: part(latencies, 0.5),
        p99Milliseconds: part(latencies, 0.99),
        engineCpuMicroseconds: Math.round(median(rates.cpu)),
        plainCpuMicroseconds: Math.round(median(rates.plainCpu)),
      }
    }
    const report = {
      bench: 'http' as const,
      unit: 'requests/s',
      connections: CONNECTIONS,
      rounds: ROUNDS,
      load: busy,
      results,
    }
    writeReport(report)
    console.log(JSON.stringify(report))
  } finally {
    for (const child of children.reverse()) await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The value below which this share of all values is. */
function part(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(2))
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

async function startRival(role: 'alone' | 'plain', taskFile: string, children: ChildProcess[]) {
  const child = fork(fileURLToPath(import.meta.url), [role, taskFile], { execArgv: ['--import', 'tsx'] })
  children.push(child)
  const [said] = await once(child, 'message')
  return { child, said }
}

async function askRival(child: ChildProcess, name: string, ms: number): Promise<number> {
  const over = new AbortController()
  const answer = once(child, 'message', { signal: over.signal })
  const lost = once(child, 'exit', { signal: over.signal }).then(() => {
    throw new Error(`a rival ended while it was asked for ${name}`)
  })
  child.send({ name, ms })
  try {
    return Number((await Promise.race([answer, lost]))[0])
  } finally {
    over.abort()
  }
}

/** The bytes of one request; the mark is replaced by another value each time. */
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

/** A photo of a member and its rendition: their requests, and the files with the same bytes for the plain server. */
async function placePhoto(url: string, { id, token }: { id: string; token: string }, folder: string) {
  const path = `avatars/${id}/photo.jpeg`
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 }
  const photo = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#345', noise } })
    .jpeg({ quality: 70 })
    .toBuffer()
  const stored = await fetch(`${url}/storage/v1/object/${path}`, {
    method: 'POST',
    headers: {
      apikey: secrets.SUPABASE_PUBLISHABLE_KEY,
      authorization: `Bearer ${token}`,
      'content-type': 'image/jpeg',
    },
    body: new Uint8Array(photo),
  })
  if (!stored.ok) throw new Error(`${stored.status} ${await stored.text()}`)
  const wanted = [
    { name: 'storage download', path: `/storage/v1/object/public/${path}` },
    { name: 'rendition', path: `/storage/v1/render/image/public/${path}?width=320` },
  ]
  const photos: (Case & { file: string })[] = []
  for (const { name, path } of wanted) {
    const reply = await fetch(url + path)
    if (!reply.ok) throw new Error(`${name}: ${reply.status} ${await reply.text()}`)
    const file = join(folder, name)
    writeFileSync(file, new Uint8Array(await reply.arrayBuffer()))
    photos.push({ name, method: 'GET', path, file })
  }
  return photos
}

/** Sends each request through a second engine whose connection to the database is tapped. */
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
    // The mark of the upsert is a post's ID: the post has to exist, and its ID is restored in the captured values.
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
