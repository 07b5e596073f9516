import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { post, report } from './case.ts'

// Several suspensions of one member at the same time: by decisions, and by hand.

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const caseWith = async (id: string) =>
  expectAllowed(await area.admin.rpc('report_case', { id })) as unknown as {
    version: number
    is_in_force: boolean | null
    record: object | null
  }
const suspendBy = async (id: string, reason: string, days: number | null) => {
  const { version } = await caseWith(id)
  expectAllowed(
    await area.admin.rpc('decide_report', { id, seen: version, decision: 'suspend', reason, days } as never),
  )
}
const undo = async (id: string) => {
  const { version } = await caseWith(id)
  expectAllowed(await area.admin.rpc('reopen_report', { id, seen: version }))
}
const byHand = (who: Persona, reason: string, days: number | null) =>
  area.admin
    .rpc('suspend_member', {
      user_id: who.user.id,
      reason,
      ends_at: days === null ? null : new Date(Date.now() + days * 86_400_000).toISOString(),
    } as never)
    .throwOnError()
const lift = (who: Persona, is_suspended = false) =>
  area.admin.from('profiles').update({ is_suspended }).eq('id', who.user.id).throwOnError()
/** As if so many days had passed, and the job had run. */
const pass = async (days: number) => {
  await area.row('update private.suspended_accounts set ends_at = ends_at - make_interval(days => $1)', [days])
  await area.row('select private.end_suspensions()')
}
const leave = async (who: Persona) =>
  expect(expectAllowed(await who.rpc('delete_own_account', { password: who.user.password }))).toBe(true)
const signUpAgain = ({ user }: Persona) => signUp(area.engine, { email: user.email, username: user.username })

/** What holds for a member: `no`, or the reason that they read, and whether it has an end. */
async function standing(who: Persona): Promise<string> {
  const row = await area.row('select is_suspended from public.profiles where id = $1', [who.user.id])
  const [own] = expectAllowed(await who.rpc('my_suspension'))
  expect(row?.is_suspended).toBe(own !== undefined)
  return own ? `${own.reason}, ${own.ends_at ? 'with an end' : 'until lifted'}` : 'no'
}
/** A member and cases about posts of theirs. */
async function reported(count: number): Promise<{ author: Persona; cases: string[] }> {
  const author = await signUp(area.engine)
  const cases: string[] = []
  for (let n = 0; n < count; n++) {
    const id = await post(author)
    expectAllowed(await report(area.member, { subject_id: id }))
    cases.push(String((await area.row('select id from private.report_cases where subject_id = $1', [id]))?.id))
  }
  return { author, cases }
}
const inForce = async (cases: string[]) => Promise.all(cases.map(async (id) => (await caseWith(id)).is_in_force))
const trail = async ({ user }: Persona) => {
  const rows = await area.engine.owner.query<{ action: string }>(
    `select action from private.audit_log
      where subject_id = $1 and action in ('suspend', 'edit_suspension', 'unsuspend') order by created_at, id`,
    [user.id],
  )
  return rows.map(({ action }) => action)
}

describe('of two decisions', () => {
  it.each([
    ['the first, then the second', [0, 1]],
    ['the second, then the first', [1, 0]],
  ])('undoing %s leaves no suspension, also none that was undone', async (_, order) => {
    const { author, cases } = await reported(2)
    await suspendBy(String(cases[0]), 'A mistake', null)
    await suspendBy(String(cases[1]), 'Also', 1)
    expect(await standing(author)).toBe('A mistake, until lifted')
    await undo(String(cases[Number(order[0])]))
    expect(await standing(author)).toBe(order[0] === 0 ? 'Also, with an end' : 'A mistake, until lifted')
    await undo(String(cases[Number(order[1])]))
    expect(await standing(author)).toBe('no')
    await leave(author)
    expect(await standing(await signUpAgain(author))).toBe('no')
  })

  it('with the same words, undoing one leaves the other', async () => {
    const { author, cases } = await reported(2)
    for (const id of cases) await suspendBy(id, 'Spam', null)
    expect(await inForce(cases)).toEqual([true, true])
    await undo(String(cases[0]))
    expect(await standing(author)).toBe('Spam, until lifted')
    expect(await inForce(cases)).toEqual([null, true])
    await undo(String(cases[1]))
    expect(await standing(author)).toBe('no')
    expect(await trail(author)).toEqual(['suspend', 'unsuspend'])
  })

  it('the one that ends last counts, and the other neither shortens nor outlasts it', async () => {
    const { author, cases } = await reported(2)
    await suspendBy(String(cases[0]), 'Long', 30)
    await suspendBy(String(cases[1]), 'Short', 1)
    expect(await standing(author)).toBe('Long, with an end')
    await pass(1)
    expect(await inForce(cases)).toEqual([true, false])
    expect(await standing(author)).toBe('Long, with an end')
    await pass(29)
    expect(await inForce(cases)).toEqual([false, false])
    expect(await standing(author)).toBe('no')
    await undo(String(cases[1]))
    await undo(String(cases[0]))
    expect(await standing(author)).toBe('no')
    expect(await trail(author)).toEqual(['suspend', 'unsuspend'])
  })

  it('what the member reads changes with the one that counts, and the audit trail says so', async () => {
    const { author, cases } = await reported(2)
    await suspendBy(String(cases[0]), 'Short', 1)
    await suspendBy(String(cases[1]), 'Long', 30)
    expect(await standing(author)).toBe('Long, with an end')
    await undo(String(cases[1]))
    expect(await standing(author)).toBe('Short, with an end')
    expect(await trail(author)).toEqual(['suspend', 'edit_suspension', 'edit_suspension'])
  })
})

describe('a suspension by hand', () => {
  it('is of no case: undoing a decision with the same words leaves it', async () => {
    const { author, cases } = await reported(1)
    await suspendBy(String(cases[0]), 'Spam', null)
    await byHand(author, 'Spam', null)
    expect(await inForce(cases)).toEqual([false])
    await undo(String(cases[0]))
    expect(await standing(author)).toBe('Spam, until lifted')
  })

  it('replaces the decisions before it, and stands beside those after it', async () => {
    const { author, cases } = await reported(2)
    await suspendBy(String(cases[0]), 'Long', 30)
    await byHand(author, 'Shorter', 7)
    expect(await standing(author)).toBe('Shorter, with an end')
    await suspendBy(String(cases[1]), 'After', null)
    expect(await standing(author)).toBe('After, until lifted')
    await undo(String(cases[1]))
    expect(await standing(author)).toBe('Shorter, with an end')
    await pass(7)
    expect(await standing(author)).toBe('no')
  })

  it('also replaces what earlier accounts were suspended for', async () => {
    const { author, cases } = await reported(1)
    await suspendBy(String(cases[0]), 'Long', 30)
    await leave(author)
    const second = await signUpAgain(author)
    expect(await standing(second)).toBe('Long, with an end')
    await byHand(second, 'Shorter', 7)
    await leave(second)
    expect(await standing(await signUpAgain(author))).toBe('Shorter, with an end')
  })

  it('by the switch is not taken for a decision whose reason is no longer stored', async () => {
    const { author, cases } = await reported(1)
    await suspendBy(String(cases[0]), 'Insults', null)
    await lift(author)
    await leave(author)
    const next = await signUpAgain(author)
    await lift(next, true)
    await undo(String(cases[0]))
    expect(await standing(next)).toBe(', until lifted')
    await lift(next)
    expect(await standing(next)).toBe('no')
  })

  it('lifted by hand ends all, and undoing the decisions later changes nothing', async () => {
    const { author, cases } = await reported(2)
    for (const id of cases) await suspendBy(id, 'Spam', 7)
    await lift(author)
    expect(await standing(author)).toBe('no')
    expect(await inForce(cases)).toEqual([false, false])
    await byHand(author, 'Later', 1)
    for (const id of cases) await undo(id)
    expect(await standing(author)).toBe('Later, with an end')
  })
})

describe('a person’s accounts', () => {
  it('have all suspensions of those before, and undoing one leaves the other', async () => {
    const { author, cases } = await reported(2)
    await suspendBy(String(cases[0]), 'Long', null)
    await suspendBy(String(cases[1]), 'Short', 7)
    await leave(author)
    const second = await signUpAgain(author)
    expect(await inForce(cases)).toEqual([true, true])
    await undo(String(cases[0]))
    expect(await standing(second)).toBe('Short, with an end')
    await leave(second)
    await undo(String(cases[1]))
    expect(await standing(await signUpAgain(author))).toBe('no')
  })

  it('that exist together are all freed when the decision is undone, and keep what else stands', async () => {
    const { author, cases } = await reported(1)
    await suspendBy(String(cases[0]), 'A mistake', null)
    const email = String(author.user.email)
    await area.row('update auth.users set email = $2 where id = $1', [author.user.id, `moved-${email}`])
    const second = await signUp(area.engine, { email })
    expect(await standing(second)).toBe('A mistake, until lifted')
    await byHand(second, 'Another matter', 7)
    await undo(String(cases[0]))
    expect(await standing(author)).toBe('no')
    expect(await standing(second)).toBe('Another matter, with an end')
  })

  it('do not free each other: the end of one’s suspension leaves what stands for a deleted one', async () => {
    const { author, cases } = await reported(1)
    const email = String(author.user.email)
    await area.row('update auth.users set email = $2 where id = $1', [author.user.id, `moved-${email}`])
    const second = await signUp(area.engine, { email })
    await suspendBy(String(cases[0]), 'For good', null)
    await leave(author)
    await byHand(second, 'A day', 1)
    // By hand it replaced what stood; another decision about the account that has left follows.
    await undo(String(cases[0]))
    await suspendBy(String(cases[0]), 'For good', null)
    await pass(1)
    expect(await standing(second)).toBe('no')
    await leave(second)
    expect(await standing(await signUp(area.engine, { email }))).toBe('For good, until lifted')
  })
})

it('a suspension outlasts its case, until it ends or is lifted by hand', async () => {
  const { author, cases } = await reported(1)
  await suspendBy(String(cases[0]), 'Insults', 7)
  await area.row('delete from private.report_cases where id = $1', [cases[0]])
  expect(await standing(author)).toBe('Insults, with an end')
  await leave(author)
  const next = await signUpAgain(author)
  expect(await standing(next)).toBe('Insults, with an end')
  await lift(next)
  expect(await standing(next)).toBe('no')
})
