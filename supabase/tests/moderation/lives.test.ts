import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { inbox } from '../notifications/inbox.ts'
import { expectAllowed, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { type Case, caseOf, decide, post, reopen, report } from './case.ts'

// A reported member who deletes the account, and maybe returns with another one.

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const leave = async (who: Persona) =>
  expect(expectAllowed(await who.rpc('delete_own_account', { password: who.user.password }))).toBe(true)
/** The same person with a new account. */
const signUpAgain = ({ user }: Persona) => signUp(area.engine, { email: user.email, username: user.username })
const comeBack = async (who: Persona) => {
  await leave(who)
  return signUpAgain(who)
}
const caseWith = async (id: string) => expectAllowed(await area.admin.rpc('report_case', { id })) as unknown as Case
const tend = () => area.row('select private.tend_reports()')
/** As if the author had left a number of days ago. */
const leftAgo = (caseId: string, days: number) =>
  area.row('update private.report_cases set left_at = now() - make_interval(secs => $2 * 86400.0) where id = $1', [
    caseId,
    days,
  ])
const stored = (caseId: string) =>
  area.row(
    `select decision, author_id, former_account_id, reason,
        (select string_agg(r.said || r.words, '') from private.reports as r where r.case_id = c.id) as texts
      from private.report_cases as c where id = $1`,
    [caseId],
  )
const standing = ({ user }: Persona) =>
  area.row(
    `select p.is_suspended, s.reason from public.profiles as p
      left join private.suspension_of(p.id) as s on true where p.id = $1`,
    [user.id],
  )

/** Reports a post of a new member, and the member. @returns both cases. */
async function reported() {
  const author = await signUp(area.engine)
  const id = await post(author, `Sell your rods ${randomUUID()}`)
  expectAllowed(await report(area.member, { subject_id: id, words: 'Every week' }))
  expectAllowed(await report(area.member, { kind: 'member', subject_id: author.user.id, words: 'Him' }))
  const about = { post: (await caseOf(area, id)).id, member: (await caseOf(area, author.user.id)).id }
  return { author, id, about }
}

describe('a reported member who leaves and returns', () => {
  it('is the author of the open cases again, with what was said', async () => {
    const { author, id, about } = await reported()
    const before = await caseWith(about.post)
    await leave(author)
    expect(await caseWith(about.post)).toMatchObject({ author_id: null, decision: null, said: before.said })
    const next = await signUpAgain(author)
    expect(await caseWith(about.post)).toMatchObject({
      author_id: next.user.id,
      decision: null,
      version: before.version,
      said: before.said,
      now: null,
      reported: [{ words: 'Every week' }],
    })
    expect(await caseWith(about.member)).toMatchObject({
      author_id: next.user.id,
      now: { text: next.user.username },
      decision: null,
    })
    // Another report about the member is in the same case, and the first reporter is known.
    expectError(await report(area.member, { kind: 'member', subject_id: next.user.id }), 'RP001')
    expectAllowed(await report(area.other, { kind: 'member', subject_id: next.user.id }))
    expect(await caseWith(about.member)).toMatchObject({ reports: 2 })
    await leftNothing(author)
    expectAllowed(await decide(area, id, { decision: 'warn', reason: 'No advertising' }))
    expect(await inbox(next, 'warning')).toMatchObject([{ excerpt: 'No advertising' }])
  })

  it('also a second time, however the account is deleted', async () => {
    const { author, about } = await reported()
    const second = await comeBack(author)
    await leftNothing(author)
    await area.row('delete from auth.users where id = $1', [second.user.id])
    expect(await caseWith(about.post)).toMatchObject({ author_id: null, decision: null })
    const third = await signUpAgain(author)
    expect(await caseWith(about.post)).toMatchObject({ author_id: third.user.id, decision: null })
    expect(await caseWith(about.member)).toMatchObject({ author_id: third.user.id, now: { text: third.user.username } })
    await leftNothing(second)
  })

  it('is not taken for somebody with another address', async () => {
    const { author, about } = await reported()
    await leave(author)
    const stranger = await signUp(area.engine)
    expect(await caseWith(about.post)).toMatchObject({ author_id: null, decision: null })
    expect((await area.admin.rpc('my_data')).error).toBeNull()
    expect(expectAllowed(await stranger.rpc('my_data'))).toMatchObject({ moderation: [] })
    const next = await signUpAgain(author)
    expect(await caseWith(about.post)).toMatchObject({ author_id: next.user.id })
  })

  it('keeps the record of all accounts', async () => {
    const author = await signUp(area.engine)
    const act = async (who: Persona, decided: Parameters<typeof decide>[2]) => {
      const id = await post(who)
      expectAllowed(await report(area.member, { subject_id: id }))
      expectAllowed(await decide(area, id, decided))
    }
    const recordOf = async (who: Persona) => {
      expectAllowed(await report(area.other, { kind: 'member', subject_id: who.user.id }))
      return (await caseOf(area, who.user.id)).record
    }
    await act(author, { decision: 'warn', reason: 'Be kind' })
    await act(author, { decision: 'dismiss' })
    await act(author, { decision: 'suspend', reason: 'Insults', days: 1 })
    await area.row('update public.profiles set is_suspended = false where id = $1', [author.user.id])
    const second = await comeBack(author)
    expect(expectAllowed(await second.rpc('my_data'))).toMatchObject({
      moderation: [{ decision: 'warn', reason: '' }, { decision: 'suspend' }],
    })
    await act(second, { decision: 'warn', reason: 'Again' })
    const third = await comeBack(second)
    const record = { decided: 4, upheld: 3, warnings: 2, suspensions: 1, is_suspended: false }
    expect(await recordOf(third)).toMatchObject(record)
    expect(await recordOf(await signUp(area.engine))).toMatchObject({ decided: 0, warnings: 0, suspensions: 0 })
  })
})

describe('a decision about a member who has left', () => {
  it('to warn is read by the next account, and not when it is undone before', async () => {
    const { author, about } = await reported()
    await leave(author)
    const act = async (id: string, reason: string) => {
      const { version } = await caseWith(id)
      expectAllowed(await area.admin.rpc('decide_report', { id, seen: version, decision: 'warn', reason }))
    }
    await act(about.post, 'No advertising')
    await act(about.member, 'A mistake')
    const { version } = await caseWith(about.member)
    expectAllowed(await area.admin.rpc('reopen_report', { id: about.member, seen: version }))
    const next = await signUpAgain(author)
    expect(await inbox(next, 'warning')).toMatchObject([{ excerpt: 'No advertising' }])
    expect(await caseWith(about.post)).toMatchObject({ author_id: next.user.id, decision: 'warn' })
    // A third account does not read it again.
    expect(await inbox(await comeBack(next), 'warning')).toEqual([])
  })

  it('to suspend holds for the next account, and undoing lifts it', async () => {
    const { author, id } = await reported()
    await leave(author)
    const suspend = () => decide(area, id, { decision: 'suspend', reason: 'Insults', days: 7 })
    expectAllowed(await suspend())
    const second = await signUpAgain(author)
    expect(await standing(second)).toEqual({ is_suspended: true, reason: 'Insults' })
    expect((await caseOf(area, id)).record).toMatchObject({ is_suspended: true })
    await leave(second)
    // Undone while there is no account: it holds for none of the earlier ones either.
    expectAllowed(await reopen(area, id))
    const third = await signUpAgain(author)
    expect(await standing(third)).toEqual({ is_suspended: false, reason: null })
    expectAllowed(await suspend())
    expect(await standing(third)).toEqual({ is_suspended: true, reason: 'Insults' })
    const fourth = await comeBack(third)
    expect(await standing(fourth)).toEqual({ is_suspended: true, reason: 'Insults' })
    expectAllowed(await reopen(area, id))
    expect(await standing(fourth)).toEqual({ is_suspended: false, reason: null })
    expect(await standing(await comeBack(fourth))).toEqual({ is_suspended: false, reason: null })
  })

  it('to suspend for longer leaves the earlier suspension when it is undone', async () => {
    const { author, id } = await reported()
    const ends_at = new Date(Date.now() + 86_400_000).toISOString()
    await area.admin.rpc('suspend_member', { user_id: author.user.id, reason: 'Earlier', ends_at }).throwOnError()
    await leave(author)
    expectAllowed(await decide(area, id, { decision: 'suspend', reason: 'Again', days: 7 }))
    const next = await signUpAgain(author)
    expect(await standing(next)).toEqual({ is_suspended: true, reason: 'Again' })
    await leave(next)
    expectAllowed(await reopen(area, id))
    expect(await standing(await signUpAgain(author))).toEqual({ is_suspended: true, reason: 'Earlier' })
  })

  it('is in the audit trail without the member and the reason', async () => {
    const { author, id } = await reported()
    await leave(author)
    expectAllowed(await decide(area, id, { decision: 'warn', reason: 'Mr Tench shouts' }))
    expect(
      await area.row(
        `select subject_id, subject_label, details from private.audit_log
          where action = 'decide_report' order by created_at desc limit 1`,
      ),
    ).toEqual({ subject_id: null, subject_label: null, details: { kind: 'post', decision: 'warn', hides: false } })
  })
})

describe('30 days after the author left', () => {
  it('an open case is closed without a decision, and nothing that was said is left', async () => {
    const { author, about } = await reported()
    await leave(author)
    await leftAgo(about.post, 29.9)
    await leftAgo(about.member, 30.1)
    await tend()
    expect(await stored(about.post)).toMatchObject({ decision: null, texts: expect.stringContaining('Sell your rods') })
    const gone = { decision: 'gone', author_id: null, former_account_id: null, reason: '', texts: '' }
    expect(await stored(about.member)).toMatchObject(gone)
    await leftAgo(about.post, 30.1)
    await tend()
    expect(await stored(about.post)).toMatchObject(gone)
    const closed = await caseWith(about.post)
    expect(closed).toMatchObject({ can_undo: false, said: '', record: null })
    expectError(await area.admin.rpc('reopen_report', { id: about.post, seen: closed.version }), 'RP005')
    const stale = { id: about.post, seen: closed.version - 1, decision: 'dismiss' }
    expectError(await area.admin.rpc('decide_report', stale), 'RP004')
    // Who returns later begins without the case.
    await signUpAgain(author)
    expect(await stored(about.post)).toMatchObject(gone)
  })

  it('a case that was decided meanwhile is emptied, but for a suspension in force', async () => {
    const { author, id, about } = await reported()
    await leave(author)
    expectAllowed(await decide(area, id, { decision: 'warn', reason: 'Mr Tench shouts' }))
    const { version } = await caseWith(about.member)
    const suspension = { id: about.member, seen: version, decision: 'suspend', reason: 'Insults' }
    expectAllowed(await area.admin.rpc('decide_report', suspension))
    for (const caseId of [about.post, about.member]) await leftAgo(caseId, 30.1)
    await tend()
    expect(await stored(about.post)).toMatchObject({ decision: 'warn', reason: '', texts: '' })
    expect(await stored(about.member)).toMatchObject({ decision: 'suspend', reason: 'Insults', texts: '' })
    const next = await signUpAgain(author)
    expect(await inbox(next, 'warning')).toEqual([])
    expect(await standing(next)).toEqual({ is_suspended: true, reason: 'Insults' })
    expect((await caseWith(about.member)).record).toMatchObject({ warnings: 1 })
    // Undone, it is an open case of the new account.
    const { version: seen } = await caseWith(about.member)
    expectAllowed(await area.admin.rpc('reopen_report', { id: about.member, seen }))
    expect(await standing(next)).toEqual({ is_suspended: false, reason: null })
    await tend()
    expect(await stored(about.member)).toMatchObject({ decision: null, author_id: next.user.id })
  })

  it('a suspension that was lifted meanwhile leaves no reason', async () => {
    const { author, id, about } = await reported()
    expectAllowed(await decide(area, id, { decision: 'suspend', reason: 'Mr Tench shouts', days: 1 }))
    await leave(author)
    expect(await stored(about.post)).toMatchObject({ reason: 'Mr Tench shouts', texts: '' })
    await area.row(`delete from private.suspended_accounts where reason = 'Mr Tench shouts'`)
    await leftAgo(about.post, 30.1)
    await tend()
    expect(await stored(about.post)).toMatchObject({ reason: '' })
  })
})

/** No case and no report has the ID of a deleted account. */
async function leftNothing({ user }: Persona) {
  const rows = await area.engine.owner.query(
    `select to_jsonb(c)::text as kept from private.report_cases as c
      union all select to_jsonb(r)::text from private.reports as r`,
  )
  expect(JSON.stringify(rows)).not.toContain(user.id)
}
