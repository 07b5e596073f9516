import { percentile, round } from '../support/figures.ts'
import { type Figure, keepResult } from '../support/report.ts'
import type { Verdict } from './observer.ts'
import type { Seen, Times } from './tally.ts'

/** Seconds of processor time. */
export interface Processor {
  engine: number
  database: number
  crowd: number
  machine: number
}

export interface Run {
  settings: { members: number; sockets: number; engines: number; rampSeconds: number; seconds: number }
  seen: readonly Seen[]
  /** What the measured time took. */
  used: Processor
  verdict: Verdict
  memory: { engine: number[]; idle: number[]; database: number; files: number }
}

/** The crowd's waiting times are the engine's only while the crowd itself is quick. */
const CROWD_LAG_MS = 50

/** Stores the figures of a run and compares them with the goals. */
export function report(run: Run): void {
  const { settings, seen, used, verdict, memory } = run
  const { members, seconds, sockets } = settings
  const calls = merged(seen)
  const every = [...calls.values()].flatMap(({ measured }) => measured)
  const ramp = [...calls.values()].flatMap(({ ramp }) => ramp)
  const failed = sum(seen, ({ failures }) =>
    sum(Object.values(failures), (counts) => sum(Object.values(counts), Number)),
  )
  const lost = verdict.lost + sum(seen, (part) => part.lost)
  const delays = liveDelays(seen)
  const heardIds = new Set(seen.flatMap(({ heard }) => Object.keys(heard)))
  const joins = seen.flatMap((part) => [...part.joins.ramp, ...part.joins.measured])
  const lag = Math.max(...seen.map(({ lagMs }) => lagMs))
  const goal = members > 5_000 ? 2_000 : { call: 500, live: 1_000 }
  const [callGoal, liveGoal] = typeof goal === 'number' ? [goal, goal] : [goal.call, goal.live]
  const each = (value: number) => (value * 1000) / Math.max(1, every.length)
  const cost = { engine: each(used.engine), database: each(used.database) }
  const cores = (value: number) => round(value / seconds, 2)
  const others = used.machine - used.engine - used.database - used.crowd
  const table: Figure[] = [
    {
      name: `${members} members, every call after the ramp`,
      figure: `${round(every.length / seconds)} a second, ${waits(every)}`,
      goal: `p99 at most ${callGoal} ms, 0 failed`,
      met: failed === 0 && percentile(every, 0.99) <= callGoal,
    },
    { name: 'the same during the ramp', figure: waits(ramp) },
    {
      name: `a new post or comment on ${sockets} live connections, from the answer of its request`,
      figure: `${waits(delays)}; ${round(sum(seen, ({ messages }) => messages) / seconds)} messages a second`,
      goal: `p99 at most ${liveGoal} ms`,
      met: delays.length > 0 && percentile(delays, 0.99) <= liveGoal,
    },
    {
      name: 'messages that a connection missed; numbers and places that differ from the database at the end',
      figure: `${lost}; ${verdict.wrong} of ${verdict.posts} posts and ${verdict.places} places after ${verdict.messages} messages`,
      goal: '0; 0',
      met: lost === 0 && verdict.wrong === 0,
    },
    {
      name: 'processor time of a call: engine, PostgreSQL',
      figure: `${round(cost.engine, 2)} ms, ${round(cost.database, 2)} ms`,
      goal: 'at most 0.35 ms, 0.6 ms',
      met: cost.engine <= 0.35 && cost.database <= 0.6,
    },
    {
      name: 'cores: engine, PostgreSQL, crowd, others',
      figure: [used.engine, used.database, used.crowd, others].map(cores).join(', '),
    },
    {
      name: "delay of the crowd's own event loop, p99",
      figure: `${round(lag)} ms${lag > CROWD_LAG_MS ? '; the waiting times above are partly those of the crowd' : ''}`,
    },
    {
      name: 'memory: engine, PostgreSQL',
      figure: `${memory.engine.join(' + ')} MB (idle ${memory.idle.join(' + ')}), ${memory.database} MB`,
    },
  ]
  keepResult(process.env.SIM_NAME ?? 'simulation', table, {
    settings,
    calls: Object.fromEntries(
      [...calls].map(([kind, times]) => [kind, { ...figures(times), ...failuresOf(seen, kind) }]),
    ),
    joins: { count: joins.length, p50: round(percentile(joins, 0.5), 1), p99: round(percentile(joins, 0.99), 1) },
    failures: Object.assign({}, ...seen.map(({ failures }) => failures)) as object,
    failed,
    reloadsAfterMessages: sum(seen, ({ reloads }) => reloads),
    heard: { texts: heardIds.size, arrivals: delays.length },
    openFiles: memory.files,
  })
}

/** Milliseconds from the answer of a write to the arrival of each message about it; 0 when the message was first. */
function liveDelays(seen: readonly Seen[]): number[] {
  const written: Record<string, number> = Object.assign({}, ...seen.map((part) => part.written))
  return seen.flatMap(({ heard }) =>
    Object.entries(heard).flatMap(([id, arrivals]) => {
      const at = written[id]
      return at === undefined ? [] : arrivals.map((arrival) => Math.max(0, arrival - at))
    }),
  )
}

function merged(seen: readonly Seen[]): Map<string, Times> {
  const all = new Map<string, Times>()
  for (const { calls } of seen)
    for (const [kind, { ramp, measured }] of Object.entries(calls)) {
      const known = all.get(kind) ?? { ramp: [], measured: [] }
      all.set(kind, { ramp: known.ramp.concat(ramp), measured: known.measured.concat(measured) })
    }
  return new Map([...all].toSorted(([a], [b]) => a.localeCompare(b)))
}

const figures = ({ ramp, measured }: Times) => ({
  calls: measured.length,
  p50: round(percentile(measured, 0.5), 1),
  p99: round(percentile(measured, 0.99), 1),
  ramp: { calls: ramp.length, p99: round(percentile(ramp, 0.99), 1) },
})

function failuresOf(seen: readonly Seen[], kind: string): { failed?: object } {
  const found = seen.flatMap(({ failures }) => (failures[kind] ? [failures[kind]] : []))
  return found.length > 0 ? { failed: Object.assign({}, ...found) as object } : {}
}

const waits = (values: readonly number[]) =>
  `p50 ${round(percentile(values, 0.5), 1)} ms, p99 ${round(percentile(values, 0.99), 1)} ms`

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
