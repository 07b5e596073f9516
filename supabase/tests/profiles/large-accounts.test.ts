import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// What much content of one member costs the others: each deletion and each list does only what has an effect.

let club: SqlClub
beforeAll(async () => {
  club = await openSqlClub()
})
afterAll(() => club.close())

const COMMENTS = 20_000

/** A post of one member, with a comment of a second member and very many of a third. */
async function crowdedPost() {
  const [author, neighbour, writer] = [await club.signUp(), await club.signUp(), await club.signUp()]
  const [post] = await club.query<{ id: string }>(
    `insert into public.newsfeed_posts (user_id, content) values ($1, 'Tench at dawn') returning id`,
    [author],
  )
  const write = `insert into public.newsfeed_comments (post_id, user_id, content) values ($1, $2, 'Lovely')`
  await club.query(write, [post?.id, neighbour])
  const writeMany = async (count: number) =>
    await club.query(
      `insert into public.newsfeed_comments (post_id, user_id, content)
        select $1, $2, 'Comment ' || n from generate_series(1, $3::integer) as n`,
      [post?.id, writer, count],
    )
  await writeMany(30)
  // The others without triggers, which would take minutes.
  await club.query('set session_replication_role = replica')
  await writeMany(COMMENTS - 30)
  await club.query('reset session_replication_role')
  await flush()
  return { author, neighbour, writer, post: post?.id ?? '' }
}

/** Announces everything that is noted. */
async function flush() {
  for (;;) {
    await club.query('delete from private.live_sent')
    const [next] = await club.query<{ ms: number | null }>('select private.flush_live() as ms')
    if (next?.ms === null) return
  }
}

const listed = async (reader: string) => {
  const client = await club.as(reader)
  return (await client.query('select kind, actor_count from public.notifications_page()')).rows
}
const count = async (from: string, values: unknown[]) =>
  (await club.query<{ n: number }>(`select count(*)::integer as n from ${from}`, values))[0]?.n
const shownComments = async (reader: string, post: string) => {
  const client = await club.as(reader)
  return (await client.query('select comment_count::integer from public.newsfeed_page(ids => $1)', [[post]])).rows
}

it('a notification keeps the newest ten causes of each member, and shows all members', async () => {
  const { author, neighbour, writer, post } = await crowdedPost()
  // The neighbour has one about the same comments.
  const causes = `private.notification_causes as c join private.notifications as n on n.id = c.notification_id
    where c.actor_id = $1 and n.user_id = $2`
  expect([await count(causes, [neighbour, author]), await count(causes, [writer, author])]).toEqual([1, 10])
  expect(await listed(author)).toEqual([{ kind: 'comment', actor_count: 2 }])
  // The newest are kept, so that a further comment is in the notification, and one that is taken back is not.
  const [last] = await club.query<{ id: string }>(
    `insert into public.newsfeed_comments (post_id, user_id, content) values ($1, $2, 'And another') returning id`,
    [post, writer],
  )
  expect(await count(`${causes} and c.cause_id = $3`, [writer, author, last?.id])).toBe(1)
  await club.query('delete from public.newsfeed_comments where id = $1', [last?.id])
  expect(await count(causes, [writer, author])).toBe(9)
  await club.query('delete from public.newsfeed_comments where user_id = $1', [writer])
  expect(await listed(author)).toEqual([{ kind: 'comment', actor_count: 1 }])
  await club.query('delete from public.newsfeed_comments where user_id = $1', [neighbour])
  expect(await listed(author)).toEqual([])
})

it('an account with 20,000 comments is deleted, and what the others have stays right', async () => {
  const { author, neighbour, writer, post } = await crowdedPost()
  expect(await shownComments(author, post)).toEqual([{ comment_count: COMMENTS + 1 }])
  await club.query('delete from auth.users where id = $1', [writer])
  const left = 'public.newsfeed_comments as c where c.post_id = $1'
  expect(await count(left, [post])).toBe(1)
  expect(await shownComments(author, post)).toEqual([{ comment_count: 1 }])
  await flush()
  expect(await shownComments(neighbour, post)).toEqual([{ comment_count: 1 }])
  expect(await club.query('select comments from private.post_numbers where post_id = $1', [post])).toEqual([
    { comments: 1 },
  ])
  expect(await count('private.notification_causes as c where c.actor_id = $1', [writer])).toBe(0)
  expect(await listed(author)).toEqual([{ kind: 'comment', actor_count: 1 }])
})

it('a deletion of 20,000 comments of one post is noted as one that makes its thread load again', async () => {
  const { author, post } = await crowdedPost()
  await club.query('delete from public.newsfeed_posts where id = $1', [post])
  expect(await count('private.live_pending as n where n.topic = $1', [`post:${post}`])).toBe(501)
  expect(await listed(author)).toEqual([])
})
