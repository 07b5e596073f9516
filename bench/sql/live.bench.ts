import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { databaseTarget, TEMPLATE } from '../../test-support/database.ts'
import { startThrowAwayPostgres } from '../../test-support/throw-away-postgres.ts'
import { keepResult } from '../support/report.ts'
import { LISTINGS } from './listings.ts'

// What live changes cost the database: a reaction and a comment with and without the notes for open pages, a page of the
// feed in one request against two, and a flush. Each pair alternates in one run; only the ratios can be compared.

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 300)
const ME = `md5('member42')::uuid`

const SEED = `
  set session_replication_role = replica;
  insert into auth.users (id, email) select md5('member' || n)::uuid, n || '@example.com' from generate_series(0, 1999) as n;
  insert into public.profiles (id, username, is_suspended)
    select md5('member' || n)::uuid, 'angler ' || n, n % 500 = 499 from generate_series(0, 1999) as n;
  insert into public.newsfeed_posts (id, user_id, content, created_at, is_announcement, pinned_until)
    select md5('post' || n)::uuid, md5('member' || n % 2000)::uuid, 'Carp ' || n, now() - n * interval '2 minutes',
      n % 2000 = 0, case when n % 2000 = 0 then now() + interval '2 days' end
    from generate_series(1, 10000) as n;
  insert into public.newsfeed_comments (post_id, user_id, content)
    select md5('post' || 1 + n % 10000)::uuid, md5('member' || n % 1999)::uuid, 'Well in' from generate_series(1, 50000) as n;
  insert into public.newsfeed_reactions (post_id, user_id, reaction)
    select md5('post' || p)::uuid, md5('member' || (p * 7 + k * 97) % 2000)::uuid,
      (array['heart', 'thumbs_up', 'fishing_rod', 'fish', 'trophy'])[1 + (p + k) % 5]
    from generate_series(1, 10000) as p, generate_series(1, 10) as k;
  insert into private.post_numbers
    select n.* from private.count_posts(array(select id from public.newsfeed_posts), false) as n;
  update private.settings set rate_limit_scale = 1000000;
  set session_replication_role = origin;
  vacuum analyze`

// Even numbers only: none of these authors is suspended.
const post = (round: number) => `md5('post${2 * (1 + ((round * 7919) % 5000))}')::uuid`
const react = (round: number) =>
  `insert into public.newsfeed_reactions (post_id, user_id, reaction)
    values (${post(round)}, ${ME}, '${round % 2 ? 'heart' : 'fish'}')
    on conflict (post_id, user_id) do update set reaction = excluded.reaction`
const comment = (round: number) =>
  `insert into public.newsfeed_comments (post_id, user_id, content) values (${post(round)}, ${ME}, 'No ${round}')`

/** The fastest and the middle run of each, in milliseconds. */
type Pair = Record<string, { fastest: number; middle: number }>
type Work = (round: number) => Promise<unknown>

/** Runs the works in turns. */
async function compare(works: Record<string, Work>): Promise<Pair> {
  const times: Record<string, number[]> = {}
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, work] of Object.entries(works)) {
      const started = performance.now()
      await work(round)
      times[name] = [...(times[name] ?? []), performance.now() - started]
    }
  const figures = Object.entries(times).map(([name, values]) => {
    const sorted = values.toSorted((a, b) => a - b)
    return [name, { fastest: round3(sorted[0]), middle: round3(sorted[sorted.length >> 1]) }] as const
  })
  return Object.fromEntries(figures)
}
const round3 = (value = 0) => Math.round(value * 1000) / 1000

const postgres = await startThrowAwayPostgres(['shared_buffers=256MB'])
const clients: pg.Client[] = []
const connect = async (database: string) => {
  const client = new pg.Client(databaseTarget(postgres.socketDirectory, database).owner)
  await client.connect()
  clients.push(client)
  return client
}
const asMember = async (database: string) => {
  const client = await connect(database)
  await client.query(
    `select set_config('request.jwt.claims', json_build_object('sub', ${ME}, 'role', 'authenticated')::text, false)`,
  )
  await client.query(`set search_path = public, extensions; set role authenticated`)
  return client
}
try {
  const first = await connect(TEMPLATE)
  for (const statement of SEED.split(';')) await first.query(statement)
  await Promise.all(clients.splice(0).map((client) => client.end()))
  const server = await connect('postgres')
  await server.query(`create database silent template ${TEMPLATE}`)
  const silent = await connect('silent')
  for (const table of ['comments', 'reactions'])
    for (const act of ['insert', 'update', 'delete'])
      await silent.query(`drop trigger _910_note_${act} on public.newsfeed_${table}`)

  const [noted, plain, owner] = [await asMember(TEMPLATE), await asMember('silent'), await connect(TEMPLATE)]
  const writes = {
    reaction: await compare({ with: (n) => noted.query(react(n)), without: (n) => plain.query(react(n)) }),
    comment: await compare({ with: (n) => noted.query(comment(n)), without: (n) => plain.query(comment(n)) }),
  }
  const flush = async () => {
    await owner.query('delete from private.live_sent')
    const started = performance.now()
    await owner.query('select private.flush_live()')
    return performance.now() - started
  }
  await flush()
  const flushes: Record<string, number> = {}
  for (const count of [1, 20, 500]) {
    let best = Number.POSITIVE_INFINITY
    for (let round = 0; round < 20; round += 1) {
      await owner.query(`insert into private.live_pending (topic, id, kind)
        select 'feed', md5('post' || n)::uuid, 'numbers' from generate_series(1, ${count}) as n`)
      best = Math.min(best, await flush())
    }
    flushes[count] = round3(best)
  }
  const sqlOf = (name: string) => ({ name, text: LISTINGS.find((one) => one.name === name)?.sql ?? '' })
  const [page, pinned] = [sqlOf('feed: first page, two requests'), sqlOf('feed: pinned')]
  const reads = await compare({
    one: () => noted.query({ name: 'one', text: 'select * from newsfeed_page()' }),
    two: async () => [await noted.query(page), await noted.query(pinned)],
  })
  const ratio = (pair: Pair, one: string, other: string) =>
    round3((pair[one]?.fastest ?? 0) / (pair[other]?.fastest ?? 1))
  const [reaction, comments] = [ratio(writes.reaction, 'with', 'without'), ratio(writes.comment, 'with', 'without')]
  const pages = ratio(reads, 'one', 'two')
  keepResult(
    'sql-live',
    [
      {
        name: 'a reaction that is announced, to one that is not',
        figure: `${writes.reaction.with?.fastest} ms`,
        ratio: reaction,
        goal: 'at most 1.15',
        met: reaction <= 1.15,
      },
      {
        name: 'a comment that is announced, to one that is not',
        figure: `${writes.comment.with?.fastest} ms`,
        ratio: comments,
      },
      {
        name: 'a page of the feed in one request, to two with computed columns',
        figure: `${reads.one?.fastest} ms`,
        ratio: pages,
        goal: 'at most 0.5',
        met: pages <= 0.5,
      },
      { name: 'a flush of 1, 20 and 500 posts', figure: `${Object.values(flushes).join(', ')} ms` },
    ],
    { rounds: ROUNDS, writes, reads, flushes },
  )
} finally {
  await Promise.all(clients.map((client) => client.end()))
  await postgres.stop()
}
