import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { caseOf, comment, decide, joined, post, report } from './case.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const stored = async (subjectId: string) =>
  (await area.engine.owner.query(
    `select kind, reason, words, said, reporter_id from private.reports as r
      join (select id as c, kind from private.report_cases) as k on k.c = r.case_id
      where r.subject_id = $1 order by r.created_at`,
    [subjectId],
  )) as Record<string, unknown>[]
const suspend = (who: Persona, is_suspended = true) =>
  area.row('update public.profiles set is_suspended = $2 where id = $1', [who.user.id, is_suspended])
const sees = async (who: Persona, id: string, table: 'newsfeed_posts' | 'newsfeed_comments' = 'newsfeed_posts') =>
  expectAllowed(await who.from(table).select('id').eq('id', id)).length === 1

describe('a report', () => {
  it('of a post, a comment or a member is sent by members, with the text as it was', async () => {
    const author = await signUp(area.engine)
    const said = `Sell your rods ${randomUUID()}`
    const [subject, other] = [await post(author, said), await post(area.member)]
    const answer = await comment(author, other, said)
    for (const [kind, subject_id] of [
      ['post', subject],
      ['comment', answer],
      ['member', author.user.id],
    ] as const) {
      const sent = { kind, subject_id, reason: 'offensive', words: '  Every week. \n' }
      expectDenied(await report(guest(area.engine), sent))
      expectDenied(await report(service(area.engine), sent))
      expect(await stored(subject_id)).toEqual([])
      expectAllowed(await report(area.member, sent))
      expect(await stored(subject_id)).toEqual([
        {
          kind,
          reason: 'offensive',
          words: 'Every week.',
          said: kind === 'member' ? author.user.username : said,
          reporter_id: area.member.user.id,
        },
      ])
    }
    await author.from('newsfeed_posts').update({ content: 'Nothing here' }).eq('id', subject).throwOnError()
    expect(await caseOf(area, subject)).toMatchObject({ said, now: { text: 'Nothing here' } })
    await author.from('newsfeed_posts').delete().eq('id', subject).throwOnError()
    expect(await caseOf(area, subject)).toMatchObject({ said, now: null })
  })

  it('has one of six reasons, and 500 characters of visible text at most', async () => {
    const id = await post(await signUp(area.engine))
    expectError(await report(area.member, { subject_id: id, reason: 'boring' }), '23514')
    expectError(await report(area.member, { subject_id: id, reason: null as never }), '23502')
    expectError(await report(area.member, { subject_id: id, words: 'x'.repeat(501) }), '23514')
    expectError(await report(area.member, { subject_id: id, words: 'a‮b' }), '23514')
    expectError(await report(area.member, { subject_id: id, kind: 'gift' }), '22023')
    expect(await stored(id)).toEqual([])
    expectAllowed(await report(area.member, { subject_id: id, words: '​ ' }))
    expect(await stored(id)).toMatchObject([{ words: '' }])
  })

  it('is sent once by each member while the text is the same, and twice with the same request is once', async () => {
    const id = await post(await signUp(area.engine))
    const request_id = randomUUID()
    const first = expectAllowed(await report(area.member, { subject_id: id, request_id }))
    expect(expectAllowed(await report(area.member, { subject_id: id, request_id }))).toBe(first)
    expectError(await report(area.member, { subject_id: id, request_id: randomUUID() }), 'RP001')
    expectAllowed(await report(area.other, { subject_id: id }))
    expect(await stored(id)).toHaveLength(2)
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    expectError(await report(area.member, { subject_id: id }), 'RP001')
    expect(await stored(id)).toHaveLength(2)
  })

  it('is not taken for another thing that the same request made', async () => {
    const id = await post(await signUp(area.engine))
    const request_id = randomUUID()
    const made = await area.member.from('newsfeed_posts').insert({ content: 'Mine', request_id }).select('id').single()
    expectAllowed(made)
    expectError(await report(area.member, { subject_id: id, request_id }), 'PT409')
    expect(await stored(id)).toEqual([])
    // Another member's request is another one.
    expectAllowed(await report(area.other, { subject_id: id, request_id }))
    expect(await stored(id)).toHaveLength(1)
  })

  it('is not about oneself', async () => {
    const id = await post(area.member)
    const own = await comment(area.member, id)
    expectError(await report(area.member, { subject_id: id }), 'RP002')
    expectError(await report(area.member, { kind: 'comment', subject_id: own }), 'RP002')
    expectError(await report(area.member, { kind: 'member', subject_id: area.member.user.id }), 'RP002')
    expect([...(await stored(id)), ...(await stored(own)), ...(await stored(area.member.user.id))]).toEqual([])
  })

  it('of what the caller cannot see is answered as of what does not exist', async () => {
    const author = await signUp(area.engine)
    const [id, other] = [await post(author), await post(area.member)]
    const [below, beside] = [await comment(area.member, id), await comment(author, other)]
    await suspend(author)
    const none = await report(area.other, { subject_id: randomUUID() })
    expectError(none, 'PT404')
    for (const [kind, subject_id] of [
      ['post', id],
      ['comment', below],
      ['comment', beside],
      ['member', author.user.id],
      ['member', randomUUID()],
      ['comment', id],
    ] as const)
      expect((await report(area.other, { kind, subject_id })).error).toEqual(none.error)
    expect(await stored(id)).toEqual([])
    expectAllowed(await report(area.admin, { subject_id: id }))
    await suspend(author, false)
    expectAllowed(await report(area.other, { subject_id: id }))
  })

  it('is not sent by suspended members', async () => {
    const id = await post(area.member)
    expectError(await report(area.suspended, { subject_id: id }), 'RP003')
    expectError(await report(area.suspended, { kind: 'member', subject_id: area.member.user.id }), 'RP003')
    expect(await stored(id)).toEqual([])
  })

  it('is one of 20 a day, and of 3 on the first day of the account', async () => {
    const [[reporter], author] = [await joined(area, 2), await signUp(area.engine)]
    const young = await signUp(area.engine)
    await area.scaleLimits(1)
    const made = await area.engine.owner.query<{ id: string }>(
      `insert into public.newsfeed_posts (user_id, content)
        select $1, 'Post ' || n from generate_series(1, 21) as n returning id`,
      [author.user.id],
    )
    const ids = made.map(({ id }) => id)
    for (const id of ids.slice(0, 20)) expectAllowed(await report(reporter as Persona, { subject_id: id }))
    expectError(await report(reporter as Persona, { subject_id: String(ids[20]) }), 'PT429')
    for (const id of ids.slice(0, 3)) expectAllowed(await report(young, { subject_id: id }))
    expectError(await report(young, { subject_id: String(ids[20]) }), 'PT429')
    expect(await stored(String(ids[20]))).toEqual([])
    // On the second day it may send more.
    await area.row(`update public.profiles set created_at = now() - interval '25 hours' where id = $1`, [young.user.id])
    expectAllowed(await report(young, { subject_id: String(ids[20]) }))
    await area.scaleLimits(1000)
  })

  it('is read by admins only, and never through its tables', async () => {
    const id = await post(await signUp(area.engine))
    expectAllowed(await report(area.member, { subject_id: id }))
    const { id: caseId } = await caseOf(area, id)
    for (const persona of [guest(area.engine), area.member, area.suspended]) {
      expectDenied(await persona.rpc('report_queue'))
      expectDenied(await persona.rpc('report_counts'))
      expectDenied(await persona.rpc('report_case', { id: caseId }))
      expectDenied(await persona.rpc('decide_report', { id: caseId, seen: 0, decision: 'dismiss' }))
      expectDenied(await persona.rpc('reopen_report', { id: caseId, seen: 0 }))
    }
    for (const table of ['reports', 'report_cases'])
      expect((await area.admin.from(table as never).select()).error).not.toBeNull()
    expect(await caseOf(area, id)).toMatchObject({ decision: null, version: 0 })
  })
})

describe('hiding by reports', () => {
  const threshold = (reports_to_hide: number) =>
    area.admin.from('site_settings').update({ reports_to_hide }).not('id', 'is', null).throwOnError()

  it('needs three members of a week who are not suspended', async () => {
    const reporters = await joined(area, 8, 3)
    const [young] = await joined(area, 6)
    const [banned] = await joined(area, 30)
    const id = await post(area.member)
    expectAllowed(await report(young as Persona, { subject_id: id }))
    expectAllowed(await report(banned as Persona, { subject_id: id }))
    await suspend(banned as Persona)
    for (const [n, reporter] of reporters.entries()) {
      expect(await sees(area.other, id)).toBe(true)
      expectAllowed(await report(reporter, { subject_id: id }))
      expect(await sees(area.other, id)).toBe(n < 2)
    }
    for (const reader of [area.member, area.other, area.admin]) expect(await sees(reader, id)).toBe(false)
    expect(await caseOf(area, id)).toMatchObject({ is_hidden: true, hidden_by_reports: true, reports: 5 })
  })

  it('also hides a comment, which is then no longer counted', async () => {
    const id = await post(area.member)
    const answer = await comment(area.other, id)
    const count = async () =>
      expectAllowed(await area.member.rpc('newsfeed_page', { ids: [id] }))[0]?.comment_count as number
    expect(await count()).toBe(1)
    for (const reporter of await joined(area, 8, 3))
      expectAllowed(await report(reporter, { kind: 'comment', subject_id: answer }))
    expect(await sees(area.member, answer, 'newsfeed_comments')).toBe(false)
    expect(await count()).toBe(0)
    expectAllowed(await decide(area, answer, { decision: 'dismiss' }))
    expect(await sees(area.member, answer, 'newsfeed_comments')).toBe(true)
    expect(await count()).toBe(1)
  })

  it('never hides what an admin wrote, nor a member', async () => {
    const id = await post(area.admin)
    const member = await signUp(area.engine)
    for (const reporter of await joined(area, 8, 4)) {
      expectAllowed(await report(reporter, { subject_id: id }))
      expectAllowed(await report(reporter, { kind: 'member', subject_id: member.user.id }))
    }
    expect(await sees(area.member, id)).toBe(true)
    expect(await caseOf(area, member.user.id)).toMatchObject({ is_hidden: false, hidden_by_reports: false, reports: 4 })
  })

  it('starts at a number that admins set, and 0 turns it off', async () => {
    const settings = area.member.from('site_settings')
    await settings.update({ reports_to_hide: 1 }).not('id', 'is', null)
    expect((await area.row('select reports_to_hide from public.site_settings'))?.reports_to_hide).toBe(3)
    const [one, two, three] = await joined(area, 8, 3)
    await threshold(0)
    const id = await post(area.member)
    for (const reporter of [one, two, three]) expectAllowed(await report(reporter as Persona, { subject_id: id }))
    expect(await sees(area.other, id)).toBe(true)
    await threshold(1)
    const next = await post(area.member)
    expectAllowed(await report(one as Persona, { subject_id: next }))
    expect(await sees(area.other, next)).toBe(false)
    expectError(await area.admin.from('site_settings').update({ reports_to_hide: 101 }).not('id', 'is', null), '23514')
    await threshold(3)
  })

  it('begins to count again after a decision', async () => {
    const id = await post(area.member)
    for (const reporter of await joined(area, 8, 2)) expectAllowed(await report(reporter, { subject_id: id }))
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    for (const reporter of await joined(area, 8, 2)) expectAllowed(await report(reporter, { subject_id: id }))
    expect(await sees(area.other, id)).toBe(true)
    expect(await caseOf(area, id)).toMatchObject({ reports: 2, decision: null })
  })
})
