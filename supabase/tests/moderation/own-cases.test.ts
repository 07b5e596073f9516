import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { type Case, comment, decide, post, reopen, report } from './case.ts'

// A case about an admin, or what an admin wrote.

let area: MemberArea
let second: Persona
beforeAll(async () => {
  area = await openMemberArea()
  second = await signUp(area.engine, { admin: true })
})
afterAll(() => area.engine.close())

const stored = (subjectId: string) =>
  area.row('select decision, decided_by, version from private.report_cases where subject_id = $1', [subjectId])
const trail = async ({ user }: Persona) =>
  (await area.engine.owner.query(
    `select action, details, actor_id from private.audit_log where subject_id = $1 and action like '%_report'
      order by created_at`,
    [user.id],
  )) as { action: string; details: object; actor_id: string }[]
/** Everything that an admin can read of a case: the case itself, the lists and the home of the console. */
async function read(by: Persona, subjectId: string) {
  const { id } = (await area.row('select id from private.report_cases where subject_id = $1', [subjectId])) as {
    id: string
  }
  const found = expectAllowed(await by.rpc('report_case', { id })) as unknown as Case
  const lists = await Promise.all(
    ['open', 'decided'].map(async (list) => expectAllowed(await by.rpc('report_queue', { list, size: 100 }))),
  )
  const row = lists.flat().find((one) => one.id === id)
  const { reports } = expectAllowed(await by.rpc('admin_waiting')) as { reports: object }
  return { found, row, all: JSON.stringify([found, row, reports, expectAllowed(await by.rpc('my_data'))]) }
}
const own = async (who: Persona) => {
  const id = await post(who)
  return [
    ['post', id],
    ['comment', await comment(who, id)],
    ['member', who.user.id],
  ] as const
}

describe('an admin', () => {
  it('cannot decide about themselves or undo such a decision; another admin can', async () => {
    const admin = await signUp(area.engine, { admin: true })
    for (const [kind, subject_id] of await own(admin)) {
      expectAllowed(await report(area.member, { kind, subject_id }))
      for (const decided of [{ decision: 'dismiss' }, { decision: 'warn', reason: 'None' }])
        expectError(await decide(area, subject_id, decided, admin), 'RP007')
      expect(await stored(subject_id)).toEqual({ decision: null, decided_by: null, version: 0 })
      expectAllowed(await decide(area, subject_id, { decision: 'dismiss' }, second))
      expectError(await reopen(area, subject_id, admin), 'RP007')
      expect(await stored(subject_id)).toEqual({ decision: 'dismiss', decided_by: second.user.id, version: 1 })
      expectAllowed(await reopen(area, subject_id, second))
      expect(await stored(subject_id)).toMatchObject({ decision: null, version: 2 })
    }
    const entries = await trail(admin)
    expect(entries).toHaveLength(6)
    expect(entries.filter(({ actor_id }) => actor_id === admin.user.id)).toEqual([])
  })

  it('learns and decides nothing through an account that they make an admin', async () => {
    const admin = await signUp(area.engine, { admin: true })
    const [friend, far] = [await signUp(area.engine), await signUp(area.engine)]
    const reporter = await signUp(area.engine)
    const words = `He threatened me ${randomUUID()}`
    const subject_id = await post(admin)
    const promote = (by: Persona, who: Persona, is_admin: boolean) =>
      by.from('profiles').update({ is_admin }).eq('id', who.user.id).select('id').single()
    const before = await signUp(area.engine)
    expectAllowed(await promote(admin, before, true))
    expectAllowed(await report(reporter, { subject_id, words }))
    expectAllowed(await promote(admin, friend, true))
    expectAllowed(await promote(friend, far, true))
    for (const decision of [null, 'dismiss']) {
      if (decision) expectAllowed(await decide(area, subject_id, { decision }, second))
      for (const who of [friend, far]) {
        const { found, all } = await read(who, subject_id)
        for (const secret of [words, reporter.user.username]) expect(all).not.toContain(secret)
        expect(found).toMatchObject({ reported: [], reasons: {}, may_decide: false })
        expectError(
          await (decision ? reopen(area, subject_id, who) : decide(area, subject_id, { decision: 'dismiss' }, who)),
          'RP007',
        )
      }
      // One who was an admin before the report is another admin.
      expect((await read(before, subject_id)).found).toMatchObject({ reported: [{ words }], may_decide: true })
    }
    for (const who of [far, friend, before]) expectAllowed(await promote(area.admin, who, false))
    expectAllowed(await promote(area.admin, friend, true))
    expect((await read(friend, subject_id)).found).toMatchObject({ reported: [], may_decide: false })
    expectAllowed(await promote(area.admin, friend, false))
  })

  describe('who made others admins since they were reported', () => {
    const promote = async (by: Persona, who: Persona, is_admin = true) =>
      expectAllowed(await by.from('profiles').update({ is_admin }).eq('id', who.user.id).select('id').single())
    const remove = async (by: Persona, who: Persona) =>
      expectAllowed(await by.from('profiles').delete().eq('id', who.user.id).select('id').single())
    const leave = async (who: Persona) =>
      expect(expectAllowed(await who.rpc('delete_own_account', { password: who.user.password }))).toBe(true)
    const signUpAgain = ({ user }: Persona, admin = false) => signUp(area.engine, { email: user.email, admin })
    /** An admin with a reported post, and one whom they have made an admin since. */
    const reported = async () => {
      const [author, friend, reporter] = [
        await signUp(area.engine, { admin: true }),
        await signUp(area.engine),
        await signUp(area.engine),
      ]
      const words = `He threatened me ${randomUUID()}`
      const subject_id = await post(author)
      expectAllowed(await report(reporter, { subject_id, words }))
      await promote(author, friend)
      const decidesNothing = async (who: Persona) => {
        const { found, all } = await read(who, subject_id)
        for (const secret of [words, reporter.user.username]) expect(all).not.toContain(secret)
        expect(found).toMatchObject({ reported: [], reasons: {}, is_own: true, may_decide: false })
        const act = found.decision
          ? reopen
          : (...[a, id, by]: Parameters<typeof reopen>) => decide(a, id, { decision: 'dismiss' }, by)
        const before = await stored(subject_id)
        expectError(await act(area, subject_id, who), 'RP007')
        expect(await stored(subject_id)).toEqual(before)
      }
      const mayDecide = async (who: Persona) =>
        expect((await read(who, subject_id)).found).toMatchObject({
          reported: [{ words, username: reporter.user.username }],
          is_own: false,
          may_decide: true,
        })
      return { author, friend, subject_id, decidesNothing, mayDecide }
    }

    it.each([
      [
        'themselves, demoted by that one',
        async (author: Persona, friend: Persona) => {
          await promote(friend, author, false)
          await leave(author)
        },
      ],
      ['by that one', (author: Persona, friend: Persona) => remove(friend, author)],
    ])('and is deleted %s, leaves no one to decide in their place, even after returning', async (_, ends) => {
      const { author, friend, subject_id, decidesNothing, mayDecide } = await reported()
      const [far, farther] = [await signUp(area.engine), await signUp(area.engine)]
      await promote(friend, far)
      await decidesNothing(friend)
      await ends(author, friend)
      await promote(far, farther)
      for (const who of [friend, far, farther]) await decidesNothing(who)
      const next = await signUpAgain(author)
      await promote(farther, next)
      for (const who of [friend, far, farther, next]) await decidesNothing(who)
      await mayDecide(second)
      expectAllowed(await decide(area, subject_id, { decision: 'dismiss' }, second))
      for (const who of [friend, far, farther, next]) await decidesNothing(who)
      for (const who of [friend, far, farther, next]) await promote(second, who, false)
    })

    it('and came back, is still the one who made them', async () => {
      const { author, friend, decidesNothing } = await reported()
      await remove(friend, author)
      const next = await signUpAgain(author, true)
      const another = await signUp(area.engine)
      await promote(next, another)
      await remove(another, next)
      for (const who of [friend, another]) await decidesNothing(who)
      for (const who of [friend, another]) await promote(second, who, false)
    })

    it('has made the next account of that one too, even when another admin appoints it', async () => {
      const { author, friend, decidesNothing, mayDecide } = await reported()
      const far = await signUp(area.engine)
      await promote(friend, far)
      await remove(second, friend)
      const next = await signUpAgain(friend)
      await promote(second, next)
      for (const who of [next, far]) await decidesNothing(who)
      await remove(next, author)
      const unknown = await signUp(area.engine)
      await promote(second, unknown)
      for (const who of [next, far]) await decidesNothing(who)
      await mayDecide(unknown)
      for (const who of [next, far, unknown]) await promote(second, who, false)
    })

    it('has not made those whom the operator, another admin or that one as another admin made', async () => {
      const { author, friend, mayDecide, decidesNothing } = await reported()
      const early = await signUp(area.engine)
      await promote(author, friend, false)
      const helper = await signUp(area.engine, { admin: true })
      await promote(helper, early)
      await promote(helper, author, false)
      await promote(second, author)
      for (const who of [helper, early]) await mayDecide(who)
      // Demoted and made an admin by the author: the author's now, but not those whom they had made before.
      await promote(author, helper, false)
      await promote(author, helper)
      await decidesNothing(helper)
      await mayDecide(early)
      for (const who of [author, helper, early]) await promote(second, who, false)
    })
  })

  it('does not learn who reported them, nor why; another admin does', async () => {
    const admin = await signUp(area.engine, { admin: true })
    for (const [kind, subject_id] of await own(admin)) {
      const reporter = await signUp(area.engine)
      const words = `He threatened me ${randomUUID()}`
      expectAllowed(await report(reporter, { kind, subject_id, reason: 'private_information', words }))
      const secrets = [words, reporter.user.id, reporter.user.username, 'private_information']
      for (const decision of [null, 'dismiss']) {
        if (decision) expectAllowed(await decide(area, subject_id, { decision }, second))
        const mine = await read(admin, subject_id)
        for (const secret of secrets) expect(mine.all).not.toContain(secret)
        expect(mine.found).toMatchObject({ decision, reported: [], reasons: {}, is_own: true, may_decide: false })
        expect(mine.found.can_undo ?? false).toBe(false)
        expect(mine.row).toMatchObject({ reports: 1, reasons: {}, is_own: true })
        const theirs = await read(second, subject_id)
        expect(theirs.found).toMatchObject({
          reported: [{ reason: 'private_information', words, username: reporter.user.username }],
          is_own: false,
          may_decide: true,
        })
        expect(theirs.found.can_undo ?? false).toBe(decision !== null)
        expect(theirs.row).toMatchObject({ reasons: { private_information: 1 }, is_own: false })
      }
    }
  })

  it('is the same person with another account of the mailbox', async () => {
    const email = `${randomUUID()}@example.com`
    const admin = await signUp(area.engine, { admin: true, email })
    const player = await signUp(area.engine, { email: email.replace('@', '+player@') })
    const id = await post(player)
    expectAllowed(await report(area.member, { subject_id: id }))
    expect((await read(admin, id)).found).toMatchObject({ is_own: false, may_decide: true })
    for (const { user } of [admin, player])
      await area.row(
        `update auth.users set confirmation_sent_at = created_at, email_confirmed_at = now() + interval '1 s'
          where id = $1`,
        [user.id],
      )
    expect((await read(admin, id)).found).toMatchObject({ is_own: true, may_decide: false, reported: [] })
    expectError(await decide(area, id, { decision: 'dismiss' }, admin), 'RP007')
    expect(await stored(id)).toMatchObject({ decision: null })
    // Also when the other account is deleted.
    expectAllowed(await player.rpc('delete_own_account', { password: player.user.password }))
    expect((await read(admin, id)).found).toMatchObject({ is_own: true, may_decide: false, reported: [] })
    expectError(await decide(area, id, { decision: 'dismiss' }, admin), 'RP007')
    expect(await stored(id)).toMatchObject({ decision: null })
    expectAllowed(await decide(area, id, { decision: 'dismiss' }, second))
  })

  it('does not decide about an earlier account of theirs; another admin does', async () => {
    const admin = await signUp(area.engine, { admin: true })
    const id = await post(admin)
    expectAllowed(await report(area.member, { subject_id: id, words: 'He shouts' }))
    await area.row('update public.profiles set is_admin = false where id = $1', [admin.user.id])
    expectAllowed(await admin.rpc('delete_own_account', { password: admin.user.password }))
    expect(await stored(id)).toMatchObject({ decision: null })
    const next = await signUp(area.engine, { email: admin.user.email, admin: true })
    const mine = await read(next, id)
    expect(mine.found).toMatchObject({ is_own: true, may_decide: false, reported: [], reasons: {} })
    expect(mine.all).not.toContain('He shouts')
    expectError(await decide(area, id, { decision: 'dismiss' }, next), 'RP007')
    expect(await stored(id)).toMatchObject({ decision: null })
    expectAllowed(await decide(area, id, { decision: 'dismiss' }, second))
  })
})

describe('the only admin who is not suspended', () => {
  it('decides about themselves, still without learning who reported, and the trail says so', async () => {
    const id = await post(area.admin)
    expectAllowed(await report(area.member, { subject_id: id, words: 'He shouts' }))
    expectError(await decide(area, id, { decision: 'dismiss' }), 'RP007')
    await area.row('update public.profiles set is_suspended = true where is_admin and id <> $1', [area.admin.user.id])
    const { found, all } = await read(area.admin, id)
    expect(found).toMatchObject({ reported: [], reasons: {}, is_own: true, may_decide: true })
    // Even one whom they make an admin now comes before them.
    const helper = await signUp(area.engine)
    const promote = (is_admin: boolean) =>
      area.admin.from('profiles').update({ is_admin }).eq('id', helper.user.id).select('id').single()
    expectAllowed(await promote(true))
    expectError(await decide(area, id, { decision: 'dismiss' }), 'RP007')
    expect((await read(helper, id)).found).toMatchObject({ reported: [], reasons: {}, is_own: true, may_decide: true })
    expectAllowed(await promote(false))
    expect(all).not.toContain('He shouts')
    expectError(await decide(area, id, { decision: 'suspend', reason: 'Rest', days: 7 }), '42501')
    expect(await stored(id)).toMatchObject({ decision: null })
    expectAllowed(await decide(area, id, { decision: 'hide' }))
    expectAllowed(await reopen(area, id))
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    expect(await stored(id)).toMatchObject({ decision: 'dismiss', decided_by: area.admin.user.id })
    const actor_id = area.admin.user.id
    expect(await trail(area.admin)).toMatchObject([
      { action: 'decide_report', details: { kind: 'post', decision: 'hide' }, actor_id },
      { action: 'reopen_report', details: { kind: 'post', decision: 'hide' }, actor_id },
      { action: 'decide_report', details: { kind: 'post', decision: 'dismiss' }, actor_id },
    ])
  })
})

describe('the messages that were given up', () => {
  const lost = async (who: Persona, kind: string, subjectId: string, minutesAgo = 0) =>
    area.row(
      `with n as (
          insert into private.notifications (user_id, kind, subject_id, is_bundled, created_at, updated_at)
            values ($1, $2, $3, false, now(), now()) returning id
        ), o as (
          insert into private.outbox (notification_id, user_id, channel, due_at, sent_at)
            select n.id, $1, 'email', now(), now() from n returning id
        ), d as (
          insert into private.deliveries (user_id, channel, outcome, ended_at)
            values ($1, 'email', 'dead', now() - $4 * interval '1 minute') returning id
        )
        insert into private.delivery_items (delivery_id, outbox_id) select d.id, o.id from d, o`,
      [who.user.id, kind, subjectId, minutesAgo],
    )
  const kinds = async (by: Persona, who: Persona) =>
    (expectAllowed(await by.rpc('dead_deliveries')) as { user_id: string; kinds: string[] }[])
      .filter(({ user_id }) => user_id === who.user.id)
      .map((row) => row.kinds)

  it('do not show an admin who was told of a case about them', async () => {
    const [admin, second] = [await signUp(area.engine, { admin: true }), await signUp(area.engine, { admin: true })]
    const [theirs, others] = [await post(admin), await post(area.other)]
    for (const subject_id of [theirs, others]) expectAllowed(await report(area.member, { subject_id }))
    const caseId = async (subjectId: string) =>
      String((await area.row('select id from private.report_cases where subject_id = $1', [subjectId]))?.id)
    await lost(area.member, 'report_decided', await caseId(theirs))
    expect(await kinds(admin, area.member)).toEqual([])
    expect(await kinds(second, area.member)).toEqual([['report_decided']])
    await lost(area.member, 'report_decided', await caseId(others), 5)
    expect(await kinds(admin, area.member)).toEqual([['report_decided']])
    // Their own they have read.
    await lost(admin, 'warning', await caseId(theirs))
    for (const who of [admin, second]) expect(await kinds(who, admin)).toEqual([['warning']])
  })

  it('are one for each member and channel, the last', async () => {
    const [who, admin] = [await signUp(area.engine), await signUp(area.engine, { admin: true })]
    await lost(who, 'comment', randomUUID(), 9)
    await lost(who, 'gift', randomUUID(), 1)
    expect(await kinds(admin, who)).toEqual([['gift']])
    await area.row(
      `update private.deliveries set outcome = 'sent' where user_id = $1 and ended_at > now() - interval '5 minutes'`,
      [who.user.id],
    )
    expect(await kinds(admin, who)).toEqual([['comment']])
  })
})
