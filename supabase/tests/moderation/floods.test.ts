import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { caseOf, decide, joined, post, reopen, report } from './case.ts'

// Cases that only accounts opened which are deleted soon after.

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const leave = async (who: Persona) =>
  expect(expectAllowed(await who.rpc('delete_own_account', { password: who.user.password }))).toBe(true)
const tend = () => area.row('select private.tend_reports()')
const decisions = async (ids: string[]) => Promise.all(ids.map(async (id) => (await caseOf(area, id)).decision))
const isShown = async (id: string) =>
  expectAllowed(await area.other.from('newsfeed_posts').select('id').eq('id', id)).length === 1

describe('a case whose reporters all left within a day', () => {
  it('is closed without a decision; one with another reporter stays open', async () => {
    const author = await signUp(area.engine)
    const [flooded, honest, both, old] = [
      await post(author),
      await post(author),
      await post(author),
      await post(author),
    ]
    const flood = [await signUp(area.engine), await signUp(area.engine)]
    const late = await signUp(area.engine)
    for (const who of flood) {
      for (const subject_id of [flooded, both]) expectAllowed(await report(who, { subject_id }))
    }
    expectAllowed(await report(area.member, { subject_id: honest }))
    expectAllowed(await report(area.member, { subject_id: both }))
    expectAllowed(await report(late, { subject_id: old }))
    await area.row(`update private.reports set created_at = now() - interval '25 hours' where reporter_id = $1`, [
      late.user.id,
    ])
    await leave(flood[0] as Persona)
    await leave(late)
    await tend()
    expect(await decisions([flooded, honest, both, old])).toEqual([null, null, null, null])
    await leave(flood[1] as Persona)
    await tend()
    expect(await decisions([flooded, honest, both, old])).toEqual(['gone', null, null, null])
    expect(await caseOf(area, flooded)).toMatchObject({ can_undo: false, decided_by: null, author_id: author.user.id })
    // It counts neither against the author nor against who reports it next, or again.
    expect((await caseOf(area, honest)).record).toMatchObject({ decided: 0, upheld: 0 })
    expect(expectAllowed(await author.rpc('my_data'))).toMatchObject({ moderation: [] })
    expectAllowed(await report(await signUp(area.engine, { email: late.user.email }), { subject_id: flooded }))
    expectAllowed(
      await report(await signUp(area.engine, { email: flood[0]?.user.email as string }), { subject_id: flooded }),
    )
    expect(await caseOf(area, flooded)).toMatchObject({ decision: null, reports: 2 })
  })

  it('stays open, with the reports’ texts, when an admin deleted the reporters', async () => {
    const author = await signUp(area.engine, { admin: true })
    const [id, decided] = [await post(author), await post(author)]
    const some = [await signUp(area.engine), await signUp(area.engine)]
    for (const who of some) {
      for (const subject_id of [id, decided]) expectAllowed(await report(who, { subject_id, words: 'He sells rods' }))
    }
    expectAllowed(await decide(area, decided, { decision: 'dismiss' }))
    const words = async (subjectId: string) =>
      (await caseOf(area, subjectId)).reported.map((one) => `${one.username}: ${one.words}`)
    // The admin about whom it is deletes one; the other leaves.
    expectAllowed(await author.rpc('delete_user', { user_id: String(some[0]?.user.id) }))
    await leave(some[1] as Persona)
    await tend()
    expect(await decisions([id])).toEqual([null])
    expect(await words(id)).toEqual(['null: He sells rods', 'null: '])
    expect(await words(decided)).toEqual(['null: ', 'null: '])
    expect(JSON.stringify(await area.engine.owner.query('select * from private.reports'))).not.toContain(
      some[0]?.user.id,
    )
    expectAllowed(await decide(area, id, { decision: 'warn', reason: 'No advertising' }))
    await tend()
    expect(await words(id)).toEqual(['null: ', 'null: '])
    expect((await caseOf(area, decided)).record).toMatchObject({ decided: 1, upheld: 1 })
  })

  it('keeps the text of a reporter whom an admin deleted for 30 days at most', async () => {
    const [id, reporter] = [await post(area.member), await signUp(area.engine)]
    expectAllowed(await report(reporter, { subject_id: id, words: 'He sells rods' }))
    expectAllowed(await area.admin.rpc('delete_user', { user_id: reporter.user.id }))
    const removedAgo = async (days: number) => {
      await area.row(
        'update private.reports set removed_at = now() - make_interval(secs => $2 * 86400.0) where subject_id = $1',
        [id, days],
      )
      await tend()
      return (await caseOf(area, id)).reported[0]?.words
    }
    expect(await removedAgo(29.9)).toBe('He sells rods')
    expect(await removedAgo(30.1)).toBe('')
  })

  it('is closed when the operator deletes the accounts of a flood', async () => {
    const [id, flood] = [await post(area.member), await signUp(area.engine)]
    expectAllowed(await report(flood, { subject_id: id }))
    await area.row('delete from auth.users where id = $1', [flood.user.id])
    await tend()
    expect(await decisions([id])).toEqual(['gone'])
  })

  it('shows again what it had hidden, and the same persons do not hide it again', async () => {
    const id = await post(area.member)
    const some = await joined(area, 8, 3)
    for (const who of some) expectAllowed(await report(who, { subject_id: id }))
    expect(await isShown(id)).toBe(false)
    for (const who of some) await leave(who)
    await tend()
    expect(await decisions([id])).toEqual(['gone'])
    expect(await isShown(id)).toBe(true)
    for (const { user } of some) {
      const next = await signUp(area.engine, { email: user.email })
      await area.row(`update public.profiles set created_at = now() - interval '8 days' where id = $1`, [next.user.id])
      expectAllowed(await report(next, { subject_id: id }))
    }
    expect(await isShown(id)).toBe(true)
  })

  it('answers no version: those who reported one do not hide it when it comes back, others do', async () => {
    const author = await signUp(area.engine)
    const id = await post(author, 'Go and drown')
    const edit = (content: string) => author.from('newsfeed_posts').update({ content }).eq('id', id).throwOnError()
    const some = await joined(area, 8, 2)
    for (const who of some) expectAllowed(await report(who, { subject_id: id }))
    await edit('Good morning')
    for (const who of some) await leave(who)
    await tend()
    expect(await decisions([id])).toEqual(['gone'])
    await edit('Go and drown')
    const back = await Promise.all(some.map(({ user }) => signUp(area.engine, { email: user.email })))
    for (const { user } of back)
      await area.row(`update public.profiles set created_at = now() - interval '8 days' where id = $1`, [user.id])
    const others = await joined(area, 8, 3)
    for (const who of [...back, ...others.slice(1)]) expectAllowed(await report(who, { subject_id: id }))
    expect(await isShown(id)).toBe(true)
    expectAllowed(await report(others[0] as Persona, { subject_id: id }))
    expect(await isShown(id)).toBe(false)
  })

  it('stays open after an admin has undone a decision', async () => {
    const [id, reporter] = [await post(area.member), await signUp(area.engine)]
    expectAllowed(await report(reporter, { subject_id: id }))
    await leave(reporter)
    expectAllowed(await decide(area, id, { decision: 'hide' }))
    expectAllowed(await reopen(area, id))
    await tend()
    expect(await decisions([id])).toEqual([null])
  })
})
