// A club's members on one engine with its own PostgreSQL, as people use it: SIM_MEMBERS (300), SIM_SECONDS (60),
// SIM_THINK_SECONDS between two things that one of them does (8), SIM_SOCKETS share with a live connection (0.3),
// SIM_ENGINES on one database (1), SIM_NAME of the results file. Who simulates shares the machine with who is measured.

import { databaseUrl, TEMPLATE } from '../../test-support/database.ts'
import { startThrowAwayPostgres } from '../../test-support/throw-away-postgres.ts'
import { callerOf } from '../support/call.ts'
import { type BenchEngine, newSecrets, startEngine } from '../support/engine.ts'
import { percentile, randomNumbers, round, Statuses } from '../support/figures.ts'
import { makeMembers } from '../support/members.ts'
import { cpuSeconds, databaseMb, openFiles, ownCpuSeconds, residentMb } from '../support/processes.ts'
import { keepResult } from '../support/report.ts'
import { live } from './behaviour.ts'

const setting = (name: string, fallback: number) => Number(process.env[`SIM_${name}`] ?? fallback)
const MEMBERS = setting('MEMBERS', 300)
const SECONDS = setting('SECONDS', 60)
const THINK_SECONDS = setting('THINK_SECONDS', 8)
const SOCKETS = setting('SOCKETS', 0.3)
const ENGINES = setting('ENGINES', 1)
const SIGN_INS = 0.1
const POSTS = 5_000

const external =
  ENGINES > 1 ? await startThrowAwayPostgres(['fsync=on', 'synchronous_commit=on', 'full_page_writes=on']) : undefined
const secrets = newSecrets()
const engines: BenchEngine[] = []
try {
  const shared = external ? { DATABASE_URL: databaseUrl(external.socketDirectory, TEMPLATE) } : undefined
  for (let n = 0; n < ENGINES; n += 1) engines.push(await startEngine({ ...secrets, ...shared }))
  await simulate(engines)
} finally {
  for (const engine of engines) await engine.end()
  await external?.stop()
}

async function simulate([first, ...others]: BenchEngine[]): Promise<void> {
  if (!first) return
  const all = [first, ...others]
  const members = await makeMembers(first, MEMBERS)
  const games = await fill(
    first,
    members.map(({ id }) => id),
  )
  const [pidFile] = await first.ask(`select pg_read_file('postmaster.pid') as text`)
  const postmaster = Number.parseInt(String(pidFile?.text), 10)
  const pids = all.map(({ child }) => child.pid ?? 0)
  const idle = { engine: pids.map(residentMb), database: databaseMb(postmaster) }
  const times = new Map<string, number[]>()
  const failures = new Map<string, Statuses>()
  const deliveries: number[] = []
  let delivered = 0
  const peak = { engine: [...idle.engine], database: idle.database, files: 0 }
  const cpu = () => ({
    engine: pids.reduce((sum, pid) => sum + ownCpuSeconds(pid), 0),
    database: cpuSeconds(postmaster),
    own: process.cpuUsage(),
  })
  const sampler = setInterval(() => {
    peak.engine = pids.map((pid, n) => Math.max(peak.engine[n] ?? 0, residentMb(pid)))
    peak.files = Math.max(peak.files, ...pids.map(openFiles))
    peak.database = Math.max(peak.database, databaseMb(postmaster))
  }, 2_000)
  const before = cpu()
  const started = performance.now()
  const end = started + SECONDS * 1000
  const callers = all.map((engine) => callerOf(engine))
  await Promise.all(
    members.map((member, n) => {
      const engine = all[n % all.length] ?? first
      return live(
        {
          engine,
          call: callers[n % all.length] ?? callerOf(engine),
          games,
          random: randomNumbers(n),
          thinkSeconds: THINK_SECONDS,
          socketShare: SOCKETS,
          signInShare: SIGN_INS,
          seen: (kind, { status, ms }) => {
            const own = times.get(kind) ?? []
            times.set(kind, own)
            own.push(ms)
            // A second entry into the same game is refused, as it should be.
            if ((status >= 200 && status < 300) || (kind === 'game entry' && status === 409)) return
            const statuses = failures.get(kind) ?? new Statuses()
            failures.set(kind, statuses)
            statuses.add(status)
          },
          delivered: (ms) => {
            delivered += 1
            if (ms !== undefined) deliveries.push(ms)
          },
        },
        member,
        end,
      )
    }),
  )
  const seconds = (performance.now() - started) / 1000
  clearInterval(sampler)
  const after = cpu()
  const cores = (used: number) => round(used / seconds, 2)
  const every = [...times.values()].flat()
  const reads = [...times].filter(([kind]) => kind.startsWith('feed')).flatMap(([, values]) => values)
  const failed = [...failures.values()].reduce((sum, statuses) => sum + statuses.outside([]), 0)
  const calls = Object.fromEntries(
    [...times]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([kind, values]) => [
        kind,
        {
          calls: values.length,
          p50: round(percentile(values, 0.5), 1),
          p99: round(percentile(values, 0.99), 1),
          ...(failures.has(kind) ? { failed: failures.get(kind)?.counts } : {}),
        },
      ]),
  )
  const on = ENGINES === 1 ? 'one engine' : `${ENGINES} engines`
  keepResult(
    process.env.SIM_NAME ?? 'simulation',
    [
      {
        name: `${MEMBERS} members on ${on}, every call`,
        figure: `${round(every.length / seconds)} a second, p50 ${round(percentile(every, 0.5), 1)} ms, p99 ${round(percentile(every, 0.99), 1)} ms`,
        goal: 'p99 at most 500 ms, 0 failed',
        met: failed === 0 && percentile(every, 0.99) <= 500,
      },
      { name: 'a page of the feed among them, p99', figure: `${round(percentile(reads, 0.99), 1)} ms` },
      {
        name: `a change on ${Math.round(MEMBERS * SOCKETS)} live connections, p99`,
        figure: `${round(percentile(deliveries, 0.99))} ms, ${round(delivered / seconds)} a second`,
        goal: 'at most 2,000 ms',
        met: percentile(deliveries, 0.99) <= 2000,
      },
      {
        name: 'processor time meanwhile',
        figure: `engine ${cores(after.engine - before.engine)}, PostgreSQL ${cores(after.database - before.database)} cores`,
      },
      {
        name: 'memory meanwhile',
        figure: `engine ${peak.engine.join(' + ')} MB (idle ${idle.engine.join(' + ')}), PostgreSQL ${peak.database} MB`,
      },
    ],
    {
      settings: {
        members: MEMBERS,
        seconds: SECONDS,
        thinkSeconds: THINK_SECONDS,
        socketShare: SOCKETS,
        engines: ENGINES,
      },
      calls,
      failed,
      openFiles: peak.files,
      simulatorCores: cores((after.own.user + after.own.system - before.own.user - before.own.system) / 1e6),
    },
  )
}

/** Posts, comments, reactions, points and games, past triggers. @returns ids of open games. */
async function fill(engine: BenchEngine, members: string[]): Promise<string[]> {
  await engine.ask(
    `do $$ begin
       set local session_replication_role = replica;
       create temp table people as select id, row_number() over () - 1 as n from public.profiles;
       update public.profiles set points = abs(hashtext(id::text)) % 5000;
       insert into public.newsfeed_posts (user_id, content, created_at)
         select p.id, repeat('A fine morning on the lake. ', 1 + s % 8), now() - s * interval '7 minutes'
         from generate_series(1, ${POSTS}) as s join people as p on p.n = s % ${members.length};
       insert into public.points_log (user_id, points_change, reason, created_at)
         select p.id, 1 + s % 40, 'Session report', now() - s * interval '3 minutes'
         from generate_series(1, ${POSTS * 4}) as s join people as p on p.n = s % ${members.length};
       drop table people;
     end $$`,
  )
  await engine.ask(
    `insert into public.newsfeed_comments (post_id, user_id, content)
     select id, user_id, 'Well in, number ' || n from public.newsfeed_posts, generate_series(1, 3) as n`,
  )
  const rows = await engine.ask(
    `insert into public.games (type, title, image_url, start_date, end_date, status, metadata)
     select 'pick_swim', 'Swim ' || n, 'https://lakes.example/withy.jpg', now() - interval '1 hour', now() + interval '6 days', 'active', '{"winning_square": 47}'
     from generate_series(1, 3) as n returning id`,
  )
  await engine.ask('analyze')
  return rows.map(({ id }) => String(id))
}
