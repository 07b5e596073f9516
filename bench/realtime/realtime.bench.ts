// One change to thousands of sockets, compared with a bare `ws` server that sends the same bytes to as many, in one
// run. Prints one JSON line; writes bench/results/realtime.json and docs/performance-realtime.md.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { end, secrets, signUp, socketDirectoryOf, startEngine } from '../engine/engine-process.ts'
import { type BareCommand, runBareServer } from './bare-server.ts'
import { runCrowd, steadyNow } from './crowd.ts'
import { openAll, startRole, tell } from './crowds.ts'
import { type Arrivals, type Delays, type Delivery, type SizeFigures, writeReport } from './report.ts'

const SIZES = [1_000, 5_000, 10_000]
const ROUNDS = 12
const CROWDS = 2
const MEMBERS = 4
/** Files that a process needs besides its sockets. */
const OTHER_FILES = 200

const role = process.argv[2]
if (role === 'crowd') runCrowd()
else if (role === 'bare') runBareServer()
else await measure(role === undefined ? SIZES : role.split(',').map(Number))

/** The sizes for which this machine lets a process open enough sockets, and a note about the others. */
function affordable(sizes: number[]): { sizes: number[]; left: string | undefined } {
  // Node raises its own limit to the hard one.
  const [, limit] = /Max open files +\d+ +(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  const most = limit === undefined ? Number.POSITIVE_INFINITY : Number(limit) - OTHER_FILES
  const fitting = sizes.filter((size) => size <= most)
  if (fitting.length === sizes.length) return { sizes, left: undefined }
  return {
    sizes: fitting.length > 0 ? fitting : [most],
    left:
      `Not measured: ${sizes.filter((size) => size > most).join(' and ')} sockets, for a process may open ${limit} ` +
      'files here. Raise `ulimit -Hn` and run again.',
  }
}

async function measure(wanted: number[]): Promise<void> {
  const { sizes, left } = affordable(wanted)
  if (left !== undefined) console.error(left)
  const load = (loadavg()[0] ?? 0) / cpus().length
  const folder = mkdtempSync(join(tmpdir(), 'bankside-bench-realtime-'))
  // Under root the database runs as another account, which has to be able to enter the folder.
  chmodSync(folder, 0o755)
  const children: ChildProcess[] = []
  const owner = { client: undefined as pg.Client | undefined }
  try {
    const dataDir = join(folder, 'data')
    const engine = await startEngine({ DATA_DIR: dataDir, MAX_SOCKETS: '1000000' }, children)
    const client = new pg.Client({
      host: socketDirectoryOf(dataDir),
      port: 5432,
      user: 'supabase_admin',
      database: 'postgres',
    })
    await client.connect()
    owner.client = client
    const bare = await startRole(import.meta.url, 'bare', children)
    const crowds = (
      await Promise.all(Array.from({ length: CROWDS }, () => startRole(import.meta.url, 'crowd', children)))
    ).map(({ child }) => child)
    const members = await Promise.all(Array.from({ length: MEMBERS }, (_, n) => signUp(engine.url, `follower-${n}`)))
    await delay(1_000)
    const idleMegabytes = residentKilobytes(engine.child) / 1024
    const stage: Stage = { engine, bare, crowds, client, tokens: members.map(({ token }) => token), frame: '' }
    const figures: SizeFigures[] = []
    for (const size of sizes) figures.push(await measureSize(stage, size))
    const report = {
      bench: 'realtime' as const,
      load,
      rounds: ROUNDS,
      frameBytes: Buffer.byteLength(stage.frame),
      left,
      idleMegabytes,
      sizes: figures,
    }
    if (wanted === SIZES) writeReport(report)
    console.log(JSON.stringify(report))
  } finally {
    await owner.client?.end()
    for (const child of children.reverse()) await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Stage {
  engine: { child: ChildProcess; url: string }
  bare: { child: ChildProcess; said: unknown }
  crowds: ChildProcess[]
  client: pg.Client
  tokens: string[]
  /** The last frame that the engine sent. */
  frame: string
}

async function measureSize(stage: Stage, sockets: number): Promise<SizeFigures> {
  const { engine, bare, tokens } = stage
  const address = engine.url.replace('http', 'ws')
  const at = {
    engine: `${address}/realtime/v1/websocket?apikey=${secrets.SUPABASE_PUBLISHABLE_KEY}&vsn=2.0.0`,
    bare: `ws://127.0.0.1:${bare.said}/`,
  }
  const guests = [joinFrame(undefined)]
  const many = [joinFrame(undefined), ...tokens.map(joinFrame)]
  const before = { engine: residentKilobytes(engine.child), bare: residentKilobytes(bare.child) }
  const openMs = await openAll(stage.crowds, 'engine', at.engine, sockets, guests)
  await openAll(stage.crowds, 'bare', at.bare, sockets, [])
  const grown = {
    engine: residentKilobytes(engine.child) - before.engine,
    bare: residentKilobytes(bare.child) - before.bare,
  }
  const oneAudience = await deliver(stage)
  await dropAll(stage)
  await openAll(stage.crowds, 'engine', at.engine, sockets, many)
  const fiveAudiences = await deliver(stage)
  await engineLoop(stage)
  // The crowds reconnect at once, while the engine is still cleaning up.
  await tell(stage.crowds, { do: 'drop', at: 'engine' })
  const stormMs = await openAll(stage.crowds, 'engine', at.engine, sockets, many)
  const stormLoop = await engineLoop(stage)
  await dropAll(stage)
  await tell(stage.crowds, { do: 'drop', at: 'bare' })
  return {
    sockets,
    oneAudience,
    fiveAudiences,
    engineKilobytes: grown.engine / sockets,
    bareWsKilobytes: grown.bare / sockets,
    openSeconds: openMs / 1000,
    stormSeconds: stormMs / 1000,
    stormLoop,
  }
}

/** Alternates rounds at the engine and at the bare server. */
async function deliver(stage: Stage): Promise<Delivery> {
  const rounds: { engine: number[]; bare: number[] }[] = []
  await engineRound(stage)
  await bareRound(stage)
  await engineLoop(stage)
  await bareLoop(stage)
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ engine: await engineRound(stage), bare: await bareRound(stage) })
  const spread = rounds.map(({ engine, bare }) => ({ engine: fromFirst(engine), bare: fromFirst(bare) }))
  return {
    engine: arrivalsOf(rounds.flatMap(({ engine }) => engine)),
    bareWs: arrivalsOf(rounds.flatMap(({ bare }) => bare)),
    ratio: ratioOf(rounds),
    engineSpread: arrivalsOf(spread.flatMap(({ engine }) => engine)),
    bareWsSpread: arrivalsOf(spread.flatMap(({ bare }) => bare)),
    spreadRatio: ratioOf(spread),
    engineLoop: await engineLoop(stage),
    bareWsLoop: await bareLoop(stage),
  }
}

async function engineRound(stage: Stage): Promise<number[]> {
  // The engine reads changes at its own times; a round that begins just after a reading would show the worst case.
  await delay(Math.random() * 100)
  const arrivals = expectAll(stage.crowds, 'engine')
  const start = steadyNow()
  await stage.client.query(
    `insert into public.info_cards (title, start_date, end_date) values ('News from the lake', now(), now() + interval '1 day')`,
  )
  const { times, frame } = await arrivals
  stage.frame = frame
  return times.map((time) => time - start)
}

async function bareRound({ bare, crowds, frame }: Stage): Promise<number[]> {
  const arrivals = expectAll(crowds, 'bare')
  const start = steadyNow()
  bare.child.send({ send: frame } satisfies BareCommand)
  return (await arrivals).times.map((time) => time - start)
}

async function expectAll(crowds: ChildProcess[], at: string): Promise<{ times: number[]; frame: string }> {
  const answers = await tell(crowds, { do: 'expect', at })
  const times: number[] = []
  let frame = ''
  for (const answer of answers)
    if ('arrived' in answer) {
      times.push(...answer.arrived)
      frame = answer.frame
    }
  return { times, frame }
}

/** Ends the sockets at the engine and waits until the engine has noticed. */
async function dropAll(stage: Stage): Promise<void> {
  await tell(stage.crowds, { do: 'drop', at: 'engine' })
  while (metric(await metrics(stage), 'bankside_realtime_open{kind="sockets"}') > 0) await delay(50)
}

function joinFrame(token: string | undefined): string {
  const changes = [{ event: '*', schema: 'public', table: 'info_cards' }]
  const config = { broadcast: { ack: false, self: false }, presence: { key: '' }, postgres_changes: changes }
  return JSON.stringify(['1', '1', 'realtime:cards', 'phx_join', { config, access_token: token }])
}

async function metrics({ engine }: Stage): Promise<string> {
  const reply = await fetch(`${engine.url}/metrics`, { headers: { authorization: `Bearer ${secrets.METRICS_TOKEN}` } })
  return await reply.text()
}

function metric(text: string, name: string): number {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `))
  if (line === undefined) throw new Error(`no metric ${name}`)
  return Number(line.slice(name.length))
}

/** The value since the last call. */
async function engineLoop(stage: Stage): Promise<Delays> {
  const text = await metrics(stage)
  return {
    p99: metric(text, 'nodejs_eventloop_lag_p99_seconds') * 1000,
    max: metric(text, 'nodejs_eventloop_lag_max_seconds') * 1000,
  }
}

async function bareLoop({ bare }: Stage): Promise<Delays> {
  const answer = once(bare.child, 'message')
  bare.child.send({ delays: true } satisfies BareCommand)
  return (await answer)[0] as Delays
}

function residentKilobytes(child: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1])
}

function fromFirst(times: number[]): number[] {
  const first = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY)
  return times.map((time) => time - first)
}

function arrivalsOf(times: number[]): Arrivals {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

function ratioOf(rounds: { engine: number[]; bare: number[] }[]): Arrivals {
  const of = (part: keyof Arrivals) =>
    median(rounds.map(({ engine, bare }) => arrivalsOf(engine)[part] / arrivalsOf(bare)[part]))
  return { p50: of('p50'), p99: of('p99') }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
