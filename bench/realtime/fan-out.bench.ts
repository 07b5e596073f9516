// One private topic with thousands of members: what messages at one and at twenty a second take to each socket, and the
// memory of a joined socket; compared with a bare `ws` server that sends the same bytes to as many sockets, in one run.
// BENCH_MAIN=<main.js> measures another build of the engine.
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { end } from '../engine/engine-process.ts'
import { type BenchEngine, startEngine } from '../support/engine.ts'
import { round } from '../support/figures.ts'
import { signToken } from '../support/members.ts'
import { ownCpuSeconds, residentKb } from '../support/processes.ts'
import { type Figure, keepResult } from '../support/report.ts'
import { type BareCommand, runBareServer } from './bare-server.ts'
import { runCrowd, steadyNow } from './crowd.ts'
import { openAll, privateJoin, startRole, tell } from './crowds.ts'

const SOCKETS = Number(process.env.BENCH_SIZES ?? 10_000)
const TURNS = Number(process.env.BENCH_ROUNDS ?? 2)
const RATES = [
  { perSecond: 1, messages: 8 },
  { perSecond: 20, messages: 60 },
]
const CROWDS = 2
const TOPIC = 'leaderboard'
const PADDING = 'x'.repeat(500)

/** Milliseconds from sending a message to its arrival, and processor seconds of the server. */
interface Heard {
  p50: number
  p99: number
  cpu: number
}

interface Stage {
  engine: BenchEngine
  bare: ChildProcess
  crowds: ChildProcess[]
}

const role = process.argv[2]
if (role === 'crowd') runCrowd()
else if (role === 'bare') runBareServer()
else await measure()

async function measure(): Promise<void> {
  const children: ChildProcess[] = []
  const limits = { MAX_SOCKETS: '1000000', MAX_SOCKETS_PER_ADDRESS: '1000000', MAX_JOINS_PER_SECOND: '1000000' }
  const engine = await startEngine(limits, process.env.BENCH_MAIN)
  try {
    // Different claims for each socket. The topic is public, so the accounts need not exist, which would take minutes.
    const tokens = await Promise.all(Array.from({ length: SOCKETS }, () => signToken(engine, { sub: randomUUID() })))
    const { child: bare, said } = await startRole(import.meta.url, 'bare', children)
    const roles = await Promise.all(Array.from({ length: CROWDS }, () => startRole(import.meta.url, 'crowd', children)))
    const stage = { engine, bare, crowds: roles.map(({ child }) => child) }
    const url = `${engine.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${engine.publishableKey}&vsn=2.0.0`
    const openBoth = async (count: number) => {
      await openAll(stage.crowds, 'bare', `ws://127.0.0.1:${said}/`, count, [])
      const joins = tokens.slice(0, count).map((token) => privateJoin(TOPIC, token))
      await openAll(stage.crowds, 'engine', url, count, joins)
    }
    // The heap of a process grows once with its first work; that is no cost of the sockets.
    await openBoth(SOCKETS / 5)
    for (const at of ['bare', 'engine']) await tell(stage.crowds, { do: 'drop', at })
    await delay(1_000)
    const before = memory(stage)
    await openBoth(SOCKETS)
    // Memory after the garbage of opening was collected, as far as the processes do it by themselves.
    await delay(2_000)
    const after = memory(stage)
    const kilobytes = {
      engine: (after.engine - before.engine) / SOCKETS,
      bare: (after.bare - before.bare) / SOCKETS,
    }
    const table: Figure[] = [
      {
        name: `memory of a joined socket, ${SOCKETS} sockets on one topic`,
        figure: `${round(kilobytes.engine, 1)} KB (bare ws ${round(kilobytes.bare, 1)} KB)`,
        ratio: round(kilobytes.engine / kilobytes.bare, 2),
        goal: 'at most 10 KB',
        met: kilobytes.engine <= 10,
      },
    ]
    const details: Record<string, { engine: Heard[]; bare: Heard[] }> = {}
    for (const { perSecond, messages } of RATES) {
      const [first, second]: [Heard[], Heard[]] = [[], []]
      for (let turn = 0; turn < TURNS; turn += 1) {
        second.push(await hear(stage, 'bare', perSecond, messages))
        first.push(await hear(stage, 'engine', perSecond, messages))
      }
      details[`${perSecond} a second`] = { engine: first, bare: second }
      table.push(figureOf(perSecond, first, second))
    }
    keepResult('realtime-fan-out', table, { sockets: SOCKETS, kilobytes, rounds: details })
  } finally {
    for (const child of children.reverse()) await end(child)
    await engine.end()
  }
}

function figureOf(perSecond: number, engine: Heard[], bare: Heard[]): Figure {
  const of = (rounds: Heard[], key: keyof Heard) => rounds.reduce((sum, one) => sum + one[key], 0) / rounds.length
  const text = (rounds: Heard[]) =>
    `p50 ${round(of(rounds, 'p50'))} ms, p99 ${round(of(rounds, 'p99'))} ms, ${round(of(rounds, 'cpu'), 1)} s of processor`
  const ratio = of(engine, 'p99') / of(bare, 'p99')
  return {
    name: `${perSecond} messages a second to ${SOCKETS} sockets on one topic`,
    figure: `${text(engine)} (bare ws ${text(bare)})`,
    ratio: round(ratio, 2),
    goal: 'p99 at most 1.3',
    met: ratio <= 1.3,
  }
}

async function hear(stage: Stage, at: 'engine' | 'bare', perSecond: number, messages: number): Promise<Heard> {
  const { engine, bare, crowds } = stage
  const pid = (at === 'engine' ? engine.child : bare).pid ?? 0
  const cpu = ownCpuSeconds(pid)
  const heard = tell(crowds, { do: 'hear', at, messages })
  const sent: Promise<unknown>[] = []
  for (let number = 0; number < messages; number += 1) {
    const content = { at: steadyNow(), padding: PADDING }
    if (at === 'engine')
      sent.push(engine.ask(`select realtime.send($1::jsonb, 'live', $2)`, [JSON.stringify(content), TOPIC]))
    else bare.send({ send: bareFrame(content) } satisfies BareCommand)
    await delay(1_000 / perSecond)
  }
  await Promise.all(sent)
  const delays: Record<number, number> = {}
  for (const answer of await heard)
    if ('delays' in answer)
      for (const [ms, count] of Object.entries(answer.delays)) delays[Number(ms)] = (delays[Number(ms)] ?? 0) + count
  return { p50: atShare(delays, 0.5), p99: atShare(delays, 0.99), cpu: ownCpuSeconds(pid) - cpu }
}

/** The bytes of the engine's frame, with an ID of the same length. */
function bareFrame(content: object): string {
  const id = '00000000-0000-4000-8000-000000000000'
  const payload = { type: 'broadcast', event: 'live', payload: { ...content, id }, meta: { id } }
  return JSON.stringify([null, null, `realtime:${TOPIC}`, 'broadcast', payload])
}

function atShare(delays: Record<number, number>, share: number): number {
  const sorted = Object.entries(delays).map(([ms, count]) => ({ ms: Number(ms), count }))
  sorted.sort((a, b) => a.ms - b.ms)
  let left = sorted.reduce((sum, { count }) => sum + count, 0) * share
  for (const { ms, count } of sorted) {
    left -= count
    if (left <= 0) return ms
  }
  return 0
}

function memory({ engine, bare }: Stage) {
  return { engine: residentKb(engine.child.pid ?? 0), bare: residentKb(bare.pid ?? 0) }
}
