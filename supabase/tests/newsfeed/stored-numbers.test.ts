import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generator, pick } from '../points/random.ts'
import { prepared } from '../support/prepared.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// The stored numbers of posts are exact in every snapshot: for readers before, between and after the commits of writers
// and flushes, for writers in their own transaction, and for readers of an older snapshot.

const STEPS = Number(process.env.NUMBER_STEPS ?? 400)

let club: SqlClub
beforeAll(async () => {
  club = await openSqlClub()
})
afterAll(() => club.close())

/** Per post what the computed columns answer, and what the reader's policies show when the rows are counted. */
const BOTH = `
  select p.id, comment_count(p)::int as comments, reaction_counts(p) as reactions, my_reaction(p) as mine,
    (select count(*)::int from newsfeed_comments as c where c.post_id = p.id) as seen_comments,
    (select coalesce(jsonb_object_agg(k.reaction, k.members), '{}') from (
      select r.reaction, count(*) as members from newsfeed_reactions as r where r.post_id = p.id group by r.reaction
    ) as k) as seen_reactions,
    (select r.reaction from newsfeed_reactions as r where r.post_id = p.id and r.user_id = auth.uid()) as seen_mine
  from newsfeed_posts as p`
/** The same numbers on a page, which is one statement of its own. */
const PAGE =
  'select id, comment_count::int as comments, reaction_counts as reactions, my_reaction as mine from newsfeed_page(size => 50)'

async function expectExact(client: pg.Client, what: string): Promise<void> {
  const rows = await prepared(
    client,
    `select b.*, n.comments as page_comments, n.reactions as page_reactions, n.mine as page_mine
      from (${BOTH}) as b left join (${PAGE}) as n using (id)`,
  )
  for (const row of rows) {
    const seen = [row.seen_comments, row.seen_reactions, row.seen_mine]
    expect([row.comments, row.reactions, row.mine], `${what}: computed columns`).toEqual(seen)
    expect([row.page_comments, row.page_reactions, row.page_mine], `${what}: page`).toEqual(seen)
  }
}

interface Writer {
  client: pg.Client
  id: string
  open: boolean
}

describe('the numbers of a post', () => {
  it(`are what the policies show to all members, at each of ${STEPS} steps of concurrent sessions`, async () => {
    const random = generator(20261122)
    const people = await Promise.all(Array.from({ length: 5 }, () => club.signUp()))
    const writers: Writer[] = []
    for (const id of people) writers.push({ client: await club.as(id), id, open: false })
    const [fresh, admin, suspended] = [await club.signUp(), await club.signUp(), await club.signUp()]
    await club.query('update public.profiles set is_admin = true where id = $1', [admin])
    await club.query('update public.profiles set is_suspended = true where id = $1', [suspended])
    const [reader, adminReader, old] = [await club.as(fresh), await club.as(admin), await club.as(fresh)]
    const [moderator, flusher] = [await club.connect(), await club.connect()]
    // A writer that waits for another is given up: every session here belongs to one thread.
    for (const client of [...writers.map(({ client }) => client), moderator])
      await client.query(`set lock_timeout = '20ms'`)
    const posts: string[] = []
    const write = async (author: string) => {
      const [row] = await club.query<{ id: string }>(
        'insert into public.newsfeed_posts (user_id, content) values ($1, gen_random_uuid()::text) returning id',
        [author],
      )
      posts.push(row?.id as string)
    }
    for (const author of [...people.slice(0, 2), fresh, suspended]) await write(author)

    let flushing = false
    let stored = 0
    const done: Record<string, number> = {}
    const kinds = ['heart', 'thumbs_up', 'fishing_rod', 'fish', 'trophy']
    const acts: Record<string, (writer: Writer, post: string) => Promise<unknown>> = {
      react: ({ client }, post) =>
        client.query(
          `insert into newsfeed_reactions (post_id, reaction) values ($1, $2)
            on conflict (post_id, user_id) do update set reaction = excluded.reaction`,
          [post, pick(kinds, random)],
        ),
      unreact: ({ client, id }, post) =>
        client.query('delete from newsfeed_reactions where post_id = $1 and user_id = $2', [post, id]),
      comment: ({ client }, post) =>
        client.query('insert into newsfeed_comments (post_id, content) values ($1, gen_random_uuid()::text)', [post]),
      uncomment: ({ client, id }) =>
        client.query(
          'delete from newsfeed_comments where id = (select id from newsfeed_comments where user_id = $1 limit 1)',
          [id],
        ),
      suspend: ({ id }) =>
        moderator.query('update public.profiles set is_suspended = not is_suspended where id = $1', [id]),
      bulk: (_, post) =>
        moderator.query(
          `insert into public.newsfeed_comments (post_id, user_id, content)
            select $1, p.id, gen_random_uuid()::text from public.profiles as p`,
          [post],
        ),
      move: (_, post) =>
        moderator.query(
          'update public.newsfeed_comments set post_id = $1 where id = (select id from public.newsfeed_comments limit 1)',
          [post],
        ),
      unpost: async (_, post) => {
        await moderator.query('delete from public.newsfeed_posts where id = $1', [post])
        await write(pick(people, random))
      },
    }
    for (let step = 1; step <= STEPS; step += 1) {
      const writer = pick(writers, random)
      const chance = random()
      if (chance < 0.2) {
        if (writer.open) await writer.client.query(random() < 0.8 ? 'commit' : 'rollback')
        else await writer.client.query('begin')
        writer.open = !writer.open
      } else if (chance < 0.4) {
        if (flushing) await flusher.query(random() < 0.8 ? 'commit' : 'rollback')
        else {
          await flusher.query('begin')
          await flusher.query('delete from private.live_sent')
          await flusher.query('select private.flush_live()')
        }
        flushing = !flushing
      } else if (chance < 0.45) {
        await old.query('rollback')
        await old.query('begin isolation level repeatable read')
      } else {
        // Most often what a member does most often.
        const name = random() < 0.4 ? 'react' : pick(Object.keys(acts), random)
        try {
          await acts[name]?.(writer, pick(posts, random))
          done[name] = (done[name] ?? 0) + 1
        } catch (error) {
          expect((error as { code: string }).code, name).toMatch(/^(55P03|42501|23503|PT403)$/)
          if (writer.open) await writer.client.query('rollback')
          writer.open = false
        }
      }
      const [{ count } = { count: 0 }] = await club.query<{ count: number }>(
        `select count(*)::int from private.post_numbers as n
          where not exists (select from private.live_pending as w where w.topic = 'feed' and w.id = n.post_id)`,
      )
      stored += count
      await expectExact(reader, `step ${step}, a new reader`)
      await expectExact(adminReader, `step ${step}, an admin`)
      await expectExact(old, `step ${step}, an older snapshot`)
      for (const { client, open } of writers) if (open) await expectExact(client, `step ${step}, in a transaction`)
    }
    for (const client of [flusher, old, ...writers.map((one) => one.client)]) await client.query('rollback')
    // Without these the test would compare counted numbers with counted numbers.
    expect(stored / STEPS).toBeGreaterThan(1)
    expect(Object.keys(done).sort()).toEqual(Object.keys(acts).sort())
  }, 300_000)
})

describe('the stored row of a post', () => {
  it('is written by the flush, read as long as no note is pending, and deleted with the post', async () => {
    const author = await club.signUp()
    const client = await club.as(author)
    const { id } = (await client.query(`insert into newsfeed_posts (content) values ('Barbel') returning id`)).rows[0]
    const shown = async () =>
      (await client.query('select comment_count(p)::int as n from newsfeed_posts as p where id = $1', [id])).rows[0]?.n
    const flush = () =>
      club.query('delete from private.live_sent').then(() => club.query('select private.flush_live()'))
    await flush()
    await club.query('update private.post_numbers set comments = 7 where post_id = $1', [id])
    expect(await shown()).toBe(7)
    await client.query(`insert into newsfeed_comments (post_id, content) values ($1, 'Nice')`, [id])
    expect(await shown()).toBe(1)
    await flush()
    await club.query('update private.post_numbers set comments = 7 where post_id = $1', [id])
    expect(await shown()).toBe(7)
    await client.query('delete from newsfeed_posts where id = $1', [id])
    await flush()
    expect(await club.query('select from private.post_numbers where post_id = $1', [id])).toEqual([])
  })
})
