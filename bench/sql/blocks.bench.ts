import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { databaseTarget, TEMPLATE } from '../../test-support/database.ts'
import { startThrowAwayPostgres } from '../../test-support/throw-away-postgres.ts'
import { keepResult } from '../support/report.ts'

// What blocks cost: the lists that leave out blocked members, read by one who has blocked 200 others and by one who has
// blocked nobody, in turns. Only the ratios can be compared.

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 300)
const member = (name: string | number) => `md5('member${name}')::uuid`

const SEED = `
  set session_replication_role = replica;
  insert into auth.users (id, email) select md5('member' || n)::uuid, n || '@example.com' from generate_series(0, 1999) as n;
  insert into public.profiles (id, username, created_at)
    select md5('member' || n)::uuid, 'angler ' || n, now() - interval '1 year' from generate_series(0, 1999) as n;
  insert into private.post_counts (user_id, post_count)
    select md5('member' || n)::uuid, 10 from generate_series(0, 1999) as n;
  insert into public.newsfeed_posts (id, user_id, content, created_at)
    select md5('post' || n)::uuid, md5('member' || 2 + n % 1998)::uuid, 'Carp ' || n, now() - n * interval '1 second'
    from generate_series(1, 20000) as n;
  insert into public.newsfeed_comments (post_id, user_id, content, created_at)
    select md5('post' || 1 + n % 100)::uuid, md5('member' || 2 + n % 1998)::uuid, 'Well in ' || n,
      now() - n * interval '1 second'
    from generate_series(1, 20000) as n;
  insert into private.member_blocks (blocker_id, blocked_id)
    select ${member(1)}, md5('member' || 2 + n * 9)::uuid from generate_series(1, 200) as n;
  set session_replication_role = origin;
  vacuum analyze`

const READS: Record<string, string> = {
  'first page of the feed': 'select * from newsfeed_page()',
  'comments of a post': `select c.*, p.username from (
      select * from newsfeed_comments where post_id = md5('post7')::uuid order by created_at desc, id desc limit 30
    ) as c join profiles as p on p.id = c.user_id`,
  'a page of members': 'select * from member_search order by post_count desc, id limit 20',
  'a search': `select * from search('carp')`,
}

const postgres = await startThrowAwayPostgres(['shared_buffers=256MB'])
const clients: pg.Client[] = []
const connect = async (database: string) => {
  const client = new pg.Client(databaseTarget(postgres.socketDirectory, database).owner)
  await client.connect()
  clients.push(client)
  return client
}
const asMember = async (name: string | number) => {
  const client = await connect(TEMPLATE)
  await client.query(
    `select set_config('request.jwt.claims', json_build_object('sub', ${member(name)}, 'role', 'authenticated')::text, false)`,
  )
  await client.query('set search_path = public, extensions; set role authenticated')
  return client
}
const round3 = (value: number) => Math.round(value * 1000) / 1000
// Of a tenth of the runs, because others use the machine.
const quick = (values: number[]) => round3(values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)] ?? 0)

try {
  const owner = await connect(TEMPLATE)
  for (const statement of SEED.split(';')) await owner.query(statement)
  const [free, blocker] = [await asMember(0), await asMember(1)]
  const rows = []
  for (const [name, sql] of Object.entries(READS)) {
    const times = { free: [] as number[], blocker: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [who, client] of Object.entries({ free, blocker }) as ['free' | 'blocker', pg.Client][]) {
        const started = performance.now()
        await client.query(sql)
        times[who].push(performance.now() - started)
      }
    const ratio = round3(quick(times.blocker) / quick(times.free))
    rows.push({
      name: `${name}, with 200 blocks to none`,
      figure: `${quick(times.blocker)} ms`,
      ratio,
      goal: 'at most 1.3',
      met: ratio <= 1.3,
    })
  }
  keepResult('sql-blocks', rows)
} finally {
  await Promise.all(clients.map((client) => client.end()))
  await postgres.stop()
}
