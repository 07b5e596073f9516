import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { inbox } from '../notifications/inbox.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { hearLive } from '../support/live-messages.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { caseOf, decide, post, reopen, report } from './case.ts'

// A suspended member answers the team once, and the team ends or keeps the suspension.

const DAY = 86_400_000
const TEXT = 'Sorry, the account was used by my brother.'
let area: MemberArea
let moderator: Persona
let tom: Persona
beforeAll(async () => {
  area = await openMemberArea()
  moderator = await signUp(area.engine, { moderator: true })
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  tom = await signUp(area.engine)
})

const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const suspend = async (who: Persona, days: number | null = 7, by: Persona = area.admin) => {
  const end = days === null ? {} : { ends_at: inDays(days) }
  expect((await by.rpc('suspend_member', { user_id: who.user.id, reason: 'Insults', ...end })).error).toBeNull()
}
const lift = async (who: Persona) =>
  expectAllowed(
    await area.admin.from('profiles').update({ is_suspended: false }).eq('id', who.user.id).select('id').single(),
  )
const answer = (who: Pick<Persona, 'rpc'>, message = TEXT) => who.rpc('answer_suspension', { message })
const judge = (id: string, decision: string, by: Pick<Persona, 'rpc'> = area.admin, words?: string) =>
  by.rpc('decide_appeal', { id, decision, ...(words !== undefined && { words }) })
const judged = async (...args: Parameters<typeof judge>) => expect((await judge(...args)).error).toBeNull()

interface Appeal {
  may_answer: boolean
  answer: string | null
  sent_at: string | null
  decision: string | null
  words: string | null
}
const own = async (who: Persona) => expectAllowed(await who.rpc('my_appeal')) as Appeal[]
interface Waiting {
  id: string
  member_id: string
  message: string
  reason: string
  case_id: string | null
  refusal: string | null
}
const queue = async (by: Persona = area.admin) => expectAllowed(await by.rpc('appeal_queue')) as Waiting[]
const waiting = async (who: Persona, by?: Persona) =>
  (await queue(by)).filter(({ member_id }) => member_id === who.user.id)
const rows = (who: Persona) =>
  area.engine.owner.query(
    'select id, message, decision, words, decided_by from private.appeals where member_id = $1 order by created_at',
    [who.user.id],
  ) as Promise<{ id: string; message: string; decision: string | null; words: string; decided_by: string | null }[]>
const isSuspended = async (who: Persona) =>
  (await area.row('select is_suspended from public.profiles where id = $1', [who.user.id]))?.is_suspended
const trail = async (who: Persona) =>
  (
    (await area.engine.owner.query(
      'select action, actor_id, details from private.audit_log where subject_id = $1 order by created_at, action',
      [who.user.id],
    )) as { action: string; actor_id: string | null; details: object }[]
  ).filter(({ action }) => action.includes('appeal') || action.includes('suspen'))
/** A member who is suspended by hand and has answered. @returns the ID of the answer. */
async function answered(who = tom, days: number | null = 7): Promise<string> {
  await suspend(who, days)
  expectAllowed(await answer(who))
  return (await rows(who)).at(-1)?.id ?? ''
}
/** Suspends an author by a case. @returns the ID of the post. */
async function suspendedByCase(author: Persona, days: number | null = 7): Promise<string> {
  const id = await post(author)
  expectAllowed(await report(area.member, { subject_id: id }))
  expectAllowed(await decide(area, id, { decision: 'suspend', reason: 'Spam', days }))
  return id
}
const leave = async (who: Persona) =>
  expect(expectAllowed(await who.rpc('delete_own_account', { password: who.user.password }))).toBe(true)
/** Confirms the address as if the mailed link had been opened. */
const prove = ({ user }: Persona) =>
  area.row(
    `update auth.users set confirmation_sent_at = created_at, email_confirmed_at = now() + interval '1 s' where id = $1`,
    [user.id],
  )

describe('the member', () => {
  it('answers while suspended, reads the answer, and is not heard otherwise', async () => {
    expectError(await answer(tom), 'SU001')
    expect(await own(tom)).toEqual([])
    await suspend(tom)
    expect(await own(tom)).toMatchObject([{ may_answer: true, answer: null, sent_at: null, decision: null }])
    const [sent] = expectAllowed(await answer(tom, `  ${TEXT}\n`)) as Appeal[]
    expect(sent).toMatchObject({ may_answer: false, answer: TEXT, decision: null })
    expect(Date.parse(sent?.sent_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(await own(tom)).toEqual([sent])
    expect(await rows(tom)).toMatchObject([{ message: TEXT, decision: null }])
    // What else suspended members do not do is still refused.
    expectDenied(await tom.from('newsfeed_posts').insert({ content: TEXT }))
    expectError(await report(tom, { kind: 'member', subject_id: area.other.user.id }), 'RP003')
  })

  it('is neither a guest nor the operator', async () => {
    for (const who of [guest(area.engine), service(area.engine)]) {
      expectDenied(await answer(who))
      expectDenied(await who.rpc('my_appeal'))
      expectDenied(await who.rpc('appeal_queue'))
      expectDenied(await judge(randomUUID(), 'end', who))
    }
  })

  it('answers once for each suspension: the same text again is the first one, another is refused', async () => {
    await answered()
    expect(expectAllowed(await answer(tom))).toMatchObject([{ answer: TEXT }])
    expectError(await answer(tom, 'And another thing'), 'SU002')
    expect(await rows(tom)).toHaveLength(1)
    const many = await signUp(area.engine)
    await suspend(many)
    const answers = await Promise.all(['One', 'Two', 'Three', 'Four'].map((text) => answer(many, text)))
    expect(answers.map(({ error }) => error?.code ?? 'sent').toSorted()).toEqual(['SU002', 'SU002', 'SU002', 'sent'])
    expect(await rows(many)).toHaveLength(1)
  })

  it('does not answer again when the suspension is made longer or shorter, but does answer a new one', async () => {
    await answered()
    for (const days of [30, 1, null, 7]) {
      await suspend(tom, days)
      expectError(await answer(tom, 'Again'), 'SU002')
      expect(await waiting(tom)).toHaveLength(1)
    }
    await lift(tom)
    expectError(await answer(tom, 'Again'), 'SU001')
    expect(await waiting(tom)).toEqual([])
    await suspend(tom)
    expect(await own(tom)).toMatchObject([{ may_answer: true, answer: null }])
    expectAllowed(await answer(tom, 'Again'))
    expect((await waiting(tom)).map(({ message }) => message)).toEqual(['Again'])
    expect((await rows(tom)).map(({ message }) => message)).toEqual([TEXT, 'Again'])
  })

  it('answers a later suspension by another case, and a hand that replaces both leaves no further answer', async () => {
    const first = await suspendedByCase(tom, 1)
    expectAllowed(await answer(tom, 'First'))
    const id = await post(area.other)
    // A second case, decided while the first suspension stands.
    await area.row('update public.newsfeed_posts set user_id = $1 where id = $2', [tom.user.id, id])
    expectAllowed(await report(area.admin, { subject_id: id }))
    expectAllowed(await decide(area, id, { decision: 'suspend', reason: 'Abuse', days: 30 }))
    expect(await own(tom)).toMatchObject([{ may_answer: true, answer: null }])
    expectAllowed(await answer(tom, 'Second'))
    expect((await waiting(tom)).map(({ message }) => message)).toEqual(['First', 'Second'])
    expectAllowed(await reopen(area, first))
    expect((await waiting(tom)).map(({ message }) => message)).toEqual(['Second'])
    await suspend(tom, 3)
    expectError(await answer(tom, 'Third'), 'SU002')
  })

  it('sends text as in a post: visible, up to 1,000 characters, without control characters', async () => {
    await suspend(tom)
    for (const text of ['', '  \n\t ', '\u200b\u200b']) expectError(await answer(tom, text), '22023')
    for (const text of ['x'.repeat(1001), 'bell\u0007', 'turned \u202e over', `a${'\u0301'.repeat(5)}`])
      expectError(await answer(tom, text), '23514')
    expect((await answer(tom, 'x'.repeat(1_000_000))).error).not.toBeNull()
    expectError(await tom.rpc('answer_suspension', { message: null as unknown as string }), '22023')
    expect((await answer(tom, 'nul\u0000')).error).not.toBeNull()
    expect(await rows(tom)).toEqual([])
    const longest = `One\nTwo ${'x'.repeat(992)}`
    expectAllowed(await answer(tom, longest))
    expect(await rows(tom)).toMatchObject([{ message: longest }])
  })

  it('writes no answer in any other way, and reads nobody else’s', async () => {
    await answered()
    const eve = await signUp(area.engine)
    await suspend(eve)
    const row = { member_id: eve.user.id, message: 'Twice', decision: 'end' }
    for (const who of [eve, area.member, area.admin, moderator])
      for (const schema of ['public', 'private'] as const) {
        const table = who.schema(schema as 'public').from('appeals' as never)
        expect((await table.insert(row as never)).error, schema).not.toBeNull()
        expect((await table.upsert(row as never)).error).not.toBeNull()
        expect((await table.update(row as never).eq('member_id' as never, tom.user.id as never)).error).not.toBeNull()
        expect((await table.select()).error).not.toBeNull()
      }
    expect(await rows(eve)).toEqual([])
    expect(await rows(tom)).toMatchObject([{ message: TEXT, decision: null }])
    expect(await own(eve)).toMatchObject([{ may_answer: true, answer: null }])
    for (const who of [eve, area.member]) {
      expectDenied(await who.rpc('appeal_queue'))
      expectDenied(await judge((await rows(tom))[0]?.id ?? '', 'end', who))
    }
    expect(await isSuspended(tom)).toBe(true)
  })

  it('does not decide about the own answer, also as an admin or moderator who is suspended', async () => {
    for (const role of ['admin', 'moderator']) {
      const who = await signUp(area.engine, { [role]: true })
      const id = await answered(who)
      expectDenied(await judge(id, 'end', who))
      expect(await isSuspended(who)).toBe(true)
      await judged(id, 'end')
      expect(await isSuspended(who)).toBe(false)
    }
  })

  it('is told what was decided, with the words, also when the suspension has ended', async () => {
    const id = await answered()
    await judged(id, 'keep', area.admin, ' We have seen it before. ')
    expect(await own(tom)).toMatchObject([
      { may_answer: false, answer: TEXT, decision: 'keep', words: 'We have seen it before.' },
    ])
    expect(await inbox(tom, 'appeal_decided')).toMatchObject([
      {
        path: '/newsfeed',
        excerpt: 'We have seen it before.',
        details: { decision: 'keep' },
        actors: [],
        read_at: null,
      },
    ])
    expect((await tom.rpc('mark_notifications_read', { path: '/newsfeed' })).data).toBe(0)
    expect((await inbox(tom, 'appeal_decided'))[0]?.read_at).not.toBeNull()
    expectError(await answer(tom, 'But'), 'SU002')
    const eve = await signUp(area.engine)
    await judged(await answered(eve), 'end', area.admin, 'Welcome back.')
    expect(await own(eve)).toEqual([])
    expect(await inbox(eve, 'appeal_decided')).toMatchObject([
      { excerpt: 'Welcome back.', details: { decision: 'end' } },
    ])
    expect(await inbox(eve, 'suspension')).toEqual([])
    expectAllowed(await eve.from('newsfeed_posts').insert({ content: 'Back again' }).select('id').single())
  })
})

describe('a person with several accounts', () => {
  it('does not answer the same suspension again after leaving and joining again', async () => {
    const id = await answered()
    await leave(tom)
    expect(await area.row('select from private.appeals where id = $1', [id])).toBeUndefined()
    const next = await signUp(area.engine, { email: tom.user.email })
    expect(await isSuspended(next)).toBe(true)
    expect(await own(next)).toMatchObject([{ may_answer: false, answer: null }])
    expectError(await answer(next), 'SU002')
    expect(await rows(next)).toEqual([])
    await lift(next)
    await suspend(next)
    expectAllowed(await answer(next))
  })

  it('may answer after joining again if no account has', async () => {
    await suspend(tom)
    await leave(tom)
    const next = await signUp(area.engine, { email: tom.user.email })
    expectAllowed(await answer(next))
    expect(await waiting(next)).toHaveLength(1)
  })

  it('answers with one of two, also at the same moment', async () => {
    for (let round = 0; round < 3; round++) {
      const email = `${randomUUID()}@gmail.com`
      const one = await signUp(area.engine, { email })
      await prove(one)
      const two = await signUp(area.engine, { email: email.replace('@', '+two@') })
      await prove(two)
      await suspend(one)
      // The second account has a copy, as one that joined again.
      await area.row(
        `insert into private.suspended_accounts (account_id, reason, ends_at, created_at)
          select $2, reason, ends_at, created_at from private.suspended_accounts where account_id = $1`,
        [one.user.id, two.user.id],
      )
      await area.row('update public.profiles set is_suspended = true where id = $1', [two.user.id])
      const answers = await Promise.all([answer(one, 'One'), answer(two, 'Two')])
      expect(answers.map(({ error }) => error?.code ?? 'sent').toSorted()).toEqual(['SU002', 'sent'])
      expect([...(await rows(one)), ...(await rows(two))]).toHaveLength(1)
    }
  })
})

describe('the team', () => {
  const appealsOf = async (who: Persona, by: Persona) =>
    (expectAllowed(await by.rpc('member_record', { user_id: who.user.id })) as { appeals: object[] }).appeals

  const countOf = async (by: Persona) =>
    (expectAllowed(await by.rpc('admin_waiting')) as { appeals: { count: number } }).appeals.count

  it('sees what waits in the queue, on home and in the record, oldest first, and decides', async () => {
    const id = await answered()
    const eve = await signUp(area.engine)
    await answered(eve)
    for (const by of [area.admin, moderator]) {
      const found = await queue(by)
      const placeOf = (who: Persona) => found.findIndex(({ member_id }) => member_id === who.user.id)
      expect(placeOf(tom)).toBeLessThan(placeOf(eve))
      expect(await waiting(tom, by)).toMatchObject([
        { id, username: tom.user.username, message: TEXT, reason: 'Insults', case_id: null, refusal: null },
      ])
      expect(await countOf(by)).toBe(found.length)
      expect(await appealsOf(tom, by)).toMatchObject([{ id, message: TEXT, decision: null, waits: true }])
    }
    await judged(id, 'end', moderator)
    expect(await isSuspended(tom)).toBe(false)
    expect(await waiting(tom)).toEqual([])
    expect(await rows(tom)).toMatchObject([{ decision: 'end', words: '', decided_by: moderator.user.id }])
    expect(await appealsOf(tom, area.admin)).toMatchObject([
      { decision: 'end', decided_by: moderator.user.username, waits: false },
    ])
    await judged((await rows(eve))[0]?.id ?? '', 'keep', moderator, 'No.')
    expect(await isSuspended(eve)).toBe(true)
    expect(await waiting(eve)).toEqual([])
  })

  it('reads the answer in the case of the suspension, except where it is concerned itself', async () => {
    const subject = await suspendedByCase(tom)
    expectAllowed(await answer(tom))
    const answerId = (await rows(tom))[0]?.id ?? ''
    const { id } = await caseOf(area, subject)
    const appeals = async (by: Persona) =>
      (expectAllowed(await by.rpc('report_case', { id })) as unknown as { appeals: object[] }).appeals
    expect((await waiting(tom))[0]?.case_id).toBe(id)
    expect(await appeals(moderator)).toMatchObject([{ message: TEXT, waits: true }])
    await area.row('insert into private.linked_admins (case_id, account_id) values ($1, $2)', [id, moderator.user.id])
    expect(await appeals(moderator)).toEqual([])
    expect(await waiting(tom, moderator)).toEqual([])
    expect(await appealsOf(tom, moderator)).toEqual([])
    expectError(await judge(answerId, 'end', moderator), 'RP009')
    await area.row('insert into private.linked_admins (case_id, account_id) values ($1, $2)', [id, area.admin.user.id])
    const other = await signUp(area.engine, { admin: true })
    expect(await waiting(tom)).toMatchObject([{ refusal: 'RP007' }])
    expect(await appealsOf(tom, area.admin)).toEqual([])
    expectError(await judge(answerId, 'end'), 'RP007')
    expectError(await area.admin.from('profiles').update({ is_suspended: false }).eq('id', tom.user.id), 'RP007')
    expect(await isSuspended(tom)).toBe(true)
    expect(await waiting(tom, other)).toMatchObject([{ refusal: null }])
    await judged(answerId, 'end', other)
    await area.row('delete from private.linked_admins where account_id = $1', [area.admin.user.id])
    await area.row('update public.profiles set is_admin = false where id = $1', [other.user.id])
    expect(await caseOf(area, subject)).toMatchObject({ decision: 'suspend', is_in_force: false, can_undo: true })
  })

  it('leaves to an admin what a moderator may not end, and what is about the team: no moderator has it waiting', async () => {
    const counts = () => Promise.all([moderator, area.admin].map(countOf))
    const [forModerators = 0, forAdmins = 0] = await counts()
    const [forever, long, colleague, chief, byCase] = [
      tom,
      await signUp(area.engine),
      await signUp(area.engine, { moderator: true }),
      await signUp(area.engine, { admin: true }),
      await signUp(area.engine),
    ]
    await suspend(forever, null)
    await suspend(long, 60)
    await suspend(colleague)
    await suspend(chief)
    await suspendedByCase(byCase, null)
    // The last month of a longer one.
    await area.row(
      `update private.suspended_accounts set created_at = now() - interval '50 days', ends_at = now() + interval '10 days'
        where account_id = $1`,
      [long.user.id],
    )
    for (const who of [forever, long, colleague, chief, byCase]) {
      expectAllowed(await answer(who))
      expect(await counts()).toEqual([forModerators, forAdmins + 1])
      const id = (await rows(who))[0]?.id ?? ''
      expect(await waiting(who, moderator)).toEqual([])
      for (const decision of ['end', 'keep']) expectError(await judge(id, decision, moderator), 'RP009')
      expect(await rows(who)).toMatchObject([{ decision: null }])
      expect(await isSuspended(who)).toBe(true)
      expect(await waiting(who)).toMatchObject([{ refusal: null }])
      await judged(id, 'end')
      expect(await isSuspended(who)).toBe(false)
    }
  })

  it('does not decide about another account of its own', async () => {
    for (const role of ['admin', 'moderator']) {
      const email = `${randomUUID()}@gmail.com`
      const one = await signUp(area.engine, { email, [role]: true })
      const two = await signUp(area.engine, { email: email.replace('@', '+two@') })
      for (const who of [one, two]) await prove(who)
      const id = await answered(two)
      // An admin sees that another one decides; a moderator has none waiting that only admins decide.
      const [refusal, shown] = role === 'admin' ? ['RP007', [{ refusal: 'RP007' }]] : ['RP009', []]
      expect(await waiting(two, one)).toMatchObject(shown)
      expectError(await judge(id, 'end', one), refusal)
      // Nor by hand: neither at once nor by a shorter one in its place.
      const lifted = await one.from('profiles').update({ is_suspended: false }).eq('id', two.user.id)
      if (role === 'admin') expectError(lifted, 'RP007')
      expectError(await one.rpc('suspend_member', { user_id: two.user.id, reason: 'Short' }), refusal)
      expect(await isSuspended(two)).toBe(true)
      await judged(id, 'end')
    }
  })

  it('decides once: the second of two is refused with the name of the first, the same again is the first one', async () => {
    const id = await answered()
    const second = await signUp(area.engine, { admin: true })
    const answers = await Promise.all([judge(id, 'end', area.admin, 'Yes'), judge(id, 'keep', second, 'No')])
    expect(answers.map(({ error }) => error?.code ?? 'done').toSorted()).toEqual(['SU003', 'done'])
    const [stored] = await rows(tom)
    const winner = stored?.decided_by === second.user.id ? second : area.admin
    const loser = winner === second ? area.admin : second
    expect(await isSuspended(tom)).toBe(stored?.decision === 'keep')
    const refused = await judge(id, stored?.decision ?? '', loser, stored?.words)
    expectError(refused, 'SU003')
    expect((refused.error as unknown as { details: string }).details).toBe(winner.user.username)
    await judged(id, stored?.decision ?? '', winner, stored?.words)
    expectError(await judge(id, stored?.decision === 'end' ? 'keep' : 'end', winner), 'SU003')
    expect(await rows(tom)).toEqual([stored])
    expect((await trail(tom)).filter(({ action }) => action === 'decide_appeal')).toHaveLength(1)
  })

  it('refuses unknown answers and decisions, and words that are too long or have control characters', async () => {
    const id = await answered()
    expectError(await judge(randomUUID(), 'end'), 'PT404')
    for (const decision of ['', 'END', 'lift', null as unknown as string])
      expectError(await judge(id, decision), '22023')
    for (const words of ['x'.repeat(501), 'bell\u0007'])
      expectError(await judge(id, 'keep', area.admin, words), '23514')
    expect(await rows(tom)).toMatchObject([{ decision: null }])
    expect(await isSuspended(tom)).toBe(true)
    await judged(id, 'keep', area.admin, 'x'.repeat(500))
  })

  it('has nothing to decide once the suspension has ended by time, by hand or by undoing', async () => {
    const [byHand, undone] = [await signUp(area.engine), await signUp(area.engine)]
    const ids = [await answered(), await answered(byHand)]
    await area.row(`update private.suspended_accounts set ends_at = now() - interval '1 s' where account_id = $1`, [
      tom.user.id,
    ])
    await area.row('select private.end_suspensions()')
    await lift(byHand)
    const subject = await suspendedByCase(undone)
    expectAllowed(await answer(undone))
    ids.push((await rows(undone))[0]?.id ?? '')
    expect(await waiting(undone)).toHaveLength(1)
    expectAllowed(await reopen(area, subject))
    for (const [place, who] of [tom, byHand, undone].entries()) {
      expect(await isSuspended(who)).toBe(false)
      expect(await waiting(who)).toEqual([])
      for (const decision of ['end', 'keep']) expectError(await judge(ids[place] ?? '', decision), 'SU004')
      expect(await rows(who)).toMatchObject([{ decision: null }])
    }
    // An answer to the suspension before does not end the next one.
    await suspend(tom)
    expectError(await judge(ids[0] ?? '', 'end'), 'SU004')
    expect(await isSuspended(tom)).toBe(true)
  })

  it('loses the answer with the account, also at the moment of the decision', async () => {
    const id = await answered()
    const [gone, decided] = await Promise.all([
      tom.rpc('delete_own_account', { password: tom.user.password }),
      judge(id, 'end'),
    ])
    expect(gone.error).toBeNull()
    expect([undefined, 'PT404']).toContain(decided.error?.code)
    expect(await area.row('select from private.appeals where id = $1', [id])).toBeUndefined()
    expectError(await judge(id, 'end'), 'PT404')
  })

  it('keeps a record of who answered, kept and ended', async () => {
    await judged(await answered(), 'keep', moderator, 'No.')
    expect(await trail(tom)).toMatchObject([
      { action: 'suspend', actor_id: area.admin.user.id },
      { action: 'answer_suspension', actor_id: tom.user.id, details: {} },
      { action: 'decide_appeal', actor_id: moderator.user.id, details: { decision: 'keep', reason: 'No.' } },
    ])
    const eve = await signUp(area.engine)
    await judged(await answered(eve), 'end')
    expect(await trail(eve)).toMatchObject([
      { action: 'suspend' },
      { action: 'answer_suspension', actor_id: eve.user.id },
      { action: 'decide_appeal', details: { decision: 'end' } },
      { action: 'unsuspend', actor_id: area.admin.user.id },
    ])
  })

  it('is not a former member of the team', async () => {
    const id = await answered()
    const who = await signUp(area.engine, { moderator: true })
    expectAllowed(await who.rpc('appeal_queue'))
    await area.row('update public.profiles set is_moderator = false where id = $1', [who.user.id])
    expectDenied(await who.rpc('appeal_queue'))
    expectDenied(await judge(id, 'end', who))
    expect(await isSuspended(tom)).toBe(true)
  })
})

it('own data contains the answer and what was decided, and not by whom', async () => {
  await judged(await answered(), 'keep', area.admin, 'No.')
  const data = JSON.stringify(expectAllowed(await tom.rpc('my_data')))
  expect(data).toContain(TEXT)
  expect(data).toContain('No.')
  expect(data).not.toContain(area.admin.user.id)
  expect(JSON.stringify(expectAllowed(await area.other.rpc('my_data')))).not.toContain(TEXT)
})

it('answers to suspensions that have ended are deleted after a year', async () => {
  await answered()
  const eve = await signUp(area.engine)
  await answered(eve, null)
  await lift(tom)
  const age = (days: number) =>
    area.row('update private.appeals set created_at = now() - make_interval(days => $1) where member_id = any ($2)', [
      days,
      [tom.user.id, eve.user.id],
    ])
  await age(364)
  await area.row('select private.tend_reports()')
  expect(await rows(tom)).toHaveLength(1)
  await age(367)
  await area.row('select private.tend_reports()')
  expect([await rows(tom), await rows(eve)]).toMatchObject([[], [{ message: TEXT }]])
})

it('tells the team of a new answer and of one that waits no longer, and the member of the decision', async () => {
  const live = await hearLive(area.engine)
  const heard = async (topic: string, list: 'tables' | 'what') => {
    const said = (await live.flushed()).filter((one) => one.topic === topic)
    return said.flatMap(({ message }) => message[list] as string[])
  }
  try {
    await suspend(tom)
    await live.flushed()
    expectAllowed(await answer(tom))
    expect(await heard('moderation', 'tables')).toEqual(['appeals'])
    await judged((await rows(tom))[0]?.id ?? '', 'keep')
    expect(await heard(`member:${tom.user.id}`, 'what')).toContain('standing')
    await lift(tom)
    expect(await heard('moderation', 'tables')).toEqual(['appeals'])
    await suspend(tom)
    expectAllowed(await answer(tom))
    await live.flushed()
    await judged((await rows(tom))[1]?.id ?? '', 'end')
    const said = await live.flushed()
    const on = (topic: string) => said.filter((one) => one.topic === topic).map(({ message }) => message)
    expect(on('admin').flatMap(({ tables }) => tables)).toContain('appeals')
    expect(on('moderation').flatMap(({ tables }) => tables)).toEqual(['appeals'])
    expect(on(`member:${tom.user.id}`).flatMap(({ what }) => what)).toContain('standing')
  } finally {
    await live.close()
  }
})
