import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { meet, run, type Statement } from '../support/meeting.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// Notifications and what is sent about them, while a transaction that makes, reads or sends the same is open.

let club: SqlClub
let member: string
let other: string
let third: string
let holder: Client
let comer: Client
beforeAll(async () => {
  club = await openSqlClub()
  holder = await club.connect()
  comer = await club.connect()
})
afterAll(() => club.close())
beforeEach(async () => {
  // Only what a test makes is there to send.
  await club.query(
    'truncate private.notifications, private.outbox_spread, private.deliveries, private.mail_states cascade',
  )
  member = await join()
  other = await join()
  third = await join()
})

/** A member without quiet hours. */
async function join() {
  const id = await club.signUp()
  await club.query(
    `insert into private.notification_times (user_id, quiet_from, quiet_until) values ($1, '00:00', '00:00')`,
    [id],
  )
  return id
}
const one = async (sql: string, values: unknown[] = []) => Object.values((await club.query(sql, values))[0] ?? {})[0]
const newPost = async (author = member) => {
  const id = randomUUID()
  await club.query('insert into public.newsfeed_posts (id, user_id, content) values ($1, $2, $3)', [id, author, id])
  return id
}
const react = (post: string, who: string): Statement => [
  `insert into public.newsfeed_reactions (post_id, user_id, reaction) values ($1, $2, 'fish')`,
  [post, who],
]
const unreact = (post: string, who: string): Statement => [
  'delete from public.newsfeed_reactions where post_id = $1 and user_id = $2',
  [post, who],
]
const readAll: Statement = [`select marked_at::text from mark_all_notifications_read('2199-01-01')`]
const unread = (user = member) => one('select private.unread_notifications($1)', [user])
const causes = () =>
  club.query(
    `select n.read_at is null as unread, count(c)::int as causes
      from private.notifications as n join private.notification_causes as c on c.notification_id = n.id
      where n.user_id = $1 group by n.id order by n.created_at`,
    [member],
  )

describe('a bundle of reactions', () => {
  let post: string
  beforeEach(async () => {
    post = await newPost()
    await run(holder, react(post, other))
  })

  it('is not joined by one that comes while it is being marked as read', async () => {
    await meet(club, { holder: await club.as(member), holds: [readAll], comer, comes: react(post, third) })
    expect(await causes()).toEqual([
      { unread: false, causes: 1 },
      { unread: true, causes: 1 },
    ])
  })

  it('stays when one is added while its only other one is withdrawn', async () => {
    await meet(club, { holder, holds: [react(post, third)], comer, comes: unreact(post, other) })
    expect(await causes()).toEqual([{ unread: true, causes: 1 }])
  })

  it('takes one from each of two transactions that would move it up, without a deadlock', async () => {
    const notify = (who: string, minutes: number): Statement => [
      `select private.notify('reaction', $1, $2, gen_random_uuid(), $3, now() + $4 * interval '1 minute')`,
      [member, post, who, minutes],
    ]
    const moved = () => one('select updated_at > now() from private.notifications where user_id = $1', [member])
    await meet(club, {
      holder,
      holds: [notify(other, 0)],
      comer,
      comes: notify(third, 2),
      adds: [notify(other, 4)],
    })
    expect([await causes(), await moved()]).toEqual([[{ unread: true, causes: 4 }], true])
  })
})

it('a bundle takes another comment of a member whose oldest in it is being deleted, without a deadlock', async () => {
  const post = await newPost()
  const told = (cause: string, who: string): Statement => [
    `select private.notify('comment', $1, $2, $3, $4)`,
    [member, post, cause, who],
  ]
  const made: unknown[] = []
  for (let n = 0; n < 10; n++)
    made.push(
      await one('insert into public.newsfeed_comments (post_id, user_id, content) values ($1, $2, $3) returning id', [
        post,
        other,
        `Comment ${n}`,
      ]),
    )
  const next = randomUUID()
  // The deletion has deleted the cause, and waits for the notification, when the next comment comes.
  await meet(club, {
    holder,
    holds: [told(randomUUID(), third)],
    comer,
    comes: ['delete from public.newsfeed_comments where id = $1', [made[0]]],
    adds: [told(next, other)],
  })
  const left = await club.query<{ id: string }>(
    'select cause_id as id from private.notification_causes where actor_id = $1 order by created_at',
    [other],
  )
  expect(left.map(({ id }) => id)).toEqual([...made.slice(1), next])
  expect(await unread()).toBe(1)
})

it('is read at the first of two moments, when two devices mark it as read, and undone from there', async () => {
  await run(holder, react(await newPost(), other))
  const [phone, laptop] = [await club.as(member), await club.as(member)]
  const mark = (into: string): Statement => [
    `with m as (select * from mark_all_notifications_read('2199-01-01')) select set_config('test.${into}', marked_at::text, false) from m`,
  ]
  await meet(club, { holder: phone, holds: [mark('marked')], comer: laptop, comes: readAll })
  expect(await unread()).toBe(0)
  await phone.query(`select undo_marking(current_setting('test.marked')::timestamptz)`)
  expect(await unread()).toBe(1)
})

describe('a notification for all', () => {
  it('is spread by one of two runs, and the next one by the other', async () => {
    for (const author of [other, third])
      await club.query('update public.newsfeed_posts set is_announcement = true where id = $1', [await newPost(author)])
    const spread: Statement = ['select private.spread_outbox()']
    await meet(club, { holder, holds: [spread], comer, comes: spread })
    expect(await one('select count(*)::int from private.outbox_spread')).toBe(0)
    expect(await one('select count(*)::int from private.outbox where user_id = $1', [member])).toBe(2)
  })
})

describe('the sender', () => {
  const take: Statement = ['select private.take_deliveries(100, true) as taken']
  const award = async (user: string) => {
    const box = await one(`insert into public.prize_packages (name) values ('Box') returning id`)
    const item = await one(
      `insert into public.prize_items (package_id, title, type, quantity) values ($1, 'Rod', 'digital', 1) returning id`,
      [box],
    )
    await club.query('insert into public.prize_awards (user_id, item_id) values ($1, $2)', [user, item])
  }
  const comment = async (author: string) =>
    club.query('insert into public.newsfeed_comments (post_id, user_id, content) values ($1, $2, $3)', [
      await newPost(),
      author,
      randomUUID(),
    ])
  const byMail = (user: string, group: string) =>
    club.query(`insert into private.notification_choices values ($1, $2, 'email', true)`, [user, group])
  const mails = (user: string) =>
    club.query(`select attempts from private.deliveries where user_id = $1 and channel = 'email' order by created_at`, [
      user,
    ])

  it('does not send a mail that another one is sending', async () => {
    await award(member)
    await club.query('select private.prepare_deliveries(now())')
    const { rows } = await meet(club, { holder, holds: [take], comer, comes: take })
    expect(rows).toEqual([{ taken: [] }])
    expect(await mails(member)).toEqual([{ attempts: 1 }])
  })

  it('makes one mail an hour even when two senders run', async () => {
    await byMail(member, 'replies')
    await comment(other)
    const late: Statement = [
      'insert into public.newsfeed_comments (post_id, user_id, content) values ($1, $2, $3)',
      [await newPost(), third, 'Well in'],
    ]
    const sender = await club.connect()
    await holder.query('begin')
    await run(holder, take)
    await run(comer, late)
    await run(sender, take)
    await holder.query('commit')
    await run(sender, take)
    expect(await mails(member)).toEqual([{ attempts: 1 }])
  })

  it('continues while a member marks due notifications as read', async () => {
    // The first row that the sender comes to is the mail.
    await club.query(`insert into private.notification_choices values ($1, 'prizes', 'push', false)`, [member])
    await award(member)
    await award(other)
    await meet(club, { holder: await club.as(member), holds: [readAll], comer, comes: take })
    expect([await mails(member), await mails(other)]).toEqual([[], [{ attempts: 1 }]])
  })

  it('makes a digest while refused mails of this and another member are recorded', async () => {
    await run(holder, react(await newPost(other), third))
    await club.query(
      `insert into private.notification_times (user_id, digest) values ($1, 'daily'), ($2, 'daily')
        on conflict (user_id) do update set digest = 'daily'`,
      [member, other],
    )
    await club.query(
      `insert into private.mail_states (user_id, digest_at) values ($1, now() - interval '1 hour'), ($2, now() - interval '2 hours')`,
      [member, other],
    )
    const refused = async (user: string): Promise<Statement> => [
      `select private.end_deliveries(jsonb_build_array(jsonb_build_object('id', $1::text, 'attempt', 0, 'outcome', 'refused')))`,
      [
        await one(
          `insert into private.deliveries (user_id, channel, due_at) values ($1, 'email', now() + interval '1 day') returning id`,
          [user],
        ),
      ],
    ]
    await meet(club, {
      holder,
      holds: [await refused(member)],
      adds: [await refused(other)],
      comer,
      comes: take,
    })
    expect(await club.query('select bounces from private.mail_states order by user_id = $1', [member])).toEqual([
      { bounces: 1 },
      { bounces: 1 },
    ])
    expect(
      await one('select count(*)::int from private.deliveries where user_id = $1 and digest_since is not null', [
        other,
      ]),
    ).toBe(1)
  })
})
