// Thousands of members join one private topic at the same moment: the time to the last answer, and what a read over
// REST takes meanwhile. Compared with the time in which a bare `ws` server opens as many sockets, and, with
// BENCH_OTHER=<main.js of another build>, with that build in turn.
import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { end } from '../engine/engine-process.ts'
import { callerOf } from '../support/call.ts'
import { type BenchEngine, postmasterPid, startEngine } from '../support/engine.ts'
import { percentile, round } from '../support/figures.ts'
import { type BenchMember, makeMembers } from '../support/members.ts'
import { cpuSeconds, ownCpuSeconds } from '../support/processes.ts'
import { type Figure, keepResult } from '../support/report.ts'
import { runBareServer } from './bare-server.ts'
import { runCrowd, steadyNow } from './crowd.ts'
import { openAll, privateJoin, shareOf, startRole, tell } from './crowds.ts'

const SIZES = (process.env.BENCH_SIZES ?? '2000,5000').split(',').map(Number)
const TURNS = Number(process.env.BENCH_ROUNDS ?? 2)
const CROWDS = 2
const READ_MS = 10
const READ = '/rest/v1/newsfeed_posts?select=id,content,created_at&order=created_at.desc&limit=20'

/** Seconds and milliseconds of one round. */
interface Joined {
  bareOpen: number
  open: number
  /** From sending all joins to the last answer: sessions that the engine has not seen yet, then known ones. */
  first: number
  again: number
  readP99: number
  engineCpu: number
  databaseCpu: number
}

const role = process.argv[2]
if (role === 'crowd') runCrowd()
else if (role === 'bare') runBareServer()
else await measure()

async function measure(): Promise<void> {
  const builds = new Map<string, string | undefined>([['this build', undefined]])
  if (process.env.BENCH_OTHER) builds.set('other build', process.env.BENCH_OTHER)
  const found = new Map<string, Joined[]>()
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const size of SIZES)
      for (const [name, main] of builds) {
        const key = `${size} ${name}`
        found.set(key, [...(found.get(key) ?? []), await joinAll(size, main)])
      }
  keepResult('realtime-joins', [...found].map(figureOf), { turns: TURNS, rounds: Object.fromEntries(found) })
}

function figureOf([name, rounds]: [string, Joined[]]): Figure {
  const of = (key: keyof Joined) =>
    percentile(
      rounds.map((one) => one[key]),
      0.5,
    )
  const ratio = percentile(
    rounds.map((one) => (one.open + one.first) / one.bareOpen),
    0.5,
  )
  return {
    name: `joins of one private topic, at once: ${name}`,
    figure:
      `last answer after ${round(of('first'), 2)} s, sessions known ${round(of('again'), 2)} s, ` +
      `read meanwhile p99 ${round(of('readP99'))} ms (sockets open in ${round(of('open'), 2)} s, ` +
      `bare ws ${round(of('bareOpen'), 2)} s)`,
    ratio: round(ratio, 2),
  }
}

async function joinAll(size: number, main: string | undefined): Promise<Joined> {
  const children: ChildProcess[] = []
  const engine = await startEngine(
    { MAX_SOCKETS: '1000000', MAX_SOCKETS_PER_ADDRESS: '1000000', MAX_JOINS_PER_SECOND: '1000000' },
    main,
  )
  try {
    const members = await makeMembers(engine, size + 1)
    const reader = members.pop() as BenchMember
    const bare = await startRole(import.meta.url, 'bare', children)
    const started = await Promise.all(
      Array.from({ length: CROWDS }, () => startRole(import.meta.url, 'crowd', children)),
    )
    const crowds = started.map(({ child }) => child)
    const bareOpen = await openAll(crowds, 'bare', `ws://127.0.0.1:${bare.said}/`, size, [])
    await tell(crowds, { do: 'drop', at: 'bare' })
    const before = { engine: ownCpuSeconds(engine.child.pid ?? 0), database: cpuSeconds(postmasterPid(engine.dataDir)) }
    const first = await joinOnce(engine, crowds, members, reader)
    const after = { engine: ownCpuSeconds(engine.child.pid ?? 0), database: cpuSeconds(postmasterPid(engine.dataDir)) }
    const again = await joinOnce(engine, crowds, members, reader)
    return {
      bareOpen: bareOpen / 1000,
      open: first.open,
      first: first.joined,
      again: again.joined,
      readP99: Math.max(first.readP99, again.readP99),
      engineCpu: after.engine - before.engine,
      databaseCpu: after.database - before.database,
    }
  } finally {
    for (const child of children.reverse()) await end(child)
    await engine.end()
  }
}

async function joinOnce(engine: BenchEngine, crowds: ChildProcess[], members: BenchMember[], reader: BenchMember) {
  const url = `${engine.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${engine.publishableKey}&vsn=2.0.0`
  const open = await openAll(crowds, 'engine', url, members.length, [])
  const reads = readMeanwhile(engine, reader)
  const start = steadyNow()
  let from = 0
  const answers = await Promise.all(
    crowds.map((crowd, n) => {
      const share = shareOf(members.length, crowds.length, n)
      from += share
      return tell([crowd], {
        do: 'join',
        at: 'engine',
        joins: members.slice(from - share, from).map(({ token }) => privateJoin('feed', token)),
      })
    }),
  )
  const last = Math.max(...answers.flat().map((answer) => ('joined' in answer ? answer.joined : 0)))
  const readP99 = await reads()
  await tell(crowds, { do: 'drop', at: 'engine' })
  await delay(500)
  return { open: open / 1000, joined: (last - start) / 1000, readP99 }
}

/** Begins a read every few milliseconds. @returns a function that ends it and gives the p99 in milliseconds. */
function readMeanwhile(engine: BenchEngine, { token }: BenchMember): () => Promise<number> {
  const call = callerOf(engine)
  const running: Promise<number>[] = []
  const timer = setInterval(() => {
    running.push(
      call({ path: READ, token }).then(({ status, text, ms }) => {
        if (status !== 200) throw new Error(`a read was refused: ${status} ${text}`)
        return ms
      }),
    )
  }, READ_MS)
  return async () => {
    clearInterval(timer)
    return percentile(await Promise.all(running), 0.99)
  }
}
