import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { generator, pick } from '../points/random.ts'
import { hearLive, type LiveMessages, type Said } from '../support/live-messages.ts'
import { prepared } from '../support/prepared.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// Random lives of a club, with an observer who patches what it has loaded with every message. After each flush two things
// must hold. A message contains nothing that an ordinary member, or a guest on a public topic, could not read at that
// moment; IDs that are gone were readable before. And the observer has exactly what a member reads who loads everything.

const STEPS = Number(process.env.LIVE_STEPS ?? 1000)

type Numbers = number[]
interface Comment {
  id: string
  post_id: string
}
/** What one reader sees of a club. */
interface View {
  posts: Map<string, Numbers>
  /** Those of posts that can be read. */
  comments: Map<string, Comment>
  rows: Record<string, Set<string>>
  ranks: unknown[]
  /** Numbers of entries by game. */
  entries: Map<string, number>
  /** Every comment that a request returns, also under a post that is hidden. */
  returned: Set<string>
}

const KINDS = ['heart', 'thumbs_up', 'fishing_rod', 'fish', 'trophy']
const ROW_TOPICS = { cards: 'info_cards', live: 'live_videos', games: 'games' } as const

let club: SqlClub
let live: LiveMessages
let reader: pg.Client
let guest: pg.Client
beforeAll(async () => {
  club = await openSqlClub()
  live = await hearLive(club)
  reader = await club.as(await club.signUp())
  guest = await club.as()
})
afterAll(async () => {
  await live.close()
  await club.close()
})

/** Everything that the topics are about, as an ordinary member reads it now, and as a guest where it is public. */
async function look(): Promise<View> {
  const counts = KINDS.map(
    (kind) => `(select count(*)::int from newsfeed_reactions as r where r.post_id = p.id and r.reaction = '${kind}')`,
  )
  const posts = await prepared<{ id: string; numbers: Numbers }>(
    reader,
    `select id, array[(select count(*)::int from newsfeed_comments as c where c.post_id = p.id), ${counts}] as numbers
      from newsfeed_posts as p`,
  )
  const comments = await prepared<{ row: Comment; post_id: string }>(
    reader,
    `select c.post_id, to_json(t) as row from newsfeed_comments as c, lateral (
        select c.id, c.user_id, c.content, mentioned(c), c.created_at,
          (select to_json(a) from (select p.id, p.username, p.avatar_url, p.is_admin, p.is_moderator) as a) as author
        from profiles as p where p.id = c.user_id
      ) as t
      where exists (select from newsfeed_posts as p where p.id = c.post_id)`,
  )
  const ids = async (client: pg.Client, table: string, where = 'true') =>
    new Set((await prepared<{ id: string }>(client, `select id from ${table} where ${where}`)).map(({ id }) => id))
  return {
    returned: await ids(reader, 'newsfeed_comments'),
    posts: new Map(posts.map(({ id, numbers }) => [id, numbers])),
    comments: new Map(comments.map(({ row, post_id }) => [row.id, { ...row, post_id }])),
    rows: {
      cards: await ids(guest, 'info_cards'),
      // Members read every game that is not a draft or cancelled, and the active video.
      live: await ids(reader, 'live_videos', 'is_active'),
      games: await ids(reader, 'games'),
    },
    entries: new Map(
      (await prepared<{ id: string; n: number }>(reader, 'select id, entry_count(g)::int as n from games as g')).map(
        ({ id, n }) => [id, n],
      ),
    ),
    ranks: (
      await prepared<{ row: unknown }>(
        guest,
        'select to_json(l) as row from leaderboard as l order by rank, username limit 50',
      )
    ).map(({ row }) => row),
  }
}

/** Applies a message as a screen does; loads what the message names without its content. */
function patch(mine: View, { topic, message }: Said, now: View): void {
  const list = (key: string) => (message[key] ?? []) as string[]
  const [kind = '', id = ''] = topic.split(':')
  if (kind === 'feed') {
    for (const post of message.reload ? now.posts.keys() : [...list('new'), ...list('changed')]) {
      mine.posts.set(post, now.posts.get(post) ?? [])
      for (const [key, comment] of now.comments) if (comment.post_id === post) mine.comments.set(key, comment)
    }
    for (const [post, numbers] of Object.entries(message.numbers ?? {})) mine.posts.set(post, numbers as Numbers)
    for (const post of message.reload ? [...mine.posts.keys()].filter((key) => !now.posts.has(key)) : list('gone')) {
      mine.posts.delete(post)
      for (const [key, comment] of mine.comments) if (comment.post_id === post) mine.comments.delete(key)
    }
  } else if (kind === 'post') {
    for (const comment of (message.comments ?? []) as Comment[])
      mine.comments.set(comment.id, { ...comment, post_id: id })
    for (const comment of list('gone')) mine.comments.delete(comment)
  } else if (kind === 'leaderboard') mine.ranks = message.rows as unknown[]
  else if (kind in ROW_TOPICS) {
    for (const row of list('changed')) mine.rows[kind]?.add(row)
    for (const row of list('gone')) mine.rows[kind]?.delete(row)
    if (kind !== 'games') return
    for (const row of list('changed')) mine.entries.set(row, now.entries.get(row) ?? 0)
    for (const row of list('gone')) mine.entries.delete(row)
    for (const [row, count] of Object.entries(message.entries ?? {})) mine.entries.set(row, count as number)
  }
}

/** For comparison, without authors: a new name is shown when a page is loaded again. */
const plain = (view: View) =>
  JSON.parse(
    JSON.stringify({
      posts: Object.fromEntries([...view.posts].sort()),
      comments: Object.fromEntries(
        [...view.comments].map(([id, comment]) => [id, { ...comment, author: undefined }]).sort(),
      ),
      rows: Object.fromEntries(Object.entries(view.rows).map(([topic, ids]) => [topic, [...ids].sort()])),
      ranks: view.ranks,
      entries: Object.fromEntries([...view.entries].sort()),
    }),
  )

/** Checks that a message contains what its readers may know, and nothing else. @param ever what could be read before. */
function expectReadable({ topic, message }: Said, now: View, ever: Set<string>): void {
  const list = (key: string) => (message[key] ?? []) as string[]
  const [kind = '', id = ''] = topic.split(':')
  const readable = (key: string) =>
    kind === 'feed' ? now.posts.has(key) : kind === 'post' ? now.comments.has(key) : now.rows[kind]?.has(key)
  const members = {
    feed: ['numbers', 'new', 'changed', 'gone'],
    post: ['comments', 'gone'],
    leaderboard: ['rows', 'what'],
    games: ['changed', 'gone', 'entries'],
    member: ['what', 'unread'],
    notices: ['tables'],
    admin: ['tables'],
  }[kind] ?? ['changed', 'gone']
  expect(members, topic).toEqual(expect.arrayContaining(Object.keys(message).filter((key) => key !== 'n')))
  if (kind === 'leaderboard' && message.what) expect(message.what).toEqual(['members'])
  for (const key of [...list('new'), ...list('changed')])
    expect(readable(key), `${topic}: ${key} can be read`).toBe(true)
  for (const key of list('gone')) {
    expect(readable(key), `${topic}: ${key} is gone`).toBeFalsy()
    expect(ever.has(key), `${topic}: ${key} could be read before`).toBe(true)
  }
  for (const [post, numbers] of Object.entries(message.numbers ?? {}))
    expect(numbers, `${topic}: numbers of ${post}`).toEqual(now.posts.get(post))
  for (const [row, count] of Object.entries(message.entries ?? {}))
    expect(count, `${topic}: entries of ${row}`).toBe(now.entries.get(row))
  for (const comment of (message.comments ?? []) as Comment[])
    expect({ ...comment, post_id: id }, topic).toEqual(now.comments.get(comment.id))
  if (message.rows) expect(message.rows).toEqual(now.ranks)
  if (kind === 'notices') expect(message.tables).toEqual(['notifications'])
  if (kind === 'member')
    expect(['badges', 'connections', 'notifications', 'points', 'prizes', 'profile', 'referrals', 'standing']).toEqual(
      expect.arrayContaining(list('what')),
    )
}

it(`messages contain what a new member reads, and patch a page to it, in ${STEPS} random steps`, async () => {
  const random = generator(20261123)
  const members: string[] = []
  for (let n = 0; n < 6; n += 1) members.push(await club.signUp())
  const one = async (table: string, where = 'true') =>
    (
      await club.query<{ id: string }>(
        `select id from public.${table} where ${where} order by random_order(id) limit 1`,
      )
    )[0]?.id
  await club.query(
    `create or replace function random_order(id uuid) returns text language sql as $$ select md5(id::text || current_setting('test.step')) $$`,
  )
  const who = () => pick(members, random)
  const flip = () => random() < 0.5
  const run = (sql: string, ...values: unknown[]) => club.query(sql, values)
  const MENTION = `(select gen_random_uuid() || ' @' || username from public.profiles where id = $2)`

  const acts: Record<string, () => Promise<unknown>> = {
    post: () => run('insert into public.newsfeed_posts (user_id, content) values ($1, gen_random_uuid()::text)', who()),
    'edit a post': async () =>
      run(
        'update public.newsfeed_posts set content = gen_random_uuid()::text where id = $1',
        await one('newsfeed_posts'),
      ),
    announce: async () =>
      run(
        'update public.newsfeed_posts set is_announcement = not is_announcement where id = $1',
        await one('newsfeed_posts'),
      ),
    'delete a post': async () => run('delete from public.newsfeed_posts where id = $1', await one('newsfeed_posts')),
    // Members cannot comment on a hidden post, and suspended members not at all. A comment that nobody could read, because
    // of its author and then of its post, would be called gone when it is deleted and its post is shown again.
    comment: async () =>
      run(
        `insert into public.newsfeed_comments (post_id, user_id, content)
          select p.id, m.id, gen_random_uuid()::text
          from public.newsfeed_posts as p
            join public.profiles as a on a.id = p.user_id and not a.is_suspended
            join public.profiles as m on m.id = $2 and not m.is_suspended
          where p.id = $1`,
        await one('newsfeed_posts'),
        who(),
      ),
    'edit a comment': async () =>
      run(
        'update public.newsfeed_comments set content = gen_random_uuid()::text where id = $1',
        await one('newsfeed_comments'),
      ),
    'mention in a comment': async () =>
      run(
        `update public.newsfeed_comments set content = ${MENTION} where id = $1`,
        await one('newsfeed_comments'),
        who(),
      ),
    'mention in a post': async () =>
      run(`update public.newsfeed_posts set content = ${MENTION} where id = $1`, await one('newsfeed_posts'), who()),
    'delete a comment': async () =>
      run('delete from public.newsfeed_comments where id = $1', await one('newsfeed_comments')),
    react: async () =>
      run(
        `insert into public.newsfeed_reactions (post_id, user_id, reaction)
          select id, $2, $3 from public.newsfeed_posts where id = $1
          on conflict (post_id, user_id) do update set reaction = excluded.reaction`,
        await one('newsfeed_posts'),
        who(),
        pick(KINDS, random),
      ),
    unreact: async () => run('delete from public.newsfeed_reactions where id = $1', await one('newsfeed_reactions')),
    suspend: () => run('update public.profiles set is_suspended = true where id = $1', who()),
    reinstate: async () =>
      run('update public.profiles set is_suspended = false where id = $1', await one('profiles', 'is_suspended')),
    rename: () =>
      run(`update public.profiles set username = 'angler ' || left(gen_random_uuid()::text, 8) where id = $1`, who()),
    leave: async () => {
      const id = who()
      await run('delete from auth.users where id = $1', id)
      members.splice(members.indexOf(id), 1, await club.signUp())
    },
    'give points': () =>
      run(
        `insert into public.points_log (user_id, points_change, reason) values ($1, $2, 'x')`,
        who(),
        Math.ceil(random() * 20),
      ),
    'make a card': () =>
      run(
        `insert into public.info_cards (title, start_date, end_date, is_active)
          values ('Match', now() + $1::interval, now() + interval '1 day', $2)`,
        flip() ? '-1 hour' : '1 hour',
        flip(),
      ),
    'change a card': async () =>
      run(
        `update public.info_cards set is_active = $2, start_date = now() + $3::interval where id = $1`,
        await one('info_cards'),
        random() < 0.7,
        random() < 0.7 ? '-1 hour' : '1 hour',
      ),
    'delete a card': async () => run('delete from public.info_cards where id = $1', await one('info_cards')),
    'make a video': () =>
      run(
        `insert into public.live_videos (title, embed_code, provider, video_id, scheduled_for, is_active)
          values ('Rigs', 'https://youtu.be/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', now(), $1)`,
        flip(),
      ),
    'switch a video': async () =>
      run('update public.live_videos set is_active = not is_active where id = $1', await one('live_videos')),
    'make a game': () =>
      run(
        `insert into public.games (type, title, image_url, start_date, end_date, status, metadata)
          values ('pick_swim', 'Swim', '/mark.svg', now(), now() + interval '1 day', $1, '{"winning_square": 47}')`,
        pick(['draft', 'active'], random),
      ),
    'enter a game': async () =>
      run(
        `insert into public.game_entries (game_id, user_id, entry_data)
          select id, $2, '{"square": 12}' from public.games where id = $1
          on conflict do nothing`,
        await one('games', `status = 'active'`),
        who(),
      ),
    'take back an entry': async () => run('delete from public.game_entries where id = $1', await one('game_entries')),
    'open or cancel a game': async () =>
      run(
        `update public.games set status = case status when 'draft' then 'active' else 'cancelled' end where id = $1`,
        await one('games', `status in ('draft', 'active')`),
      ),
    'delete a game': async () => run('delete from public.games where id = $1', await one('games')),
  }
  const often = ['post', 'comment', 'react', 'suspend', 'reinstate', 'enter a game']
  await live.flushed()
  const mine = await look()
  const ever = new Set<string>()
  const remember = ({ posts, returned, rows }: View) => {
    for (const ids of [posts.keys(), returned, ...Object.values(rows)]) for (const id of ids) ever.add(id)
  }
  let said = 0
  for (let step = 1; step <= STEPS; step += 1) {
    await club.query(`select set_config('test.step', $1, false)`, [String(step)])
    const name = random() < 0.4 ? pick(often, random) : pick(Object.keys(acts), random)
    await acts[name]?.()
    if (random() < 0.4) {
      // What could be read between two flushes may be called gone by the second.
      remember(await look())
      continue
    }
    const messages = await live.flushed()
    const now = await look()
    for (const message of messages) {
      expectReadable(message, now, ever)
      patch(mine, message, now)
    }
    said += messages.length
    remember(now)
    expect(plain(mine), `step ${step}: ${name}`).toEqual(plain(now))
  }
  expect(said).toBeGreaterThan(STEPS / 2)
}, 600_000)
