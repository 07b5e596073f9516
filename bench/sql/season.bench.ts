import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { databaseTarget, TEMPLATE } from '../../test-support/database.ts'
import { startThrowAwayPostgres } from '../../test-support/throw-away-postgres.ts'
import { keepResult } from '../support/report.ts'

// The board of the season in a club of 50,000 members, each with ten entries in it, a tenth of them with equal points; the
// place of a member and those near them, in turns with the ranking of the month. Once: how long it takes to add the season up
// again after a change of the settings, and to close it.

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 100)
const GOAL_RATIO = 1
const MEMBERS = 50_000

const SEED = `
  set session_replication_role = replica;
  insert into auth.users (id, email) select md5('member' || n)::uuid, n || '@example.com' from generate_series(1, ${MEMBERS}) as n;
  insert into public.profiles (id, username, is_suspended)
    select md5('member' || n)::uuid, 'angler ' || n, n % 50 = 49 from generate_series(1, ${MEMBERS}) as n;
  insert into public.points_log (user_id, points_change, reason, created_at)
    select md5('member' || n)::uuid, case when n > ${MEMBERS * 0.9} then 10 else 11 + (n * 7919 + e) % 4000 end, 'Match', now()
    from generate_series(1, ${MEMBERS}) as n, generate_series(1, 10) as e;
  insert into private.points_by_day (user_id, day, points)
    select l.user_id, (now() at time zone 'utc')::date - 1, sum(l.points_change) from public.points_log as l group by 1;
  insert into private.points_by_month (user_id, month, points)
    select d.user_id, date_trunc('month', d.day)::date, d.points from private.points_by_day as d;
  set session_replication_role = origin;
  select private.follow_seasons();
  vacuum analyze`

const READS: Record<string, { of: number; sql: string }> = {
  'board of the season': { of: MEMBERS / 2, sql: 'select * from season_leaderboard()' },
  'place of a member in the middle': { of: MEMBERS / 2, sql: 'select * from my_season_position()' },
  'place of a member among a tenth with equal points': {
    of: MEMBERS * 0.95,
    sql: 'select * from my_season_position()',
  },
  'near a member in the middle': { of: MEMBERS / 2, sql: 'select * from season_leaderboard_near()' },
  'near a member among a tenth with equal points': {
    of: MEMBERS * 0.95,
    sql: 'select * from season_leaderboard_near()',
  },
}

const MONTH = `select * from get_points_by_timeframe(now() - interval '1 month')`

const postgres = await startThrowAwayPostgres(['shared_buffers=256MB'])
const clients: pg.Client[] = []
const connect = async () => {
  const client = new pg.Client(databaseTarget(postgres.socketDirectory, TEMPLATE).owner)
  await client.connect()
  clients.push(client)
  return client
}
const round3 = (value: number) => Math.round(value * 1000) / 1000
const median = (times: number[]) => round3(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)
const timed = async (client: pg.Client, sql: string) => {
  const started = performance.now()
  await client.query(sql)
  return performance.now() - started
}

try {
  const owner = await connect()
  for (const statement of SEED.split(';')) await owner.query(statement)
  const client = await connect()
  await client.query('set search_path = public, extensions; set role authenticated')
  const rows = []
  for (const [name, { of, sql }] of Object.entries(READS)) {
    await client.query(
      `select set_config('request.jwt.claims', json_build_object('sub', md5('member${of}')::uuid, 'role', 'authenticated')::text, false)`,
    )
    // In turns, because others use the machine.
    const [times, month]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      times.push(await timed(client, sql))
      month.push(await timed(client, MONTH))
    }
    const ms = median(times)
    const ratio = round3(ms / median(month))
    rows.push({
      name: `${name}, of 50,000 members, to the ranking of the month`,
      figure: `${ms} ms`,
      ratio,
      goal: `at most ${GOAL_RATIO}`,
      met: ratio <= GOAL_RATIO,
    })
  }
  for (const [name, sql, goalMs] of [
    ['season added up again after a change of the settings', 'select private.follow_seasons()', 8000],
    [
      'season closed',
      `update private.season_points set season = (season - interval '1 year')::date;
        update private.running_season set begins = (begins - interval '1 year')::date;
        select private.close_seasons()`,
      8000,
    ],
  ] as const) {
    const ms = round3(await timed(owner, sql))
    rows.push({
      name: `${name}, of 50,000 members with 500,000 entries`,
      figure: `${ms} ms`,
      ratio: round3(ms / goalMs),
      goal: `under ${goalMs} ms`,
      met: ms < goalMs,
    })
  }
  keepResult('sql-season', rows)
} finally {
  await Promise.all(clients.map((each) => each.end()))
  await postgres.stop()
}
