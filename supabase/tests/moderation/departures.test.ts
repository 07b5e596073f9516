import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signUp } from '../../../test-support/personas.ts'
import { inbox } from '../notifications/inbox.ts'
import { expectAllowed } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { caseOf, comment, decide, post, report } from './case.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const leave = async (who: { user: { password: string } } & typeof area.member) =>
  expectAllowed(await who.rpc('delete_own_account', { password: who.user.password }))
const everything = async () =>
  JSON.stringify(
    await area.engine.owner.query(
      `select to_jsonb(c) as a, (select jsonb_agg(to_jsonb(r)) from private.reports as r where r.case_id = c.id) as b
        from private.report_cases as c`,
    ),
  )

describe('the departure of a member', () => {
  it('who reported keeps the report, without their name and text', async () => {
    const [reporter, author] = [await signUp(area.engine), await signUp(area.engine)]
    const id = await post(author, 'Sell your rods')
    expectAllowed(await report(reporter, { subject_id: id, words: 'He lives next door to me' }))
    await leave(reporter)
    expect(await caseOf(area, id)).toMatchObject({
      said: 'Sell your rods',
      reports: 1,
      decision: null,
      reported: [{ reason: 'abuse', words: '', username: null }],
    })
    expect(await everything()).not.toContain(reporter.user.id)
    expectAllowed(await decide(area, id, { decision: 'hide' }))
  })

  it('who was reported empties the decided cases, and no case has the member’s ID', async () => {
    const author = await signUp(area.engine)
    const [open, warned] = [await post(author, 'Open words'), await post(author, 'Warned words')]
    expectAllowed(await report(area.member, { subject_id: open, words: 'Her again' }))
    expectAllowed(await report(area.member, { subject_id: warned, words: 'Him again' }))
    expectAllowed(await report(area.member, { kind: 'member', subject_id: author.user.id }))
    expectAllowed(await decide(area, warned, { decision: 'warn', reason: 'Be kind' }))
    await leave(author)
    const rest = await everything()
    for (const gone of [author.user.id, 'Warned words', 'Him again', 'Be kind']) expect(rest).not.toContain(gone)
    expect(await caseOf(area, open)).toMatchObject({
      decision: null,
      said: 'Open words',
      reported: [{ words: 'Her again' }],
      author_id: null,
      now: null,
      record: null,
    })
    expect(await caseOf(area, warned)).toMatchObject({ decision: 'warn', said: '', reason: '', author_id: null })
  })

  it('who decided leaves the decision', async () => {
    const admin = await signUp(area.engine, { admin: true })
    const id = await post(await signUp(area.engine))
    expectAllowed(await report(area.member, { subject_id: id }))
    expectAllowed(await decide(area, id, { decision: 'hide' }, admin))
    await area.row('update public.profiles set is_admin = false where id = $1', [admin.user.id])
    await leave(admin)
    expect(await caseOf(area, id)).toMatchObject({ decision: 'hide', decided_by: null, is_hidden: true })
  })
})

describe('a member’s own data', () => {
  it('has the reports that the member sent, and decisions against the member', async () => {
    const [reporter, author] = [await signUp(area.engine), await signUp(area.engine)]
    const id = await post(author)
    expectAllowed(await report(reporter, { subject_id: id, reason: 'spam', words: 'Day tickets' }))
    const data = async (who: typeof reporter) =>
      expectAllowed(await who.rpc('my_data')) as unknown as { reports: object[]; moderation: object[] }
    expect((await data(reporter)).reports).toMatchObject([{ kind: 'post', reason: 'spam', words: 'Day tickets' }])
    expect((await data(author)).reports).toEqual([])
    expectAllowed(await decide(area, id, { decision: 'warn', reason: 'No advertising' }))
    expect((await data(author)).moderation).toMatchObject([
      { kind: 'post', decision: 'warn', reason: 'No advertising' },
    ])
    expect((await data(reporter)).moderation).toEqual([])
    expect(await inbox(author, 'warning')).toHaveLength(1)
  })
})

describe('tend_reports', () => {
  const decidedAgo = (subjectId: string, interval: string) =>
    area.row('update private.report_cases set decided_at = now() - $2::interval where subject_id = $1', [
      subjectId,
      interval,
    ])
  const tend = async () => (await area.row('select private.tend_reports() as rows'))?.rows
  const exists = async (table: string, id: string) =>
    Boolean(await area.row(`select from public.${table} where id = $1`, [id]))

  it('deletes what was removed 90 days ago, and not what is hidden', async () => {
    const author = await signUp(area.engine)
    const [old, young, hidden, under] = [await post(author), await post(author), await post(author), await post(author)]
    const answer = await comment(author, under)
    for (const id of [old, young, hidden]) expectAllowed(await report(area.member, { subject_id: id }))
    expectAllowed(await report(area.member, { kind: 'comment', subject_id: answer }))
    for (const id of [old, young, answer]) expectAllowed(await decide(area, id, { decision: 'remove' }))
    expectAllowed(await decide(area, hidden, { decision: 'hide' }))
    for (const id of [old, hidden, answer]) await decidedAgo(id, '90 days 1 hour')
    await decidedAgo(young, '89 days 23 hours')
    expect(await tend()).toBe(2)
    for (const [table, id, kept] of [
      ['newsfeed_posts', old, false],
      ['newsfeed_comments', answer, false],
      ['newsfeed_posts', young, true],
      ['newsfeed_posts', hidden, true],
    ] as const)
      expect(await exists(table, id)).toBe(kept)
    expect(await tend()).toBe(0)
  })

  it('empties the texts of reports a year after the decision', async () => {
    const id = await post(await signUp(area.engine), 'Old words')
    expectAllowed(await report(area.member, { subject_id: id, words: 'Old reason' }))
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    await decidedAgo(id, '364 days')
    await tend()
    expect(await caseOf(area, id)).toMatchObject({ said: 'Old words', reported: [{ words: 'Old reason' }] })
    await decidedAgo(id, '366 days')
    await tend()
    expect(await caseOf(area, id)).toMatchObject({ said: '', reported: [{ words: '', reason: 'abuse' }] })
  })
})
