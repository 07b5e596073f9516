import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { databaseTarget, TEMPLATE } from '../../test-support/database.ts'
import { startThrowAwayPostgres } from '../../test-support/throw-away-postgres.ts'
import { keepResult } from '../support/report.ts'

// The journal of one member with 50,000 catches of ten years, as its angler, a connection and another member read it.

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 200)
const GOAL_MS = 20
const member = (name: string) => `md5('member ${name}')::uuid`

const SEED = `
  set session_replication_role = replica;
  insert into auth.users (id, email)
    select md5('member ' || n)::uuid, n || '@example.com' from unnest('{angler,friend,stranger}'::text[]) as n;
  insert into public.profiles (id, username)
    select md5('member ' || n)::uuid, n from unnest('{angler,friend,stranger}'::text[]) as n;
  insert into public.member_connections (user_id, connected_user_id, status)
    values (${member('friend')}, ${member('angler')}, 'accepted');
  set session_replication_role = origin;
  insert into public.catches (user_id, grams, caught_on, variety, visibility)
    select ${member('angler')}, 5000 + (n * 7919) % 15000, date '2016-01-01' + (n * 7121) % 3650,
      ('{common,mirror,leather,ghost,grass,other}'::text[])[1 + n % 6], ('{me,connections,members}'::text[])[1 + n % 3]
    from generate_series(1, 50000) as n;
  vacuum analyze`

const READS: Record<string, string> = {
  'first page': `select * from journal_page(${member('angler')})`,
  'page in the middle': `select * from journal_page(${member('angler')}, '2020-06-01', now(), ${member('angler')})`,
  'weights of a chart': `select * from journal_weights(${member('angler')})`,
  'sums and bests': `select * from journal_summary(${member('angler')})`,
}

const postgres = await startThrowAwayPostgres(['shared_buffers=256MB'])
const clients: pg.Client[] = []
const connect = async () => {
  const client = new pg.Client(databaseTarget(postgres.socketDirectory, TEMPLATE).owner)
  await client.connect()
  clients.push(client)
  return client
}
const asMember = async (name: string) => {
  const client = await connect()
  await client.query(
    `select set_config('request.jwt.claims', json_build_object('sub', ${member(name)}, 'role', 'authenticated')::text, false)`,
  )
  await client.query('set search_path = public, extensions; set role authenticated')
  return client
}
const round3 = (value: number) => Math.round(value * 1000) / 1000

try {
  const owner = await connect()
  for (const statement of SEED.split(';')) await owner.query(statement)
  const rows = []
  for (const who of ['angler', 'friend', 'stranger']) {
    const client = await asMember(who)
    for (const [name, sql] of Object.entries(READS)) {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const started = performance.now()
        await client.query(sql)
        times.push(performance.now() - started)
      }
      const median = round3(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)
      rows.push({
        name: `${name} of 50,000 catches, by the ${who}`,
        figure: `${median} ms`,
        ratio: round3(median / GOAL_MS),
        goal: `under ${GOAL_MS} ms`,
        met: median < GOAL_MS,
      })
    }
  }
  keepResult('sql-journal', rows)
} finally {
  await Promise.all(clients.map((client) => client.end()))
  await postgres.stop()
}
