import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { inbox } from '../notifications/inbox.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { caseOf, decide, post, reopen, report } from './case.ts'

let area: MemberArea
let moderator: Persona
beforeAll(async () => {
  area = await openMemberArea()
  moderator = await signUp(area.engine, { moderator: true })
})
afterAll(() => area.engine.close())

const hide = (ids: string[], by: Persona = area.admin) => by.rpc('hide_posts', { post_ids: ids })
const outcomes = async (ids: string[], by?: Persona) => {
  const rows = expectAllowed(await hide(ids, by)) as { id: string; outcome: string }[]
  return Object.fromEntries(rows.map(({ id, outcome }) => [id, outcome]))
}
const sees = async (who: Persona, id: string) =>
  expectAllowed(await who.from('newsfeed_posts').select('id').eq('id', id)).length === 1
const team = async (list: string, page: object = {}) =>
  expectAllowed(await area.admin.rpc('console_posts', { list, ...page })) as unknown as {
    total: number
    posts: { id: string; author: string; hidden_at: string | null; case_id: string | null; reports: number }[]
  }

describe('hiding many posts', () => {
  it('is for admins, 1 to 100 at once', async () => {
    const id = await post(area.other)
    for (const who of [area.member, area.other, area.suspended, moderator]) expectDenied(await hide([id], who))
    expectDenied(await guest(area.engine).rpc('hide_posts', { post_ids: [id] }))
    expect(await sees(area.member, id)).toBe(true)
    expectError(await hide([]), '22023')
    expectError(await hide(Array.from({ length: 101 }, () => randomUUID())), '22023')
    expect(await outcomes([id])).toEqual({ [id]: 'hidden' })
    for (const who of [area.member, area.other, area.admin]) expect(await sees(who, id)).toBe(false)
  })

  it('says of each post what became of it, and does nothing twice', async () => {
    const [shown, own, gone] = [await post(area.other), await post(area.admin), randomUUID()]
    const all = [shown, own, gone, shown]
    for (let time = 0; time < 2; time += 1)
      expect(await outcomes(all)).toEqual({ [shown]: 'hidden', [own]: 'own', [gone]: 'gone' })
    expect(await sees(area.member, own)).toBe(true)
    const cases = await area.engine.owner.query('select decision from private.report_cases where subject_id = $1', [
      shown,
    ])
    expect(cases).toEqual([{ decision: 'hide' }])
    const trail = await area.engine.owner.query(
      `select action, details, actor_id from private.audit_log where subject_id = $1 and action = 'decide_report'
        order by created_at desc limit 1`,
      [area.other.user.id],
    )
    expect(trail).toEqual([
      { action: 'decide_report', details: { kind: 'post', decision: 'hide' }, actor_id: area.admin.user.id },
    ])
  })

  it('decides the open case, and tells those who reported', async () => {
    const reporter = await signUp(area.engine)
    const id = await post(area.other)
    expectAllowed(await report(reporter, { subject_id: id }))
    expect((await caseOf(area, id)).decision).toBeNull()
    expect(await outcomes([id])).toEqual({ [id]: 'hidden' })
    expect(await caseOf(area, id)).toMatchObject({ decision: 'hide', reports: 1, is_hidden: true })
    expect(await inbox(reporter, 'report_decided')).toHaveLength(1)
  })

  it('makes a case like any other where there was none, of which nobody is told, and which can be undone', async () => {
    const second = await signUp(area.engine, { admin: true })
    const id = await post(area.other, 'A carp in the road')
    const before = await Promise.all([second, area.admin].map((who) => inbox(who)))
    expect(await outcomes([id])).toEqual({ [id]: 'hidden' })
    expect(await Promise.all([second, area.admin].map((who) => inbox(who)))).toEqual(before)
    const found = await caseOf(area, id)
    expect(found).toMatchObject({
      decision: 'hide',
      decided_by: area.admin.user.username,
      said: 'A carp in the road',
      reports: 1,
      can_undo: true,
      is_hidden: true,
      hidden_by_reports: false,
    })
    expectAllowed(await reopen(area, id, second))
    expect(await sees(area.member, id)).toBe(true)
    expectAllowed(await decide(area, id, { decision: 'dismiss' }, second))
    expect(await sees(area.member, id)).toBe(true)
    // Reported and hidden again, in a case of its own.
    expectAllowed(await report(area.member, { subject_id: id }))
    expect(await outcomes([id])).toEqual({ [id]: 'hidden' })
    const cases = await area.row('select count(*)::int as cases from private.report_cases where subject_id = $1', [id])
    expect(cases).toEqual({ cases: 2 })
  })

  it('leaves a case about an admin to another one', async () => {
    const second = await signUp(area.engine, { admin: true })
    const id = await post(second)
    expectAllowed(await report(area.member, { subject_id: id }))
    expect(await outcomes([id], second)).toEqual({ [id]: 'own' })
    expect(await sees(area.member, id)).toBe(true)
    expect(await outcomes([id], area.admin)).toEqual({ [id]: 'hidden' })
  })

  it('by two admins at once hides each post once', async () => {
    const second = await signUp(area.engine, { admin: true })
    const ids = await Promise.all(Array.from({ length: 8 }, () => post(area.other)))
    for (const id of ids.slice(0, 4)) expectAllowed(await report(area.member, { subject_id: id }))
    const answers = await Promise.all([hide(ids), hide(ids.toReversed(), second)])
    for (const answer of answers) expectAllowed(answer)
    for (const id of ids) expect(await sees(area.member, id)).toBe(false)
    const open = await area.row(
      'select count(*)::int as open from private.report_cases where subject_id = any ($1) and decided_at is null',
      [ids],
    )
    expect(open).toEqual({ open: 0 })
  })
})

describe('the posts that only the team sees', () => {
  it('are listed for admins: hidden ones, and those with an open case', async () => {
    await area.row('delete from public.newsfeed_posts')
    const [hidden, reported, both, quiet] = [
      await post(area.other, 'One hidden'),
      await post(area.other, 'Two reported'),
      await post(area.other, 'Three 100% of both'),
      await post(area.other, 'Four quiet'),
    ]
    for (const id of [reported, both]) expectAllowed(await report(area.member, { subject_id: id }))
    await area.row('update public.newsfeed_posts set hidden_at = now() where id = $1', [both])
    await outcomes([hidden])
    for (const list of ['hidden', 'reported']) {
      for (const who of [area.member, area.other, area.suspended, moderator])
        expectDenied(await who.rpc('console_posts', { list }))
      expectDenied(await guest(area.engine).rpc('console_posts', { list }))
    }
    expectError(await area.admin.rpc('console_posts', { list: 'all' }), '22023')
    const idsOf = ({ posts }: Awaited<ReturnType<typeof team>>) => posts.map(({ id }) => id)
    const found = await team('hidden')
    expect([found.total, idsOf(found)]).toEqual([2, [both, hidden]])
    expect(found.posts[0]).toMatchObject({ author: area.other.user.username, reports: 1 })
    expect(found.posts[1]).toMatchObject({ reports: 0, case_id: expect.any(String), hidden_at: expect.any(String) })
    expect(idsOf(await team('reported'))).toEqual([both, reported])
    expect(idsOf(await team('reported', { oldest_first: true }))).toEqual([reported, both])
    expect(idsOf(await team('reported', { search: '100% OF' }))).toEqual([both])
    expect(await team('reported', { search: 'nowhere' })).toEqual({ total: 0, posts: [] })
    expect([
      ...(await team('reported', { size: 1, page: 2 })).posts,
      (await team('reported', { page: 9 })).total,
    ]).toEqual([expect.objectContaining({ id: reported }), 2])
    expect(idsOf(found)).not.toContain(quiet)
    expect(expectAllowed(await area.admin.rpc('console_counts', { list: 'posts' }))).toEqual({
      announcements: 0,
      pinned: 0,
      scheduled: 0,
      hidden: 2,
      reported: 2,
    })
  })

  it('are recorded when they are exported', async () => {
    for (const who of [area.member, moderator]) expectDenied(await who.rpc('note_export', { list: 'posts' }))
    expectAllowed({ ...(await area.admin.rpc('note_export', { list: 'posts' })), data: true })
    expect(
      await area.row(
        `select subject_label from private.audit_log where action = 'export_list' order by created_at desc limit 1`,
      ),
    ).toEqual({ subject_label: 'posts' })
    // The operator reads everything, but is nobody who could be recorded.
    expectDenied(await service(area.engine).rpc('hide_posts', { post_ids: [randomUUID()] }))
  })
})
