import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ClubClock, DAY, HOUR, later, openClubClock } from './club-clock.ts'

let clock: ClubClock
let club: ClubClock['club']
let member: string
beforeAll(async () => {
  clock = await openClubClock()
  club = clock.club
})
afterAll(() => club.close())
beforeEach(async () => {
  await club.query('delete from public.prize_awards')
  member = await club.signUp()
})

describe('what is to be sent', () => {
  const post = async (author: string) =>
    clock.one('insert into public.newsfeed_posts (user_id, content) values ($1, $2)', [author, randomUUID()])
  const outbox = (user: string) =>
    club.query<{ channel: string; due_at: Date }>(
      'select channel, due_at from private.outbox where user_id = $1 order by channel',
      [user],
    )
  const noQuiet = (user: string) =>
    club.query(
      `insert into private.notification_times (user_id, quiet_from, quiet_until) values ($1, '00:00', '00:00')`,
      [user],
    )
  const choose = (user: string, group: string, channel: string, isOn: boolean) =>
    club.query('insert into private.notification_choices values ($1, $2, $3, $4)', [user, group, channel, isOn])

  it('is one push for 30 reactions in a minute, and one notification', async () => {
    await noQuiet(member)
    await choose(member, 'reactions', 'push', true)
    const id = await post(member)
    for (let n = 0; n < 30; n += 1)
      await club.query('insert into public.newsfeed_reactions (post_id, user_id, reaction) values ($1, $2, $3)', [
        id,
        await club.signUp(),
        'fish',
      ])
    expect(await clock.made(id)).toEqual(['reaction'])
    expect((await outbox(member)).map(({ channel }) => channel)).toEqual(['push'])
  })

  it('is nothing for reactions by default, a push for a comment, push and mail for a prize', async () => {
    await noQuiet(member)
    const [id, other] = [await post(member), await club.signUp()]
    await club.query(`insert into public.newsfeed_reactions (post_id, user_id, reaction) values ($1, $2, 'fish')`, [
      id,
      other,
    ])
    expect(await outbox(member)).toEqual([])
    await club.query(`insert into public.newsfeed_comments (post_id, user_id, content) values ($1, $2, 'Well in')`, [
      id,
      other,
    ])
    expect((await outbox(member)).map(({ channel }) => channel)).toEqual(['push'])
    await clock.award(member, later(30 * DAY))
    expect((await outbox(member)).map(({ channel }) => channel)).toEqual(['email', 'push', 'push'])
  })

  it('waits for the end of the quiet hours', async () => {
    const hours = (from: number) =>
      `${String((new Date(Date.now() + from * HOUR).getUTCHours() + 24) % 24).padStart(2, '0')}:00`
    await club.query('insert into private.notification_times (user_id, quiet_from, quiet_until) values ($1, $2, $3)', [
      member,
      hours(-1),
      hours(3),
    ])
    await clock.award(member, later(30 * DAY))
    for (const { due_at } of await outbox(member)) {
      expect(due_at.getTime() - Date.now()).toBeGreaterThan(HOUR)
      expect(due_at.toISOString()).toMatch(new RegExp(`T${hours(3)}:00`))
    }
    expect(await outbox(member)).toHaveLength(2)
  })

  it('is dropped when the notification is read, muted or gone, and stays once it was sent', async () => {
    await noQuiet(member)
    const [id, other, reader] = [await post(member), await club.signUp(), await club.as(member)]
    const comment = () =>
      clock.one(`insert into public.newsfeed_comments (post_id, user_id, content) values ($1, $2, $3)`, [
        id,
        other,
        randomUUID(),
      ])
    await comment()
    expect(await outbox(member)).toHaveLength(1)
    await reader.query(`select mark_notifications_read(path => $1)`, [`/newsfeed/${id}`])
    expect(await outbox(member)).toEqual([])
    const gone = await comment()
    expect(await outbox(member)).toHaveLength(1)
    await club.query('delete from public.newsfeed_comments where id = $1', [gone])
    expect(await outbox(member)).toEqual([])
    await comment()
    await reader.query('select mute_notifications($1, true)', [id])
    expect(await outbox(member)).toEqual([])
    await reader.query('select mute_notifications($1, false)', [id])
    await club.query('delete from private.notifications where user_id = $1', [member])
    await comment()
    await club.query('update private.outbox set sent_at = now() where user_id = $1', [member])
    await reader.query(`select mark_notifications_read(path => $1)`, [`/newsfeed/${id}`])
    expect(await outbox(member)).toHaveLength(1)
  })

  it('is dropped while the member who caused it is suspended', async () => {
    await noQuiet(member)
    const [id, other] = [await post(member), await club.signUp()]
    await club.query(`insert into public.newsfeed_comments (post_id, user_id, content) values ($1, $2, 'x')`, [
      id,
      other,
    ])
    expect(await outbox(member)).toHaveLength(1)
    await club.query('update public.profiles set is_suspended = true where id = $1', [other])
    expect(await outbox(member)).toEqual([])
  })

  it('of a notification for all is not written in the transaction that causes it, but for 500 members in each run', async () => {
    await club.query('delete from private.outbox_spread')
    await club.query(
      `insert into auth.users (id, email, email_confirmed_at)
        select gen_random_uuid(), gen_random_uuid() || '@example.com', now() from generate_series(1, 520)`,
    )
    const author = await club.signUp()
    const id = await post(author)
    await club.query('update public.newsfeed_posts set is_announcement = true where id = $1', [id])
    const rows = () =>
      club.query<{ user_id: string; channel: string }>(
        `select o.user_id, o.channel from private.outbox as o join private.notifications as n on n.id = o.notification_id
          where n.subject_id = $1`,
        [id],
      )
    expect(await rows()).toEqual([])
    const spread = async () => (await club.query<{ n: number }>('select private.spread_outbox() as n'))[0]?.n
    expect(await spread()).toBe(500)
    while (await spread());
    const members = await club.query<{ id: string }>(
      'select id from public.profiles where not is_suspended and id <> $1',
      [author],
    )
    expect((await rows()).map(({ user_id }) => user_id).sort()).toEqual(members.map((row) => row.id).sort())
    expect(new Set((await rows()).map(({ channel }) => channel))).toEqual(new Set(['push']))
  }, 60_000)
})
