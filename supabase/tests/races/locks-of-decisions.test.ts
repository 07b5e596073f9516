import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { meet, run, type Statement } from '../support/meeting.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// Locks that are not on a row: for what a statement decides by rows that another open transaction is about to change.

let club: SqlClub
let admins: [string, string]
let first: Client
let second: Client
beforeAll(async () => {
  club = await openSqlClub()
})
afterAll(() => club.close())
beforeEach(async () => {
  admins = [await club.signUp(), await club.signUp()]
  await club.query('update public.profiles set is_admin = true where id = any ($1)', [admins])
  await club.query('update public.profiles set is_admin = false where is_admin and id <> all ($1)', [admins])
  first = await club.as(admins[0])
  second = await club.as(admins[1])
})

const value = async (sql: string, values: unknown[] = []) => Object.values((await club.query(sql, values))[0] ?? {})[0]

it('keeps one of two admins whom the operator demotes and deletes at the same moment', async () => {
  const demote: Statement = ['update public.profiles set is_admin = false where id = $1', [admins[1]]]
  const remove: Statement = ['delete from auth.users where id = $1', [admins[0]]]
  await expect(
    meet(club, { holder: await club.connect(), holds: [demote], comer: await club.connect(), comes: remove }),
  ).rejects.toMatchObject({ code: 'US001' })
  expect(await club.query('select id from public.profiles where is_admin')).toEqual([{ id: admins[0] }])
})

it('deletes an account after those who write to it have finished, and fails neither', async () => {
  const [author, reader] = [await club.signUp(), await club.signUp()]
  const post = await value(`insert into public.newsfeed_posts (user_id, content) values ($1, 'Tench') returning id`, [
    author,
  ])
  await meet(club, {
    holder: await club.as(reader),
    holds: [[`insert into public.newsfeed_comments (post_id, content) values ($1, 'Well in')`, [post]]],
    adds: [['insert into public.member_connections (connected_user_id) values ($1)', [author]]],
    comer: await club.connect(),
    comes: ['delete from auth.users where id = $1', [author]],
  })
  expect(await club.query('select from public.profiles where id = $1', [author])).toEqual([])
  expect(await club.query('select from public.newsfeed_comments where user_id = $1', [reader])).toEqual([])
})

it.each([
  ['is demoted', 'update public.profiles set is_admin = false where id = $1'],
  ['is suspended', 'update public.profiles set is_suspended = true where id = $1'],
  ['is deleted', 'delete from auth.users where id = $1'],
])('records what an admin does who %s before it is done', async (_, ends) => {
  const member = await club.signUp()
  await meet(club, {
    holder: await club.connect(),
    holds: [['select from auth.users where id = $1 for update', [member]]],
    adds: [[ends, [admins[0]]]],
    comer: first,
    // Its right is checked before it waits.
    comes: [`select public.set_member_password($1, 'tench at dawn')`, [member]],
  })
  expect(
    await club.query(`select actor_id from private.audit_log where action = 'set_password' and subject_id = $1`, [
      member,
    ]),
  ).toEqual([{ actor_id: admins[0] }])
})

it('gives no rights by an admin who has lost theirs meanwhile, only by one who has kept them', async () => {
  const member = await club.signUp()
  const promote: Statement = ['update public.profiles set is_admin = true where id = $1', [member]]
  const isAdmin = () => value('select is_admin from public.profiles where id = $1', [member])
  await expect(
    meet(club, {
      holder: second,
      holds: [['update public.profiles set is_admin = false where id = $1', [admins[0]]]],
      comer: first,
      comes: promote,
    }),
  ).rejects.toMatchObject({ code: '42501' })
  expect(await isAdmin()).toBe(false)
  await run(second, promote)
  expect(await isAdmin()).toBe(true)
})

it('undoes a suspension by a decision in the order in which it was given: the account before the case', async () => {
  const [author, reader] = [await club.signUp(), await club.signUp()]
  const post = await value(`insert into public.newsfeed_posts (user_id, content) values ($1, 'Tench') returning id`, [
    author,
  ])
  await run(await club.as(reader), [`select public.send_report('post', $1, 'abuse')`, [post]])
  const id = await value('select id from private.report_cases where subject_id = $1', [post])
  const version = await value('select version from private.report_cases where id = $1', [id])
  await run(first, [`select public.decide_report($1, $2, 'suspend', reason => 'Insults', days => 7)`, [id, version]])
  await meet(club, {
    holder: await club.connect(),
    holds: [['select from public.profiles where id = $1 for no key update', [author]]],
    adds: [['select from private.report_cases where id = $1 for update', [id]]],
    comer: second,
    comes: ['select public.reopen_report($1, $2)', [id, Number(version) + 1]],
  })
  expect(await value('select is_suspended from public.profiles where id = $1', [author])).toBe(false)
})

it('records nothing of what a former admin does for themselves', async () => {
  await club.query('update public.profiles set is_admin = false where id = $1', [admins[0]])
  await club.query(`update private.ended_admins set ended_at = now() - interval '61 seconds'`)
  const [post] = (await run(first, [`insert into public.newsfeed_posts (content) values ('Tench') returning id`])).rows
  await run(first, [`update public.newsfeed_posts set content = 'Perch' where id = $1`, [post?.id]])
  expect(
    await club.query('select action from private.audit_log where actor_id = $1 and subject_id = $1', [admins[0]]),
  ).toEqual([])
})

describe('places in a carp of the week', () => {
  it('are chosen by two admins at once in different orders, and the later choice counts', async () => {
    const game = await value(
      `insert into public.games (type, title, start_date, end_date, metadata, status)
        values ('carp_of_week', 'Carp', now() - interval '1 hour', now() + interval '1 hour', '{}', 'active') returning id`,
    )
    const enter = async () => {
      const member = await club.signUp()
      const photo = `${member}/carp.jpg`
      await club.query(`insert into storage.objects (bucket_id, name, owner_id) values ('game-photos', $1, $2)`, [
        photo,
        member,
      ])
      return await value(
        'insert into public.game_entries (game_id, user_id, photo_url) values ($1, $2, $3) returning id',
        [game, member, `/storage/v1/object/public/game-photos/${photo}`],
      )
    }
    const entries = [await enter(), await enter(), await enter()]
    const choose = (entry: unknown, place: number): Statement => [
      'update public.game_entries set winner_place = $2 where id = $1',
      [entry, place],
    ]
    await run(first, choose(entries[0], 1))
    await meet(club, {
      holder: first,
      holds: [choose(entries[2], 3)],
      adds: [choose(entries[1], 1)],
      comer: second,
      comes: choose(entries[0], 2),
    })
    const places = await club.query('select id, winner_place from public.game_entries where game_id = $1', [game])
    expect(new Map(places.map(({ id, winner_place }) => [id, winner_place]))).toEqual(
      new Map([
        [entries[0], 2],
        [entries[1], 1],
        [entries[2], 3],
      ]),
    )
  })
})

it('credits one of two members who approve each other as referred at the same moment', async () => {
  const pair = [await club.signUp(), await club.signUp()] as const
  const refer = (referrer: string, referred: string) =>
    value(
      `insert into public.referrals (referrer_id, referred_user_id, referred_email)
        select $1, id, email from auth.users where id = $2 returning id`,
      [referrer, referred],
    )
  const ids = [await refer(pair[0], pair[1]), await refer(pair[1], pair[0])]
  const approve = (id: unknown): Statement => [`update public.referrals set status = 'completed' where id = $1`, [id]]
  await expect(
    meet(club, {
      holder: await club.as(pair[0]),
      holds: [approve(ids[0])],
      comer: await club.as(pair[1]),
      comes: approve(ids[1]),
    }),
  ).rejects.toMatchObject({ code: 'RF002' })
  expect(await club.query('select id from public.referrals where status = $1', ['completed'])).toEqual([{ id: ids[0] }])
})

it('connects two members who ask each other at the same moment', async () => {
  const [tom, finn] = [await club.signUp(), await club.signUp()]
  const ask = (id: string): Statement => ['insert into public.member_connections (connected_user_id) values ($1)', [id]]
  await meet(club, { holder: await club.as(tom), holds: [ask(finn)], comer: await club.as(finn), comes: ask(tom) })
  expect(
    await club.query(
      'select user_id, connected_user_id, status from public.member_connections where user_id = any ($1)',
      [[tom, finn]],
    ),
  ).toEqual([{ user_id: tom, connected_user_id: finn, status: 'accepted' }])
})

it.each([
  ['rights', 'update public.profiles set is_admin = false where id = $1'],
  ['a place', 'update public.game_entries set winner_place = null where user_id = $1'],
])('lets an admin choose a place while a member’s slow statement names %s', async (_, sql) => {
  const member = await club.signUp()
  const slow = await club.as(member)
  await run(first, [`set lock_timeout = '2s'`])
  await run(slow, ['begin'])
  await run(slow, [sql, [member]])
  try {
    await run(first, ['update public.game_entries set winner_place = 1 where false'])
  } finally {
    await run(slow, ['rollback'])
  }
})

it('lets an admin who changes rights and one who chooses a place wait for each other', async () => {
  const member = await club.signUp()
  const promote: Statement = ['update public.profiles set is_admin = true where id = $1', [member]]
  await run(second, [`set lock_timeout = '200ms'`])
  await run(first, ['begin'])
  await run(first, promote)
  await expect(run(second, ['update public.game_entries set winner_place = 1 where false'])).rejects.toMatchObject({
    code: '55P03',
  })
  await run(first, ['rollback'])
})

describe('a suspension', () => {
  const suspend = (member: string, reason: string, days: number): Statement => [
    `select private.suspend_member($1, $2, now() + make_interval(days => $3))`,
    [member, reason, days],
  ]
  const end: Statement = ['select private.end_suspensions() as ended']
  let member: string
  beforeEach(async () => {
    member = await club.signUp()
    await first.query(...(suspend(member, 'First', 1) as [string, unknown[]]))
  })
  const expire = () =>
    club.query(
      `update private.suspended_accounts set created_at = now() - interval '2 days', ends_at = now() - interval '1 day'
        where account_id = $1`,
      [member],
    )

  it('that two admins change at once is recorded with what each of them replaced', async () => {
    await meet(club, {
      holder: first,
      holds: [suspend(member, 'Second', 2)],
      comer: second,
      comes: suspend(member, 'Third', 3),
    })
    const trail = await club.query<{ before: string; after: string }>(
      `select details -> 'before' ->> 'reason' as before, details -> 'after' ->> 'reason' as after
        from private.audit_log where subject_id = $1 and action = 'edit_suspension' order by created_at, id`,
      [member],
    )
    expect(trail).toEqual([
      { before: 'First', after: 'Second' },
      { before: 'Second', after: 'Third' },
    ])
  })

  it('that an admin extends at the moment of its end continues', async () => {
    await expire()
    const { rows } = await meet(club, {
      holder: first,
      holds: [suspend(member, 'Longer', 5)],
      comer: await club.connect(),
      comes: end,
    })
    expect(rows).toEqual([{ ended: 0 }])
    expect(await value('select is_suspended from public.profiles where id = $1', [member])).toBe(true)
    expect(await value('select reason from private.suspended_accounts where account_id = $1', [member])).toBe('Longer')
  })

  it.each([
    ['another changes it', () => suspend(member, 'Second', 2), () => second],
    ['the job ends it', () => end, () => undefined],
  ])('is switched off by an admin while %s, without a deadlock', async (_, comes, comer) => {
    await expire()
    await meet(club, {
      holder: first,
      holds: [['update public.profiles set bio = $2 where id = $1', [member, 'Edited by an admin']]],
      comer: comer() ?? (await club.connect()),
      comes: comes(),
      adds: [['update public.profiles set is_suspended = false where id = $1', [member]]],
    })
    expect(
      await club.query(
        `select from public.profiles as p
          where p.id = $1 and p.is_suspended <> exists (select from private.suspended_accounts as s where s.account_id = p.id)`,
        [member],
      ),
    ).toEqual([])
  })

  it('ends once, by one of two engines', async () => {
    await expire()
    const answer = await meet(club, {
      holder: await club.connect(),
      holds: [end],
      comer: await club.connect(),
      comes: end,
    })
    expect(answer.rows).toEqual([{ ended: 0 }])
    expect(await value('select is_suspended from public.profiles where id = $1', [member])).toBe(false)
  })
})

it('shows one of two videos that two admins start at the same moment: the later one', async () => {
  const start = (title: string): Statement => [
    `insert into public.live_videos (title, embed_code, scheduled_for, is_active)
      values ($1, 'https://vimeo.com/76979871', now(), true)`,
    [title],
  ]
  await meet(club, { holder: first, holds: [start('One')], comer: second, comes: start('Two') })
  expect(await club.query('select title from public.live_videos where is_active')).toEqual([{ title: 'Two' }])
})

it.each(['the role comes first', 'the decision comes first'])(
  'a moderator does not suspend a colleague who becomes one at the same moment: %s',
  async (order) => {
    const [moderator, author, reporter] = [await club.signUp(), await club.signUp(), await club.signUp()]
    await club.query('update public.profiles set is_moderator = true where id = $1', [moderator])
    const post = await value(`insert into public.newsfeed_posts (user_id, content) values ($1, 'Tench') returning id`, [
      author,
    ])
    await run(await club.as(reporter), [
      `select public.send_report(kind => 'post', subject_id => $1, reason => 'abuse', words => '')`,
      [post],
    ])
    const found = await value('select id from private.report_cases where subject_id = $1', [post])
    const decides: Statement = [
      `select public.decide_report(id => $1, seen => 0, decision => 'suspend', reason => 'Insults', days => 7)`,
      [found],
    ]
    const grants: Statement = ['update public.profiles set is_moderator = true where id = $1', [author]]
    const judge = await club.as(moderator)
    if (order === 'the role comes first')
      await expect(meet(club, { holder: first, holds: [grants], comer: judge, comes: decides })).rejects.toMatchObject({
        code: 'RP009',
      })
    else await meet(club, { holder: judge, holds: [decides], comer: first, comes: grants })
    expect(await club.query('select is_moderator, is_suspended from public.profiles where id = $1', [author])).toEqual([
      { is_moderator: true, is_suspended: order !== 'the role comes first' },
    ])
  },
)

describe('the levels that two admins save', () => {
  const save = (levels: object[], seen: unknown): Statement => [
    'select name from public.save_levels($1, $2)',
    [JSON.stringify(levels), seen],
  ]
  const seen = () => value('select max(updated_at)::text from public.levels')
  const FRY = [{ name: 'Fry', points: 0 }]

  it('at the same moment are those of the first, and the second is refused', async () => {
    const version = await seen()
    const other = [...FRY, { name: 'Common', points: 500 }]
    await expect(
      meet(club, { holder: first, holds: [save(FRY, version)], comer: second, comes: save(other, version) }),
    ).rejects.toMatchObject({ code: 'LV001' })
    expect(await club.query('select name from public.levels')).toEqual([{ name: 'Fry' }])
  })

  it('at the same moment, both the same, are saved once', async () => {
    const version = await seen()
    const both = [...FRY, { name: 'Mirror', points: 900 }]
    const { rows } = await meet(club, {
      holder: first,
      holds: [save(both, version)],
      comer: second,
      comes: save(both, version),
    })
    expect(rows).toEqual([{ name: 'Fry' }, { name: 'Mirror' }])
    expect(
      await club.query(
        `select actor_id from private.audit_log where action = 'edit_levels' and details -> 'after' ->> 'levels' like '%Mirror%'`,
      ),
    ).toEqual([{ actor_id: admins[0] }])
  })
})

describe('a post that two admins hide', () => {
  let author: string
  let post: unknown
  beforeEach(async () => {
    author = await club.signUp()
    post = await value(`insert into public.newsfeed_posts (user_id, content) values ($1, 'Tench') returning id`, [
      author,
    ])
  })
  const report = async () =>
    run(await club.as(await club.signUp()), [`select public.send_report('post', $1, 'abuse')`, [post]])
  const hide = (): Statement => ['select outcome from public.hide_posts($1)', [[post]]]
  const decide = async (): Promise<Statement> => [
    `select public.decide_report($1, 0, 'hide')`,
    [await value('select id from private.report_cases where subject_id = $1', [post])],
  ]
  const cases = () =>
    club.query<{ id: string; version: number }>(
      'select id, version, decision, decided_by from private.report_cases where subject_id = $1',
      [post],
    )
  const isHidden = () => value('select hidden_at is not null from public.newsfeed_posts where id = $1', [post])

  it.each([
    ['reported by nobody', async () => {}, () => hide()],
    ['that is reported', report, () => hide()],
    ['that is reported, one of them in its case', report, decide],
  ])('at the same moment, %s, is decided once, and the decision can be undone', async (_, before, holds) => {
    await before()
    const { rows } = await meet(club, { holder: first, holds: [await holds()], comer: second, comes: hide() })
    expect(rows).toEqual([{ outcome: 'hidden' }])
    const [found, ...more] = await cases()
    expect(more).toEqual([])
    expect(found).toMatchObject({ version: 1, decision: 'hide', decided_by: admins[0] })
    expect(
      await club.query(`select actor_id from private.audit_log where action = 'decide_report' and subject_id = $1`, [
        author,
      ]),
    ).toEqual([{ actor_id: admins[0] }])
    expect(await isHidden()).toBe(true)
    await run(second, ['select public.reopen_report($1, $2)', [found?.id, found?.version]])
    expect(await isHidden()).toBe(false)
  })

  it('is gone if it is deleted at the same moment', async () => {
    const holds: Statement[] = [['delete from public.newsfeed_posts where id = $1', [post]]]
    const { rows } = await meet(club, { holder: await club.connect(), holds, comer: second, comes: hide() })
    expect(rows).toEqual([{ outcome: 'gone' }])
    expect(await cases()).toEqual([])
  })

  it('is locked in the order of a decision: the case before the post', async () => {
    await report()
    await meet(club, {
      holder: await club.connect(),
      holds: [['select from private.report_cases where subject_id = $1 for update', [post]]],
      adds: [['select from public.newsfeed_posts where id = $1 for update', [post]]],
      comer: second,
      comes: hide(),
    })
    expect(await isHidden()).toBe(true)
  })

  it('waits for the cases of all its posts before it holds one of the posts', async () => {
    await report()
    // The first of the two by its ID.
    const earlier = await value(
      `insert into public.newsfeed_posts (id, user_id, content)
        values (('00000000' || substr(gen_random_uuid()::text, 9))::uuid, $1, 'Perch') returning id`,
      [author],
    )
    const { rows } = await meet(club, {
      holder: await club.connect(),
      holds: [['select from private.report_cases where subject_id = $1 for update', [post]]],
      adds: [['select from public.newsfeed_posts where id = $1 for update', [earlier]]],
      comer: second,
      comes: ['select outcome from public.hide_posts($1)', [[post, earlier]]],
    })
    expect(rows).toEqual([{ outcome: 'hidden' }, { outcome: 'hidden' }])
  })

  it('is counted in the order of the accounts, with posts of others that are hidden with it', async () => {
    const [earlier, later] = [author, await club.signUp()].sort()
    const posts = []
    // In the order of the posts, the later account comes first.
    for (const [userId, start] of [
      [later, '00000000'],
      [earlier, 'ffffffff'],
    ])
      posts.push(
        await value(
          `insert into public.newsfeed_posts (id, user_id, content)
            values (($2 || substr(gen_random_uuid()::text, 9))::uuid, $1, 'Perch') returning id`,
          [userId, start],
        ),
      )
    const lock = (userId: unknown): Statement => [
      'select from private.post_counts where user_id = $1 for no key update',
      [userId],
    ]
    const { rows } = await meet(club, {
      holder: await club.connect(),
      holds: [lock(earlier)],
      adds: [lock(later)],
      comer: second,
      comes: ['select outcome from public.hide_posts($1)', [posts]],
    })
    expect(rows).toEqual([{ outcome: 'hidden' }, { outcome: 'hidden' }])
  })

  it('is decided in the case that a report opens while it waits for the post', async () => {
    const reporter = await club.signUp()
    const { rows } = await meet(club, {
      holder: await club.connect(),
      holds: [['select from public.newsfeed_posts where id = $1 for update', [post]]],
      adds: [
        [
          `with opened as (
              insert into private.report_cases (kind, subject_id, author_id) values ('post', $1, $2) returning id
            )
            insert into private.reports (case_id, subject_id, reporter_id, reason, said)
              select o.id, $1, $3, 'abuse', 'Tench' from opened as o`,
          [post, author, reporter],
        ],
      ],
      comer: second,
      comes: hide(),
    })
    expect(rows).toEqual([{ outcome: 'hidden' }])
    const [found, ...more] = await cases()
    expect(more).toEqual([])
    expect(found).toMatchObject({ version: 1, decision: 'hide', decided_by: admins[1] })
    expect(await isHidden()).toBe(true)
    // The reporter is told, as of any decision.
    expect(
      await club.query('select from private.reports where reporter_id = $1 and told_at is not null', [reporter]),
    ).toEqual([{}])
  })
})
