import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { databaseTarget, TEMPLATE } from '../../test-support/database.ts'
import { startThrowAwayPostgres } from '../../test-support/throw-away-postgres.ts'
import { keepResult } from '../support/report.ts'

// What a member below the first hundred reads of those near them on the leaderboard, in a club of 50,000 members and in one of
// 1,000, in turns: of all time by an index, so it costs the same; of the month from the sums of all members, as the ranking.

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 200)
const GOAL_RATIO = 1.3
const SIZES = [50_000, 1_000] as const

const member = (number: number) => `md5('member${number}')::uuid`
// The last tenth has the same points.
const seed = (members: number) => `
  set session_replication_role = replica;
  insert into auth.users (id, email)
    select md5('member' || n)::uuid, n || '@example.com' from generate_series(1, ${members}) as n;
  insert into public.profiles (id, username, points, is_suspended)
    select md5('member' || n)::uuid, 'angler ' || n, p.points, n % 50 = 49
    from generate_series(1, ${members}) as n,
      lateral (select case when n > ${members * 0.9} then 10 else 11 + n * 7919 % ${members} end as points) as p;
  insert into private.points_by_day (user_id, day, points)
    select p.id, (now() at time zone 'utc')::date - 1, p.points from public.profiles as p;
  insert into private.points_by_month (user_id, month, points)
    select p.id, date_trunc('month', d.day)::date, p.points
    from public.profiles as p join private.points_by_day as d on d.user_id = p.id;
  set session_replication_role = origin;
  vacuum analyze`

const READS: Record<string, { of: (members: number) => number; sql: string; goal?: number }> = {
  'in the middle, of all time': {
    of: (members) => members / 2,
    sql: 'select * from leaderboard_near()',
    goal: GOAL_RATIO,
  },
  'among a tenth with equal points, of all time': {
    of: (members) => members * 0.95,
    sql: 'select * from leaderboard_near()',
    goal: GOAL_RATIO,
  },
  'in the middle, of the month': {
    of: (members) => members / 2,
    sql: `select * from leaderboard_near(now() - interval '1 month')`,
  },
  'among a tenth with equal points, of the month': {
    of: (members) => members * 0.95,
    sql: `select * from leaderboard_near(now() - interval '1 month')`,
  },
  'the ranking of the month, for comparison': {
    of: (members) => members / 2,
    sql: `select * from get_points_by_timeframe(now() - interval '1 month')`,
  },
}

const postgres = await startThrowAwayPostgres(['shared_buffers=256MB'])
const clients: pg.Client[] = []
const connect = async (database: string) => {
  const client = new pg.Client(databaseTarget(postgres.socketDirectory, database).owner)
  await client.connect()
  clients.push(client)
  return client
}
const round3 = (value: number) => Math.round(value * 1000) / 1000
// Of a tenth of the runs, because others use the machine.
const quick = (values: number[]) => round3(values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)] ?? 0)

try {
  const server = await connect('postgres')
  const clubs = []
  for (const members of SIZES) {
    await server.query(`create database near_${members} template ${TEMPLATE}`)
    const client = await connect(`near_${members}`)
    for (const statement of seed(members).split(';')) await client.query(statement)
    await client.query('set search_path = public, extensions; set role authenticated')
    clubs.push({ members, client })
  }
  const rows = []
  for (const [name, { of, sql, goal }] of Object.entries(READS)) {
    const times = clubs.map((): number[] => [])
    for (const { members, client } of clubs)
      await client.query(
        `select set_config('request.jwt.claims', json_build_object('sub', ${member(of(members))}, 'role', 'authenticated')::text, false)`,
      )
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [at, { client }] of clubs.entries()) {
        const started = performance.now()
        await client.query(sql)
        times[at]?.push(performance.now() - started)
      }
    const [large = 0, small = 0] = times.map(quick)
    const ratio = round3(large / small)
    rows.push({
      name: `near a member ${name}, 50,000 members to 1,000`,
      figure: `${large} ms`,
      ratio,
      goal: goal === undefined ? 'none: all members are added up' : `at most ${goal}`,
      met: goal === undefined || ratio <= goal,
    })
  }
  keepResult('sql-near', rows)
} finally {
  await Promise.all(clients.map((client) => client.end()))
  await postgres.stop()
}
