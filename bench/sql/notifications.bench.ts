import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { databaseTarget, TEMPLATE } from '../../test-support/database.ts'
import { startThrowAwayPostgres } from '../../test-support/throw-away-postgres.ts'
import { keepResult } from '../support/report.ts'

// What notifications cost: a reaction and a comment with and without them, alternating in one run, and the list and the
// number of a member with 1,000 and with 100,000 notifications. Only the ratios can be compared.

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 300)
const member = (name: string | number) => `md5('member${name}')::uuid`

const SEED = `
  set session_replication_role = replica;
  insert into auth.users (id, email) select md5('member' || n)::uuid, n || '@example.com' from generate_series(0, 1999) as n;
  insert into public.profiles (id, username, created_at)
    select md5('member' || n)::uuid, 'angler ' || n, now() - interval '1 year' from generate_series(0, 1999) as n;
  insert into public.newsfeed_posts (id, user_id, content, created_at)
    select md5('post' || n)::uuid, case when n > 1000 then ${member(1)} else ${member(0)} end, 'Carp ' || n,
      now() - n * interval '1 second'
    from generate_series(1, 101000) as n;
  insert into private.notifications (id, user_id, kind, subject_id, is_bundled, created_at, updated_at)
    select p.id, p.user_id, 'reaction', p.id, true, p.created_at, p.created_at from public.newsfeed_posts as p;
  insert into private.notification_causes (notification_id, cause_id, actor_id, created_at)
    select p.id, gen_random_uuid(), md5('member' || 2 + k)::uuid, p.created_at
    from public.newsfeed_posts as p, generate_series(1, 3) as k;
  insert into public.newsfeed_posts (id, user_id, content)
    select md5('fresh' || n)::uuid, md5('member' || 100 + n % 1000)::uuid, 'Tench ' || n from generate_series(1, 2000) as n;
  update private.settings set rate_limit_scale = 1000000;
  set session_replication_role = origin;
  vacuum analyze`

const TRIGGERS = ['newsfeed_reactions', 'newsfeed_comments'].flatMap((table) =>
  ['_700_notify', '_710_forget_causes'].map((name) => `drop trigger ${name} on public.${table}`),
)
const reaction = (round: number, one: boolean) =>
  `insert into public.newsfeed_reactions (post_id, user_id, reaction)
    values (md5('fresh${one ? 1 : 1 + (round % 2000)}')::uuid, auth.uid(), 'fish')`
const comment = (round: number) =>
  `insert into public.newsfeed_comments (post_id, user_id, content)
    values (md5('fresh${1 + (round % 2000)}')::uuid, auth.uid(), 'No ${round}')`

const postgres = await startThrowAwayPostgres(['shared_buffers=256MB'])
const clients: pg.Client[] = []
const connect = async (database: string) => {
  const client = new pg.Client(databaseTarget(postgres.socketDirectory, database).owner)
  await client.connect()
  clients.push(client)
  return client
}
const as = async (client: pg.Client, name: string | number) => {
  await client.query(
    `select set_config('request.jwt.claims', json_build_object('sub', ${member(name)}, 'role', 'authenticated')::text, false)`,
  )
}
const asMember = async (database: string, name: string | number) => {
  const client = await connect(database)
  await as(client, name)
  await client.query('set search_path = public, extensions; set role authenticated')
  return client
}
const took = async (work: () => Promise<unknown>) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}
const round3 = (value: number) => Math.round(value * 1000) / 1000
// Of a tenth of the runs, because others use the machine.
const quick = (values: number[]) => round3(values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)] ?? 0)

/** What the fastest tenth of the runs of each work took at most, in turns, in milliseconds. */
async function compare(works: Record<string, (round: number) => Promise<unknown>>): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {}
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, work] of Object.entries(works)) {
      times[name] ??= []
      times[name].push(await took(() => work(round)))
    }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, quick(values)]))
}

try {
  const first = await connect(TEMPLATE)
  for (const statement of SEED.split(';')) await first.query(statement)
  await Promise.all(clients.splice(0).map((client) => client.end()))
  const server = await connect('postgres')
  await server.query(`create database silent template ${TEMPLATE}`)
  const silent = await connect('silent')
  for (const statement of TRIGGERS) await silent.query(statement)

  const [told, plain] = [await asMember(TEMPLATE, 0), await asMember('silent', 0)]
  const writes = {
    'a reaction that starts a notification': await compare({
      with: (n) => told.query(reaction(n, false)),
      without: (n) => plain.query(reaction(n, false)),
    }),
    'a comment': await compare({ with: (n) => told.query(comment(n)), without: (n) => plain.query(comment(n)) }),
  }
  // Every round by another member, to the same post.
  const turns: Record<string, number[]> = { with: [], without: [] }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, client] of Object.entries({ with: told, without: plain })) {
      await as(client, 1101 + (round % 800))
      turns[name]?.push(await took(() => client.query(reaction(round, true))))
    }
  const joined = { with: quick(turns.with ?? []), without: quick(turns.without ?? []) }

  const [few, many] = [await asMember(TEMPLATE, 0), await asMember(TEMPLATE, 1)]
  const reads: Record<string, Record<string, number>> = {}
  for (const call of ['unread_notifications()', 'notifications_page()'])
    reads[call] = await compare({
      thousand: () => few.query(`select * from ${call}`),
      hundredThousand: () => many.query(`select * from ${call}`),
    })
  const ratio = (pair: Record<string, number>, one: string, other: string) =>
    round3((pair[one] ?? 0) / (pair[other] ?? 1))
  const joining = ratio(joined, 'with', 'without')
  keepResult(
    'sql-notifications',
    [
      {
        name: 'a reaction that joins a notification, to one without notifications',
        figure: `${joined.with} ms`,
        ratio: joining,
        goal: 'at most 1.3',
        met: joining <= 1.3,
      },
      ...Object.entries(writes).map(([name, pair]) => ({
        name: `${name}, to one without notifications`,
        figure: `${pair.with} ms`,
        ratio: ratio(pair, 'with', 'without'),
      })),
      ...Object.entries(reads).map(([name, pair]) => ({
        name: `${name} with 100,000 notifications, to 1,000`,
        figure: `${pair.hundredThousand} ms`,
        ratio: ratio(pair, 'hundredThousand', 'thousand'),
        goal: 'at most 1.5',
        met: ratio(pair, 'hundredThousand', 'thousand') <= 1.5,
      })),
    ],
    { rounds: ROUNDS, joined, writes, reads },
  )
} finally {
  await Promise.all(clients.map((client) => client.end()))
  await postgres.stop()
}
