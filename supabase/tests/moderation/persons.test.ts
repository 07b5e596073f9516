import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { caseOf, comment, decide, joined, post, report } from './case.ts'

// A person with several accounts, at once or one after another, reports and counts as one.

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const mailbox = () => `${randomUUID()}@gmail.com`
const tagged = (email: string, tag: string | number) => email.replace('@', `+${tag}@`)
/** An account with this address, which joined a number of days ago. */
async function angler(email: string, days = 8): Promise<Persona> {
  const made = await signUp(area.engine, { email })
  await since(made, days)
  return made
}
const since = ({ user }: Persona, days: number) =>
  area.row('update public.profiles set created_at = now() - make_interval(days => $2) where id = $1', [user.id, days])
/** Confirms the address as if the mailed link had been opened. */
const prove = ({ user }: Persona) =>
  area.row(
    `update auth.users set confirmation_sent_at = created_at, email_confirmed_at = now() + interval '1 s' where id = $1`,
    [user.id],
  )
const leave = async (who: Persona) =>
  expect(expectAllowed(await who.rpc('delete_own_account', { password: who.user.password }))).toBe(true)
/** The same person with a new account, a number of days later. */
const comeBack = async (who: Persona, days = 8) => {
  await leave(who)
  return angler(who.user.email.toUpperCase(), days)
}
const reports = async (subjectId: string) =>
  (await area.engine.owner.query('select reporter_id, former_account_id from private.reports where subject_id = $1', [
    subjectId,
  ])) as { reporter_id: string | null; former_account_id: string | null }[]
const isHidden = async (id: string, table = 'newsfeed_posts') =>
  (await area.row(`select hidden_at is not null as hidden from public.${table} where id = $1`, [id]))?.hidden
const reportAll = async (id: string, by: Persona[], kind = 'post') => {
  for (const who of by) expectAllowed(await report(who, { kind, subject_id: id }))
}

describe('a person with a new account', () => {
  it('reports nothing again that an earlier account reported', async () => {
    const [first, author] = [await angler(mailbox()), await signUp(area.engine)]
    const id = await post(author)
    const answer = await comment(author, id)
    const subjects = [
      ['post', id],
      ['comment', answer],
      ['member', author.user.id],
    ] as const
    for (const [kind, subject_id] of subjects) expectAllowed(await report(first, { kind, subject_id }))
    const second = await comeBack(first)
    for (const [kind, subject_id] of subjects) expectError(await report(second, { kind, subject_id }), 'RP001')
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    const third = await comeBack(second)
    expectError(await report(third, { subject_id: id }), 'RP001')
    expectAllowed(await report(third, { subject_id: await post(author) }))
    expectAllowed(await report(area.member, { subject_id: id }))
    const kept = await reports(id)
    expect(kept).toHaveLength(2)
    expect(kept.map(({ reporter_id }) => reporter_id).toSorted()).toEqual([area.member.user.id, null])
    expect(JSON.stringify(kept)).not.toContain(first.user.id)
  })

  it('is known again however the account was deleted', async () => {
    const author = await signUp(area.engine)
    for (const end of ['public.profiles', 'auth.users']) {
      const [first, id] = [await angler(mailbox()), await post(author)]
      expectAllowed(await report(first, { subject_id: id }))
      await area.row(`delete from ${end} where id = $1`, [first.user.id])
      await area.row('delete from auth.users where id = $1', [first.user.id])
      expectError(await report(await angler(first.user.email), { subject_id: id }), 'RP001')
      expect(await reports(id)).toHaveLength(1)
    }
  })
})

describe('a person with several accounts', () => {
  it('of one confirmed mailbox reports a thing once, also at the same moment', async () => {
    const [email, author] = [mailbox(), await signUp(area.engine)]
    const both = [await angler(email), await angler(tagged(email, 'two'))]
    for (const who of both) await prove(who)
    for (let round = 0; round < 5; round++) {
      const id = await post(author)
      const answers = await Promise.all(both.map((who) => report(who, { subject_id: id })))
      expect(answers.map(({ error }) => error?.code ?? 'sent').toSorted()).toEqual(['RP001', 'sent'])
      expect(await reports(id)).toHaveLength(1)
    }
  })

  it('of one mailbox counts once toward hiding, under all its spellings', async () => {
    const email = mailbox()
    const [one, two, three] = [await angler(email), await angler(tagged(email, 2)), await angler(tagged(email, 3))]
    const dotted = await angler(email.replace(/^(.)/, '$1.'))
    const id = await post(area.member)
    await reportAll(id, [one, two, three, dotted])
    expect(await isHidden(id)).toBe(false)
    const [next, last] = [await angler(tagged(mailbox(), 1)), await angler(mailbox())]
    await reportAll(id, [next])
    expect(await isHidden(id)).toBe(false)
    await reportAll(id, [last])
    expect(await isHidden(id)).toBe(true)
    expect(await caseOf(area, id)).toMatchObject({ reports: 6, hidden_by_reports: true })
  })
})

describe('toward hiding', () => {
  it('counts who had been a member for a week when they reported, not who is one later', async () => {
    const young = await joined(area, 6, 3)
    const id = await post(area.member)
    await reportAll(id, young)
    // Two days pass.
    for (const who of young) await since(who, 8)
    await area.row(`update private.reports set created_at = now() - interval '2 days' where subject_id = $1`, [id])
    const older = await joined(area, 7, 3)
    await reportAll(id, older.slice(0, 2))
    expect(await isHidden(id)).toBe(false)
    await reportAll(id, older.slice(2))
    expect(await isHidden(id)).toBe(true)
  })

  it('does not count members whose reports were mostly dismissed in 90 days', async () => {
    const some = await joined(area, 100, 3)
    const decided = async (decision: string, by = some) => {
      const id = await post(area.member)
      await reportAll(id, by)
      expectAllowed(await decide(area, id, { decision }))
      return id
    }
    const hides = async (by: Persona[]) => {
      const id = await post(area.member)
      await reportAll(id, by)
      const hidden = await isHidden(id)
      // Without a decision, so that it changes nothing.
      await area.row('delete from private.report_cases where subject_id = $1', [id])
      return hidden
    }
    const dismissed = [await decided('dismiss'), await decided('dismiss')]
    expect(await hides(some)).toBe(true)
    dismissed.push(await decided('dismiss'))
    expect(await hides(some)).toBe(false)
    expect(await hides(await joined(area, 8, 3))).toBe(true)
    // What is upheld counts for them.
    await decided('hide')
    await decided('remove')
    expect(await hides(some)).toBe(false)
    await decided('hide')
    expect(await hides(some)).toBe(true)
    await decided('dismiss')
    expect(await hides(some)).toBe(false)
    // So do 90 days.
    const decidedAgo = (days: number) =>
      area.engine.owner.query(
        'update private.report_cases set decided_at = now() - make_interval(secs => $2 * 86400.0) where subject_id = any ($1)',
        [dismissed, days],
      )
    await decidedAgo(89.9)
    expect(await hides(some)).toBe(false)
    await decidedAgo(90.1)
    expect(await hides(some)).toBe(true)
    // A new account changes nothing.
    await decidedAgo(89.9)
    const others = await joined(area, 8, 2)
    expect(await hides([await comeBack(some[0] as Persona), ...others])).toBe(false)
    expect(await hides([...(await joined(area, 8)), ...others])).toBe(true)
  })

  it('counts after a dismissal only those who have not reported it before', async () => {
    const boxes = [mailbox(), mailbox(), mailbox()]
    const with_ = (tag: string) => Promise.all(boxes.map((email) => angler(tagged(email, tag))))
    const id = await post(area.member)
    const first = await with_('a')
    await reportAll(id, first)
    expect(await isHidden(id)).toBe(true)
    await leave(first[0] as Persona)
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    await reportAll(id, await with_('b'))
    expect(await isHidden(id)).toBe(false)
    expect(await caseOf(area, id)).toMatchObject({ reports: 3, decision: null, hidden_by_reports: false })
    await reportAll(id, await joined(area, 8, 3))
    expect(await isHidden(id)).toBe(true)
  })
})
