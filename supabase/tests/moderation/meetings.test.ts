import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { meet, run, type Statement } from '../support/meeting.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// What admins decide, and the job closes, while somebody else acts.

let club: SqlClub
beforeAll(async () => {
  club = await openSqlClub()
})
afterAll(() => club.close())

const value = async (sql: string, values: unknown[] = []) => Object.values((await club.query(sql, values))[0] ?? {})[0]
const SEND = `select public.send_report('member', $1, 'abuse')`
/** A case about a member, by a reporter. */
async function reported(reporter: string): Promise<{ author: string; email: unknown; caseId: unknown }> {
  const author = await club.signUp()
  await run(await club.as(reporter), [SEND, [author]])
  const email = await value('select email from auth.users where id = $1', [author])
  return { author, email, caseId: await value('select id from private.report_cases where subject_id = $1', [author]) }
}

describe.each([
  ['suspended', `'suspend'`, { is_suspended: true, warnings: '0' }],
  ['warned', `'warn'`, { is_suspended: false, warnings: '1' }],
])('a person is %s', (_, decision, expected) => {
  const create = (id: string, email: unknown): Statement => [
    'insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at) values ($1, $2, $3, now())',
    [id, email, { username: `angler-${id.slice(0, 12)}` }],
  ]
  /** What a person has whose next account comes by a statement, while an admin decides about the deleted one. */
  async function decidedBefore(next: string, comes: (email: unknown) => Statement) {
    const admin = await club.signUp()
    await club.query('update public.profiles set is_admin = true where id = $1', [admin])
    const { author, email, caseId } = await reported(await club.signUp())
    await club.query('delete from auth.users where id = $1', [author])
    await meet(club, {
      holder: await club.as(admin),
      holds: [[`select public.decide_report($1, 0, ${decision}, 'Insults')`, [caseId]]],
      comer: await club.connect(),
      comes: comes(email),
    })
    expect(await value('select author_id from private.report_cases where id = $1', [caseId])).toBe(next)
    return club.query(
      `select p.is_suspended, (select count(*) from private.notifications as n
            where n.user_id = p.id and n.kind = 'warning') as warnings
        from public.profiles as p where p.id = $1`,
      [next],
    )
  }

  it('whose next account is created while an admin decides', async () => {
    const next = randomUUID()
    expect(await decidedBefore(next, (email) => create(next, email))).toEqual([expected])
  })

  it('whose next account, so far without an address, gets it while an admin decides', async () => {
    const next = randomUUID()
    await run(await club.connect(), create(next, null))
    const gets = (email: unknown): Statement => ['update auth.users set email = $2 where id = $1', [next, email]]
    expect(await decidedBefore(next, gets)).toEqual([expected])
  })
})

describe('a member about whom there are two cases', () => {
  const decide = (caseId: unknown): Statement => [`select public.decide_report($1, 0, 'suspend', 'Insults')`, [caseId]]
  const undo = (caseId: unknown): Statement => ['select public.reopen_report($1, 1)', [caseId]]
  /** @returns the author, whose first case is decided, and both cases. */
  async function twice() {
    const admins = [await club.signUp(), await club.signUp()]
    await club.query('update public.profiles set is_admin = true where id = any ($1)', [admins])
    const [one, other] = [await club.as(admins[0]), await club.as(admins[1])]
    const { author, email, caseId } = await reported(await club.signUp())
    const second = await value(
      `insert into private.report_cases (kind, subject_id, author_id) values ('post', gen_random_uuid(), $1) returning id`,
      [author],
    )
    await run(one, decide(caseId))
    return { one, other, author, email, first: caseId, second }
  }
  const isSuspended = (member: unknown) => value('select is_suspended from public.profiles where id = $1', [member])

  it('is suspended by one decision while the other is undone', async () => {
    const { one, other, author, first, second } = await twice()
    await meet(club, { holder: one, holds: [undo(first)], comer: other, comes: decide(second) })
    expect(await isSuspended(author)).toBe(true)
  })

  it('stays suspended when a decision is undone while another is made', async () => {
    const { one, other, author, first, second } = await twice()
    await meet(club, { holder: one, holds: [decide(second)], comer: other, comes: undo(first) })
    expect(await isSuspended(author)).toBe(true)
    await run(one, undo(second))
    expect(await isSuspended(author)).toBe(false)
  })

  it('is free when both are undone at the same moment', async () => {
    const { one, other, author, first, second } = await twice()
    await run(one, decide(second))
    await meet(club, { holder: one, holds: [undo(first)], comer: other, comes: undo(second) })
    expect(await isSuspended(author)).toBe(false)
  })

  it('is free with an account that is created while the decision is undone', async () => {
    const { one, author, email, first } = await twice()
    // The first account exists under another address, so that the case stays with it.
    await club.query('update auth.users set email = $2 where id = $1', [author, `moved-${email}`])
    const next = randomUUID()
    await meet(club, {
      holder: one,
      holds: [undo(first)],
      comer: await club.connect(),
      comes: [
        'insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at) values ($1, $2, $3, now())',
        [next, email, { username: `angler-${next.slice(0, 12)}` }],
      ],
    })
    expect(await isSuspended(author)).toBe(false)
    expect(await isSuspended(next)).toBe(false)
  })
})

describe('a case at which two admins act at the same moment', () => {
  let one: Client
  let other: Client
  let first: string
  let author: string
  let caseId: unknown
  beforeEach(async () => {
    const admins = [await club.signUp(), await club.signUp()] as const
    await club.query('update public.profiles set is_admin = true where id = any ($1)', [admins])
    first = admins[0]
    one = await club.as(first)
    other = await club.as(admins[1])
    const made = await reported(await club.signUp())
    author = made.author
    caseId = made.caseId
  })
  const decide = (seen: number, decision: string): Statement => [
    `select public.decide_report($1, $2, $3, 'Insults') as version`,
    [caseId, seen, decision],
  ]
  const reopen: () => Statement = () => ['select public.reopen_report($1, 1) as version', [caseId]]
  const stored = () => club.query('select decision, version from private.report_cases where id = $1', [caseId])
  const trail = () =>
    club.query(
      `select action, details ->> 'decision' as decision from private.audit_log
        where subject_id = $1 and action like '%_report' order by created_at`,
      [author],
    )

  it('is decided by the first of them, and the second learns who that was', async () => {
    const username = await value('select username from public.profiles where id = $1', [first])
    await expect(
      meet(club, { holder: one, holds: [decide(0, 'dismiss')], comer: other, comes: decide(0, 'warn') }),
    ).rejects.toMatchObject({ code: 'RP004', detail: username })
    expect(await stored()).toEqual([{ decision: 'dismiss', version: 1 }])
    expect(await trail()).toEqual([{ action: 'decide_report', decision: 'dismiss' }])
    expect(await club.query('select from private.notifications where user_id = $1', [author])).toEqual([])
    // In the version that the first one made, the second decides.
    await run(other, reopen())
    await run(other, decide(2, 'warn'))
    expect(await stored()).toEqual([{ decision: 'warn', version: 3 }])
  })

  it('is opened again once, and both learn its version', async () => {
    await run(one, decide(0, 'dismiss'))
    const { rows } = await meet(club, { holder: one, holds: [reopen()], comer: other, comes: reopen() })
    expect(rows).toEqual([{ version: 2 }])
    expect(await stored()).toEqual([{ decision: null, version: 2 }])
    expect((await trail()).map(({ action }) => action)).toEqual(['decide_report', 'reopen_report'])
  })
})

it('a member who reports the same from two devices at the same moment, where others did, reports it once', async () => {
  const reporter = await club.signUp()
  const { author, caseId } = await reported(await club.signUp())
  const send: Statement = [SEND, [author]]
  await expect(
    meet(club, { holder: await club.as(reporter), holds: [send], comer: await club.as(reporter), comes: send }),
  ).rejects.toMatchObject({ code: 'RP001' })
  expect(
    await club.query('select reporter_id = $2 as own from private.reports where case_id = $1 order by created_at', [
      caseId,
      reporter,
    ]),
  ).toEqual([{ own: false }, { own: true }])
})

it('a case that another member reports while the job closes it stays open', async () => {
  const [gone, reporter] = [await club.signUp(), await club.signUp()]
  const { author, caseId } = await reported(gone)
  await club.query('delete from auth.users where id = $1', [gone])
  await meet(club, {
    holder: await club.as(reporter),
    holds: [[SEND, [author]]],
    comer: await club.connect(),
    comes: ['select private.tend_reports()'],
  })
  expect(await value('select decision from private.report_cases where id = $1', [caseId])).toBeNull()
})

it('the photo of an entry is hidden while its entrant, an admin, chooses places and makes another an admin', async () => {
  const [entrant, other, decider] = [await club.signUp(), await club.signUp(), await club.signUp()]
  await club.query('update public.profiles set is_admin = true where id = any ($1)', [[entrant, decider]])
  const game = await value(
    `insert into public.games (title, type, status, start_date, end_date)
      values ('Best carp', 'carp_of_week', 'active', now() - interval '1 hour', now() + interval '1 hour') returning id`,
  )
  const entry = await value(
    'insert into public.game_entries (game_id, user_id, photo_url) values ($1, $2, $3) returning id',
    [game, entrant, `/storage/v1/object/public/game-photos/${entrant}/${randomUUID()}.jpg`],
  )
  await run(await club.as(await club.signUp()), [`select public.send_report('entry', $1, 'abuse')`, [entry]])
  const caseId = await value('select id from private.report_cases where subject_id = $1', [entry])
  await meet(club, {
    holder: await club.as(entrant),
    holds: [['update public.game_entries set winner_place = 1 where false']],
    // Links the new admin to the case, and so waits for its lock.
    adds: [['update public.profiles set is_admin = true where id = $1', [other]]],
    comer: await club.as(decider),
    comes: [`select public.decide_report($1, 0, 'hide')`, [caseId]],
  })
  expect(await value('select photo_url from public.game_entries where id = $1', [entry])).toBeNull()
  expect(await value('select count(*)::int from private.linked_admins where account_id = $1', [other])).toBe(1)
})
