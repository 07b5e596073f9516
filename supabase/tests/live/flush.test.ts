import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hearLive, type LiveMessages } from '../support/live-messages.ts'
import { pretendPgCron } from '../support/pretend-pg-cron.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// When notes become messages: gaps, one flush at a time, failures. What the messages contain is in topics.test.ts.

const HOUR = 3_600_000

let club: SqlClub
let live: LiveMessages
let member: string
beforeAll(async () => {
  club = await openSqlClub()
  member = await club.signUp()
  live = await hearLive(club)
})
afterAll(async () => {
  await live.close()
  await club.close()
})
beforeEach(() => live.flushed())

const post = async (content = 'Tench') =>
  (
    await club.query<{ id: string }>(
      'insert into public.newsfeed_posts (user_id, content) values ($1, $2) returning id',
      [member, content],
    )
  )[0]?.id as string
const edit = (id: string, client: Pick<pg.Client, 'query'> = club.owner) =>
  client.query(`update public.newsfeed_posts set content = content || '.' where id = $1`, [id])
const comment = (id: string) =>
  club.query(`insert into public.newsfeed_comments (user_id, post_id, content) values ($1, $2, 'Nice')`, [member, id])
const react = (client: pg.Client, id: string) =>
  client.query(`insert into public.newsfeed_reactions (post_id, reaction) values ($1, 'heart')`, [id])
const pending = async () => (await club.query('select from private.live_pending')).length
const topics = async () => (await live.taken()).map(({ topic }) => topic)

describe('a flush', () => {
  it('returns null when nothing is pending', async () => {
    expect(await live.flushOnce()).toBeNull()
    expect(await live.taken()).toEqual([])
  })

  it('announces committed changes only', async () => {
    const id = await post()
    await live.flushed()
    const writer = await club.connect()
    await writer.query('begin')
    await edit(id, writer)
    expect(await live.flushed()).toEqual([])
    await writer.query('commit')
    expect(await live.flushed()).toEqual([{ topic: 'feed', message: { changed: [id] } }])
    await writer.query('begin')
    await edit(id, writer)
    await writer.query('rollback')
    expect(await live.flushed()).toEqual([])
  })

  it('ends with the right number after two members have reacted at the same moment', async () => {
    const id = await post()
    await live.flushed()
    const [one, other] = [await club.as(await club.signUp()), await club.as(await club.signUp())]
    // The first reaction to a post starts the author's notification, for which others wait: here the author has muted it.
    await club.query(
      'insert into private.notification_mutes select user_id, id from public.newsfeed_posts where id = $1',
      [id],
    )
    for (const client of [one, other]) {
      await client.query('begin')
      await react(client, id)
    }
    await one.query('commit')
    const first = await live.flushed()
    await other.query('commit')
    const second = await live.flushed()
    const counted = (hearts: number) => [{ topic: 'feed', message: { numbers: { [id]: [0, hearts, 0, 0, 0, 0] } } }]
    expect(first.filter(({ topic }) => topic === 'feed')).toEqual(counted(1))
    expect(second.filter(({ topic }) => topic === 'feed')).toEqual(counted(2))
  })

  it('sends one message for many changes of a topic', async () => {
    const ids = [await post('Roach'), await post('Rudd')].sort()
    for (const id of ids) await edit(id)
    await edit(ids[0] as string)
    expect(await live.flushed()).toEqual([{ topic: 'feed', message: { new: ids } }])
  })

  it('numbers the messages of a topic, except on the topics of members and threads', async () => {
    const id = await post()
    const counts = async () => {
      await comment(id)
      await club.query(`insert into public.points_log (user_id, points_change, reason) values ($1, 1, 'x')`, [member])
      return new Map((await live.counted()).map(({ topic, message }) => [topic.split(':')[0], message.n]))
    }
    const [before, after] = [await counts(), await counts()]
    expect([...after.keys()].sort()).toEqual(['admin', 'feed', 'leaderboard', 'member', 'post'])
    for (const topic of ['admin', 'feed', 'leaderboard'])
      expect(after.get(topic), topic).toBe((before.get(topic) as number) + 1)
    for (const topic of ['member', 'post']) expect(after.get(topic), topic).toBeUndefined()
  })

  it('leaves no message that a later subscriber could replay', async () => {
    await comment(await post())
    expect((await live.flushed()).length).toBeGreaterThan(0)
    expect(await club.query('select from realtime.messages')).toEqual([])
  })
})

describe('the gap after a message', () => {
  it('delays the rankings when points change, but not when a member is hidden in them', async () => {
    const shown = async () => (await live.taken()).filter(({ topic }) => topic === 'leaderboard').length
    const points = () =>
      club.query(`insert into public.points_log (user_id, points_change, reason) values ($1, 1, 'x')`, [member])
    const suspend = (is: boolean) =>
      club.query('update public.profiles set is_suspended = $2 where id = $1', [member, is])
    await points()
    await live.flushed()
    await live.taken()
    await points()
    await live.flushOnce()
    expect(await shown()).toBe(0)
    for (const is of [true, false]) {
      await suspend(is)
      await live.flushOnce()
      expect(await shown()).toBe(1)
    }
    await live.flushed()
  })

  it('delays what members change of their own names and pictures, but not what an admin takes down', async () => {
    const admin = await club.signUp()
    await club.query('update public.profiles set is_admin = true where id = $1', [admin])
    const [own, team] = [await club.as(member), await club.as(admin)]
    const rename = (client: Pick<pg.Client, 'query'>) =>
      client.query(
        `update public.profiles set username = 'angler ' || left(gen_random_uuid()::text, 8) where id = $1`,
        [member],
      )
    const show = (url: string) => own.query('update public.profiles set avatar_url = $2 where id = $1', [member, url])
    await club.query(`insert into storage.objects (bucket_id, name) values ('avatars', $1)`, [`${member}/perch.png`])
    const picture = `/storage/v1/object/public/avatars/${member}/perch.png`
    const said = async () =>
      (await live.taken()).filter(({ topic }) => topic === 'leaderboard').map(({ message }) => message.what)
    // However long the test takes.
    const wait = () => club.query(`update private.live_sent set gap_ms = 3600000 where topic = 'leaderboard'`)
    await rename(own)
    await live.flushed()
    await wait()
    for (const change of [() => rename(own), () => show(picture), () => rename(own), () => show('')]) {
      await change()
      await live.flushOnce()
      expect(await said()).toEqual([])
    }
    // All of them together, once the gap is over.
    expect((await live.flushed()).filter(({ topic }) => topic === 'leaderboard')).toMatchObject([
      { message: { what: ['members'] } },
    ])
    for (const client of [team, club.owner]) {
      await wait()
      await rename(own)
      await rename(client)
      await live.flushOnce()
      expect(await said()).toEqual([['members']])
    }
    await live.flushed()
  })

  const gapAfter = async (act: () => Promise<unknown>) => {
    await act()
    await live.flushed()
    const rows = await club.query<{ topic: string; gap: number }>(
      `select split_part(topic, ':', 1) as topic, gap_ms as gap from private.live_sent order by 1`,
    )
    return Object.fromEntries(rows.map(({ topic, gap }) => [topic, gap]))
  }

  it('follows the topic, and on the feed the number of posts', async () => {
    await club.query('delete from private.live_sent')
    const few = await gapAfter(async () => {
      await comment(await post())
      await club.query(`insert into public.points_log (user_id, points_change, reason) values ($1, 1, 'x')`, [member])
    })
    expect(few).toEqual({ admin: 2000, feed: 250, leaderboard: 5000, member: 250, post: 100 })
    const write = (count: number) => () =>
      club.query(
        `insert into public.newsfeed_posts (user_id, content) select $1, 'Bream ' || n from generate_series(1, $2) as n`,
        [member, count],
      )
    expect((await gapAfter(write(12))).feed).toBe(250)
    expect((await gapAfter(write(13))).feed).toBe(1000)
    expect((await gapAfter(write(1))).feed).toBe(250)
  })

  it('is kept: the first message is sent at once, the next when the gap is over, with everything until then', async () => {
    const id = await post()
    expect(await live.flushOnce()).toBeNull()
    expect(await topics()).toEqual(['feed'])
    await club.query('update private.live_sent set gap_ms = $1', [HOUR])
    await edit(id)
    const due = await live.flushOnce()
    expect(due).toBeGreaterThan(HOUR / 2)
    expect(due).toBeLessThanOrEqual(HOUR)
    const second = await post()
    await live.flushOnce()
    expect(await topics()).toEqual([])
    await club.query(`update private.live_sent set sent_at = sent_at - interval '61 minutes'`)
    expect(await live.flushOnce()).toBeNull()
    expect((await live.taken()).map(({ message: { n: _, ...message } }) => message)).toEqual([
      { new: [second], changed: [id] },
    ])
  })

  it('delays no other topic', async () => {
    const id = await post()
    await live.flushOnce()
    await live.taken()
    await club.query('update private.live_sent set gap_ms = $1', [HOUR])
    await comment(id)
    await live.flushOnce()
    expect(await topics()).toEqual([`post:${id}`])
  })

  it('is over when the clock was set back', async () => {
    await post()
    await live.flushOnce()
    await club.query(`update private.live_sent set sent_at = sent_at + interval '1 day'`)
    await live.taken()
    await post()
    expect(await live.flushOnce()).toBeNull()
    expect(await topics()).toEqual(['feed'])
  })

  it('of members and threads is forgotten after a minute', async () => {
    await comment(await post())
    await live.flushed()
    const kept = async () =>
      (await club.query<{ topic: string }>('select topic from private.live_sent where n is null')).map(
        ({ topic }) => topic,
      )
    expect(await kept()).not.toEqual([])
    await club.query(`update private.live_sent set sent_at = sent_at - interval '61 seconds'`)
    await post()
    await live.flushOnce()
    expect(await kept()).toEqual([])
  })
})

describe('flushes exclude each other', () => {
  it('a second one returns 50 and takes nothing while the first has not ended', async () => {
    const id = await post()
    const other = await club.connect()
    const second = async () => (await other.query('select private.flush_live() as due')).rows[0]?.due
    await live.client.query('begin')
    await live.flushOnce()
    await edit(id)
    expect(await second()).toBe(50)
    await live.client.query('commit')
    expect(await pending()).toBe(1)
    expect(await live.flushed()).toHaveLength(1 + 1)
  })

  it('what a flush took is pending again when its connection is ended before the commit', async () => {
    const id = await post()
    await live.client.query(`select pg_advisory_unlock(hashtextextended('private.flush_live', 0))`)
    const doomed = await club.connect()
    await doomed.query('begin')
    await doomed.query('select private.flush_live()')
    const [pid] = (await doomed.query<{ pid: number }>('select pg_backend_pid() as pid')).rows
    const ended = new Promise((resolve) => doomed.once('end', resolve))
    await club.query('select pg_terminate_backend($1)', [pid?.pid])
    await ended
    await live.client.query(`select pg_advisory_lock(hashtextextended('private.flush_live', 0))`)
    expect(await pending()).toBe(1)
    expect(await club.query('select from private.post_numbers where post_id = $1', [id])).toEqual([])
    expect(await live.flushed()).toEqual([{ topic: 'feed', message: { new: [id] } }])
  })
})

describe('a note that cannot be announced', () => {
  it('of an unknown topic, without an ID or about nothing that exists does not stop the others', async () => {
    const id = await post()
    await club.query(`insert into private.live_pending (topic, id, kind) values
      ('unknown', gen_random_uuid(), 'row'), ('', null, ''), ('post:x', null, 'comment'), ('member:x', null, 'points'),
      ('feed', null, 'numbers'), ('feed', null, 'unknown'), ('cards', null, 'row'), ('post', gen_random_uuid(), 'comment'),
      ('feed', gen_random_uuid(), 'numbers'), ('member:00000000-0000-0000-0000-000000000000', null, 'points')`)
    expect(await live.flushed()).toEqual([{ topic: 'feed', message: { new: [id] } }])
    expect(await pending()).toBe(0)
  })

  it('because its topic is described wrongly is a reload of that topic', async () => {
    await club.query(`update private.live_topics set shown = 'r.no_such_column' where topic = 'cards'`)
    await club.query(`insert into private.live_pending (topic, id, kind) values ('cards', gen_random_uuid(), 'row')`)
    const id = await post()
    expect(await live.flushed()).toEqual([
      { topic: 'cards', message: { reload: true } },
      { topic: 'feed', message: { new: [id] } },
    ])
    await club.query(`update private.live_topics set shown = 'true' where topic = 'cards'`)
  })
})

describe('a bulk change', () => {
  it('of more than 500 posts is a reload, and every number is right afterwards', async () => {
    await club.query(
      `insert into public.newsfeed_posts (user_id, content) select $1, 'Carp ' || n from generate_series(1, 501) as n`,
      [member],
    )
    expect(await live.flushed()).toEqual([{ topic: 'feed', message: { reload: true } }])
    await club.query(`insert into public.newsfeed_comments (user_id, post_id, content)
      select user_id, id, 'Nice' from public.newsfeed_posts where content like 'Carp %'`)
    expect(await live.flushed()).toEqual([{ topic: 'feed', message: { reload: true } }])
    expect(
      await club.query(`select count(*)::int as posts, min(n.comments), max(n.comments)
        from private.post_numbers as n join public.newsfeed_posts as p on p.id = n.post_id where content like 'Carp %'`),
    ).toEqual([{ posts: 501, min: 1, max: 1 }])
  })

  it('is taken in runs of 5,000 notes, after everything that is not bulk', async () => {
    await club.query(`insert into private.live_pending (topic, id, kind)
      select 'feed', gen_random_uuid(), 'recount' from generate_series(1, 5500)`)
    const id = await post()
    expect(await live.flushOnce()).toBeGreaterThanOrEqual(0)
    expect(await pending()).toBe(501)
    expect((await live.taken()).map(({ message }) => message.new)).toEqual([[id]])
    await live.flushed()
    expect(await pending()).toBe(0)
  })
})

describe('where stored messages cannot be deleted', () => {
  it('comments and rankings are not sent: their readers load again', async () => {
    const id = await post()
    await live.flushed()
    await club.query(
      'alter table realtime.messages owner to supabase_admin; revoke delete on realtime.messages from migrator',
    )
    await comment(id)
    await club.query(`insert into public.points_log (user_id, points_change, reason) values ($1, 1, 'x')`, [member])
    const said = (await live.flushed()).filter(({ topic }) => !/^(admin|member)/.test(topic))
    await club.query(`grant all on realtime.messages to migrator;
      alter table realtime.messages owner to supabase_realtime_admin; delete from realtime.messages`)
    expect(said).toEqual([
      { topic: `post:${id}`, message: { reload: true } },
      { topic: 'feed', message: { numbers: { [id]: [1, 0, 0, 0, 0, 0] } } },
      { topic: 'leaderboard', message: { reload: true } },
    ])
  })
})

describe('pg_cron', () => {
  it('calls the flush every second where it is enabled, and nothing happens where it is not', async () => {
    const schedule = async () => (await club.query('select private.schedule_live() as done'))[0]?.done
    expect(await schedule()).toBe(false)
    await pretendPgCron(club)
    expect(await schedule()).toBe(true)
    const jobs = await club.query(
      `select jobname as name, schedule, command from cron.job where jobname ~ '^bankside-live' order by jobname`,
    )
    await club.query(`delete from pg_extension where extname = 'pg_cron';
      delete from cron.job where jobname ~ '^bankside-live'`)
    expect(jobs).toEqual([
      { name: 'bankside-live', schedule: '1 seconds', command: 'select private.flush_live()' },
      { name: 'bankside-live-log', schedule: '17 * * * *', command: expect.stringMatching(/^delete from cron\./) },
    ])
  })
})
