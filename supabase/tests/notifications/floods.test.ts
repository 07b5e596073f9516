import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { run } from '../support/meeting.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// What one account can cause for others by very many notifications.

let club: SqlClub
let flooder: string
let reader: string
let post: string
beforeAll(async () => {
  club = await openSqlClub()
  // Counts the calls of the function that decides whether a notification is shown.
  await club.query('create sequence private.looks')
  await club.query(
    'alter function private.is_notification_shown(uuid, text, uuid, timestamptz, boolean, uuid) rename to is_shown_really',
  )
  await club.query(`
    create function private.is_notification_shown(
      p_id uuid, p_kind text, p_subject_id uuid, p_created_at timestamptz, p_is_for_all boolean, p_reader_id uuid
    ) returns boolean language plpgsql volatile security definer set search_path = '' as $$
    begin
      perform nextval('private.looks');
      return private.is_shown_really(p_id, p_kind, p_subject_id, p_created_at, p_is_for_all, p_reader_id);
    end $$`)
})
afterAll(() => club.close())
beforeEach(async () => {
  await club.query('truncate private.notifications cascade')
  flooder = await club.signUp()
  reader = await club.signUp()
  post = await newPost(flooder)
})

const value = async (sql: string, values: unknown[] = []) => Object.values((await club.query(sql, values))[0] ?? {})[0]
const newPost = async (author: string, content: string = randomUUID()) => {
  const id = randomUUID()
  await club.query('insert into public.newsfeed_posts (id, user_id, content) values ($1, $2, $3)', [
    id,
    author,
    content,
  ])
  return id
}
const nameOf = async (id: string) => String(await value('select username from public.profiles where id = $1', [id]))
const unread = () => value('select private.unread_notifications($1)', [reader])
/** How often the work asks whether a notification is shown. */
const looks = async (work: () => Promise<unknown>) => {
  const before = Number(await value(`select nextval('private.looks')`))
  await work()
  return Number(await value(`select nextval('private.looks')`)) - before - 1
}
/** Unread mentions by the flooder, each with a message that waits to be sent. */
const flood = (count: number) =>
  club.query(
    `with made as (
      insert into private.notifications (user_id, kind, subject_id, is_bundled, created_at, updated_at)
        select $1, 'mention', $2, false, now(), now() from generate_series(1, $4) returning id
    ), caused as (
      insert into private.notification_causes (notification_id, cause_id, actor_id, created_at)
        select id, $2, $3, now() from made
    )
    insert into private.outbox (notification_id, user_id, channel, due_at)
      select id, $1, 'push', now() + interval '1 hour' from made`,
    [reader, post, flooder, count],
  )
const suspend = (who: string) => club.query('update public.profiles set is_suspended = true where id = $1', [who])

describe('suspending an account', () => {
  it('takes no longer look at each message that waits about it, with 20,000 as with 100', async () => {
    const counts = []
    for (const count of [100, 20_000]) {
      flooder = await club.signUp()
      await flood(count)
      counts.push(await looks(() => suspend(flooder)))
    }
    expect(counts[1]).toBe(counts[0])
    expect(await value('select count(*)::int from private.outbox where user_id = $1', [reader])).toBe(0)
  }, 60_000)

  it('leaves the message about an act that another member also did', async () => {
    await flood(2)
    await club.query(
      `insert into private.notification_causes (notification_id, cause_id, actor_id, created_at)
        select id, $1, $2, now() from private.notifications where user_id = $3 limit 1`,
      [randomUUID(), await club.signUp(), reader],
    )
    await suspend(flooder)
    expect(await value('select count(*)::int from private.outbox where user_id = $1', [reader])).toBe(1)
  })
})

describe('the number on the bell', () => {
  it('costs the same for any number of hidden notifications', async () => {
    await flood(2000)
    await suspend(flooder)
    expect(await looks(unread)).toBeLessThanOrEqual(400)
    expect(await unread()).toBe(0)
  })

  it('counts what is shown behind hidden ones', async () => {
    const friend = await club.signUp()
    await newPost(friend, `Hello @${await nameOf(reader)}`)
    await flood(100)
    await suspend(flooder)
    expect(await unread()).toBe(1)
  })
})

it('an unread mention disappears when an edit removes it', async () => {
  const name = await nameOf(reader)
  await club.query('update public.newsfeed_posts set content = $2 where id = $1', [post, `Hello @${name}`])
  expect(await unread()).toBe(1)
  await club.query(`update public.newsfeed_posts set content = 'Hello' where id = $1`, [post])
  expect(await value('select count(*)::int from private.notifications where user_id = $1', [reader])).toBe(0)
  await club.query('update public.newsfeed_posts set content = $2 where id = $1', [post, `Hello again @${name}`])
  expect(await unread()).toBe(1)
})

describe('mentions by one member', () => {
  const told = (who: string) =>
    value(`select count(*)::int from private.notifications where user_id = $1 and kind = 'mention'`, [who])
  const named = () => value('select mentions from public.newsfeed_posts where id = $1', [post])
  const write = async (content: string) => {
    await run(client, ['update public.newsfeed_posts set content = $2 where id = $1', [post, content]])
  }
  const comment = async (content: string) =>
    run(client, ['insert into public.newsfeed_comments (post_id, content) values ($1, $2)', [post, content]])
  let client: Client
  beforeEach(async () => {
    client = await club.as(flooder)
    // Only the limits of mentions.
    await club.query(`delete from private.rate_counters where user_id = $1`, [flooder])
    await club.query('update private.settings set rate_limit_scale = 1')
  })
  afterEach(() => club.query('update private.settings set rate_limit_scale = 1000000'))

  it('are sent to one reader five times an hour, and only stored after that', async () => {
    const name = await nameOf(reader)
    for (let n = 0; n < 7; n++) await comment(`@${name} ${n}`)
    expect(await told(reader)).toBe(5)
    expect(
      await value(`select count(*)::int from public.newsfeed_comments where post_id = $1 and mentions ? $2`, [
        post,
        name,
      ]),
    ).toBe(7)
    await club.query(
      `update private.rate_counters set window_start = now() - interval '61 minutes' where user_id = $1`,
      [flooder],
    )
    await comment(`@${name} later`)
    expect(await told(reader)).toBe(6)
  })

  it('beyond the limit are notified as a comment or reply', async () => {
    const [author, thread] = [await club.signUp(), await newPost(reader)]
    await club.query('insert into public.newsfeed_comments (post_id, user_id, content) values ($1, $2, $3)', [
      thread,
      author,
      'First',
    ])
    post = thread
    for (let n = 0; n < 6; n++) await comment(`@${await nameOf(reader)} @${await nameOf(author)} ${n}`)
    const kinds = (who: string) =>
      club.query('select kind, count(*)::int from private.notifications where user_id = $1 group by 1 order by 1', [
        who,
      ])
    // The first one is about the comment of the other member.
    expect(await kinds(reader)).toEqual([
      { kind: 'comment', count: 1 },
      { kind: 'mention', count: 5 },
    ])
    expect(await kinds(author)).toEqual([
      { kind: 'mention', count: 5 },
      { kind: 'reply', count: 1 },
    ])
  })

  it('are sent to 60 readers an hour and 200 a day, also by edits', async () => {
    const members: string[] = []
    for (let n = 0; n < 70; n++) members.push(await club.signUp())
    const names: string[] = []
    for (const id of members) names.push(await nameOf(id))
    const count = () =>
      value(`select count(*)::int from private.notifications where kind = 'mention' and user_id = any ($1)`, [members])
    for (let n = 0; n < 70; n += 10) {
      await write(
        names
          .slice(n, n + 10)
          .map((name) => `@${name}`)
          .join(' '),
      )
      // Read, so that what the next edit takes away stays.
      await club.query('update private.notifications set read_at = now()')
    }
    expect(await count()).toBe(60)
    expect(Object.keys((await named()) as object)).toHaveLength(10)
    await club.query(
      `update private.rate_counters set used = 195, window_start = now() - interval '2 hours'
        where user_id = $1 and bucket = 'mentions-1d'`,
      [flooder],
    )
    await club.query(`delete from private.rate_counters where user_id = $1 and bucket <> 'mentions-1d'`, [flooder])
    await write('Nobody')
    await write(
      names
        .slice(60)
        .map((name) => `@${name}`)
        .join(' '),
    )
    expect(await count()).toBe(65)
  })
})
