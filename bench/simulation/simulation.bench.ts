// A club's members on one engine with its own PostgreSQL, who use the site as the web app does. SIM_MEMBERS (300) arrive
// during SIM_RAMP_SECONDS (20 for a thousand, at least 10); then SIM_SECONDS (60) are measured. SIM_THINK_SECONDS between
// two actions of a member (8), SIM_SOCKETS share with a live connection (0.3), SIM_ENGINES on one database (1),
// SIM_WORKERS processes of the crowd, SIM_NAME of the results file. The crowd and the engine share the machine.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { databaseUrl, TEMPLATE } from '../../test-support/database.ts'
import { startThrowAwayPostgres } from '../../test-support/throw-away-postgres.ts'
import { steadyNow } from '../realtime/crowd.ts'
import { type BenchEngine, newSecrets, startEngine } from '../support/engine.ts'
import { makeMembers } from '../support/members.ts'
import {
  cpuSeconds,
  databaseMb,
  machineCpuSeconds,
  openFiles,
  ownCpuSeconds,
  residentMb,
} from '../support/processes.ts'
import { fillClub } from './club.ts'
import { type CrowdOrder, runCrowd } from './crowd.ts'
import { Observer } from './observer.ts'
import { type Processor, report } from './report.ts'
import type { Seen } from './tally.ts'

const setting = (name: string, fallback: number) => Number(process.env[`SIM_${name}`] ?? fallback)
const MEMBERS = setting('MEMBERS', 300)
const SECONDS = setting('SECONDS', 60)
const RAMP_SECONDS = setting('RAMP_SECONDS', Math.max(10, MEMBERS / 50))
const SOCKETS = setting('SOCKETS', 0.3)
const ENGINES = setting('ENGINES', 1)
const WORKERS = setting('WORKERS', Math.ceil(MEMBERS / 2_500))
const HABITS = { thinkSeconds: setting('THINK_SECONDS', 8), socketShare: SOCKETS, signInShare: 0.1 }
const OBSERVED_PAGES = 15
const OBSERVED_CONNECTIONS = 600
const CREDIT_MS = 5_000
const STARTING_MS = 3_000

if (process.argv[2] === 'crowd') runCrowd()
else await main()

async function main(): Promise<void> {
  const external =
    ENGINES > 1 ? await startThrowAwayPostgres(['fsync=on', 'synchronous_commit=on', 'full_page_writes=on']) : undefined
  const secrets = newSecrets()
  const engines: BenchEngine[] = []
  const crowds: ChildProcess[] = []
  try {
    const shared = external ? { DATABASE_URL: databaseUrl(external.socketDirectory, TEMPLATE) } : undefined
    const options = process.env.SIM_NODE_OPTIONS ? { NODE_OPTIONS: process.env.SIM_NODE_OPTIONS } : undefined
    for (let n = 0; n < ENGINES; n += 1) engines.push(await startEngine({ ...secrets, ...shared, ...options }))
    await simulate(engines, crowds)
  } finally {
    for (const crowd of crowds) crowd.kill()
    for (const engine of engines) await engine.end()
    await external?.stop()
  }
}

async function simulate([first, ...others]: BenchEngine[], crowds: ChildProcess[]): Promise<void> {
  if (!first) return
  const all = [first, ...others]
  const [watcher, ...members] = await makeMembers(first, MEMBERS + 1)
  if (!watcher) return
  const games = await fillClub(
    first,
    members.map(({ id }) => id),
  )
  const [pidFile] = await first.ask(`select pg_read_file('postmaster.pid') as text`)
  const postmaster = Number.parseInt(String(pidFile?.text), 10)
  const pids = all.map(({ child }) => child.pid ?? 0)
  const memory = { engine: [] as number[], idle: pids.map(residentMb), database: 0, files: 0 }
  const observer = await Observer.start(first, watcher, OBSERVED_PAGES)

  const script = fileURLToPath(import.meta.url)
  for (let n = 0; n < WORKERS; n += 1) crowds.push(fork(script, ['crowd'], { execArgv: ['--import', 'tsx'] }))
  const startsAt = steadyNow() + STARTING_MS
  const size = Math.ceil(MEMBERS / WORKERS)
  const parts = crowds.map((crowd, n) => {
    const order: CrowdOrder = {
      members: members.slice(n * size, (n + 1) * size),
      first: n * size,
      engines: all.map(({ url, publishableKey }) => ({ url, publishableKey })),
      games,
      localAddress: `127.0.0.${n + 2}`,
      habits: HABITS,
      observedOneIn: Math.max(1, Math.round((MEMBERS * SOCKETS) / OBSERVED_CONNECTIONS)),
      startsAt,
      rampMs: RAMP_SECONDS * 1000,
      measuredMs: SECONDS * 1000,
    }
    crowd.send(order)
    return Promise.race([
      once(crowd, 'message').then(([seen]) => seen as Seen),
      once(crowd, 'exit').then(([code]) => Promise.reject(new Error(`a part of the crowd ended with ${code}`))),
    ])
  })
  const seen = Promise.all(parts)
  // Reported below; until then there is no listener.
  seen.catch(() => {})

  const processor = (): Processor => ({
    engine: pids.reduce((sum, pid) => sum + ownCpuSeconds(pid), 0),
    database: cpuSeconds(postmaster),
    crowd: [process.pid, ...crowds.map(({ pid }) => pid ?? 0)].reduce((sum, pid) => sum + ownCpuSeconds(pid), 0),
    machine: machineCpuSeconds(),
  })
  const sampler = setInterval(() => {
    memory.engine = pids.map((pid, n) => Math.max(memory.engine[n] ?? 0, residentMb(pid)))
    memory.files = Math.max(memory.files, ...pids.map(openFiles))
    memory.database = Math.max(memory.database, databaseMb(postmaster))
  }, 5_000)
  // Without any credit of points the leaderboard would have nothing to announce.
  const credits = setInterval(() => void creditPoints(first, members).catch(console.error), CREDIT_MS)
  await delay(startsAt + RAMP_SECONDS * 1000 - steadyNow())
  const before = processor()
  await delay(startsAt + (RAMP_SECONDS + SECONDS) * 1000 - steadyNow())
  const after = processor()
  clearInterval(sampler)
  clearInterval(credits)
  const used = {
    engine: after.engine - before.engine,
    database: after.database - before.database,
    crowd: after.crowd - before.crowd,
    machine: after.machine - before.machine,
  }
  const { seconds, rampSeconds } = { seconds: SECONDS, rampSeconds: RAMP_SECONDS }
  const settings = { members: MEMBERS, sockets: Math.round(MEMBERS * SOCKETS), engines: ENGINES, rampSeconds, seconds }
  report({ settings, seen: await seen, used, verdict: await observer.compare(), memory })
}

async function creditPoints(engine: BenchEngine, members: readonly { id: string }[]): Promise<void> {
  const member = members[Math.floor(Math.random() * members.length)]
  await engine.ask(`insert into public.points_log (user_id, points_change, reason) values ($1, 25, 'Session report')`, [
    member?.id,
  ])
}
