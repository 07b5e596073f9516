import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { databaseTarget, TEMPLATE } from '../../test-support/database.ts'
import { startThrowAwayPostgres } from '../../test-support/throw-away-postgres.ts'
import { keepResult } from '../support/report.ts'

// The club records with 50,000 verified catches of ten years, of 500 members.

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 200)
const GOAL_MS = 20

const SEED = `
  set session_replication_role = replica;
  insert into auth.users (id, email) select md5('member ' || n)::uuid, n || '@example.com' from generate_series(1, 500) as n;
  insert into public.profiles (id, username) select md5('member ' || n)::uuid, 'angler_' || n from generate_series(1, 500) as n;
  insert into public.catches (id, user_id, grams, caught_on, variety, visibility, photo_path)
    select md5('catch ' || n)::uuid, md5('member ' || 1 + n % 500)::uuid, 5000 + (n * 7919) % 15000,
      current_date - (n * 7121) % 3650, ('{common,mirror,leather,ghost,grass,other}'::text[])[1 + n % 6], 'members',
      md5('member ' || 1 + n % 500)::uuid || '/' || n || '.jpg'
    from generate_series(1, 50000) as n;
  insert into private.record_offers (catch_id, user_id, grams, caught_on, variety, decision, decided_at)
    select c.id, c.user_id, c.grams, c.caught_on, c.variety, 'verify', now() from public.catches as c;
  set session_replication_role = origin;
  vacuum analyze`

const READS: Record<string, string> = {
  'records of the season': 'select * from club_records()',
  'records of all time': 'select * from club_records(true)',
  'history of a variety': `select * from record_history('mirror')`,
}

const postgres = await startThrowAwayPostgres(['shared_buffers=256MB'])
const clients: pg.Client[] = []
const connect = async () => {
  const client = new pg.Client(databaseTarget(postgres.socketDirectory, TEMPLATE).owner)
  await client.connect()
  clients.push(client)
  return client
}
const round3 = (value: number) => Math.round(value * 1000) / 1000

try {
  const owner = await connect()
  for (const statement of SEED.split(';')) await owner.query(statement)
  const client = await connect()
  await client.query(
    `select set_config('request.jwt.claims', json_build_object('sub', md5('member 1')::uuid, 'role', 'authenticated')::text, false)`,
  )
  await client.query('set search_path = public, extensions; set role authenticated')
  const rows = []
  for (const [name, sql] of Object.entries(READS)) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const started = performance.now()
      await client.query(sql)
      times.push(performance.now() - started)
    }
    const median = round3(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)
    rows.push({
      name: `${name}, of 50,000 verified catches`,
      figure: `${median} ms`,
      ratio: round3(median / GOAL_MS),
      goal: `under ${GOAL_MS} ms`,
      met: median < GOAL_MS,
    })
  }
  keepResult('sql-records', rows)
} finally {
  await Promise.all(clients.map((client) => client.end()))
  await postgres.stop()
}
