import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed } from '../support/denied.ts'
import type { MemberArea } from '../support/member-area.ts'
import { ENDED, join, mayJoin, setJoining } from './join.ts'
import { type Mailing, openMailing } from './mailing.ts'

// When an account takes a place of its invitation: one that waits for its confirmation takes it then. What a sign-up is
// answered, and the mails, are in engine/test/integration/auth-places.test.ts.

let club: Mailing
let area: MemberArea
let tom: Persona
beforeAll(async () => {
  club = await openMailing()
  area = club.area
})
beforeEach(async () => {
  await setJoining(area, 'open')
  tom = await signUp(area.engine)
  await setJoining(area, 'invitation')
})
afterAll(() => area.engine.close())

/** An account that waits, with this code in its metadata. */
async function waiting(code?: string): Promise<string> {
  const id = randomUUID()
  await area.row('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)', [
    id,
    `${id}@example.com`,
    metadata(id, code),
  ])
  return id
}
const metadata = (id: string, code?: string) => ({
  username: `new-${id.slice(0, 12)}`,
  ...(code && { invitation: code }),
})
const told = (work: Promise<unknown>) =>
  work.then(
    () => 'confirmed',
    (error: Error) => error.message,
  )
const confirm = (id: string) =>
  told(area.row('update auth.users set email_confirmed_at = now() where id = $1 and email_confirmed_at is null', [id]))
/** One more sign-up with the address of an account that waits, as the engine joins it. */
const again = (id: string, code?: string) =>
  area.row('update auth.users set raw_user_meta_data = $2 where id = $1', [id, metadata(id, code)])
const noted = async () => (await area.row('select count(*)::int as n from private.invited_accounts'))?.n

interface Invited {
  code: string
  taken: () => Promise<unknown>
  /** Leaves one place. */
  fill: () => Promise<unknown>
  expire: () => Promise<unknown>
  full: number
}
function invited(code: string, table: string, full: number): Invited {
  const set = (what: string) => area.row(`update private.${table} set ${what} where code = $1`, [code])
  const one = (what: string) => area.row(`select ${what} as n from private.${table} where code = $1`, [code])
  const isMail = table === 'mailed_invitations'
  return {
    code,
    taken: async () => (await one(isMail ? 'count(accepted_at)::int' : 'taken'))?.n,
    fill: async () => !isMail && (await set('taken = places - 1')),
    expire: () => set('expires_at = now()'),
    full,
  }
}
async function ofTom(replaces?: string): Promise<Invited> {
  const [own] = expectAllowed(await tom.rpc('make_invitation', replaces ? { replaces } : {})) as { code: string }[]
  return invited(own?.code ?? '', 'invitations', 20)
}
async function ofClub(): Promise<Invited & { id: string }> {
  const values = { id: randomUUID(), note: 'Stand', places: 20, days: 30 }
  const [link] = expectAllowed(await area.admin.rpc('make_club_link', values)) as { code: string }[]
  return { ...invited(link?.code ?? '', 'club_links', 20), id: values.id }
}
async function byMail(): Promise<Invited & { id: string; address: string }> {
  const one = await club.invited()
  await club.send(one.address, 'sent')
  return { ...invited(one.code, 'mailed_invitations', 1), ...one }
}

describe.each([
  ['a member’s link', () => ofTom()],
  ['a link of the club', ofClub],
  ['an invitation by mail', byMail],
])('an account that waits, with %s,', (_, make) => {
  let one: Invited
  beforeEach(async () => {
    one = await make()
  })

  it('takes its place when it is confirmed, and once', async () => {
    const ids = [await waiting(one.code), await waiting(one.code)]
    expect([await one.taken(), await mayJoin(area, one.code)]).toEqual([0, 'yes'])
    expect(await confirm(ids[0] ?? '')).toBe('confirmed')
    expect(await one.taken()).toBe(1)
    // Whatever changes afterwards.
    await again(ids[0] ?? '', (await ofClub()).code)
    await area.row('update auth.users set email_confirmed_at = now(), email = $2 where id = $1', [
      ids[0],
      `${randomUUID()}@example.com`,
    ])
    expect(await one.taken()).toBe(1)
    expect(await area.row('select from private.invited_accounts where account_id = $1', [ids[0]])).toBeUndefined()
  })

  it('is refused when another one took the last place, until the club is open to everybody', async () => {
    await one.fill()
    const [first, second, third] = [await waiting(one.code), await waiting(one.code), await waiting(one.code)]
    expect(await confirm(first)).toBe('confirmed')
    expect([await one.taken(), await mayJoin(area, one.code)]).toEqual([one.full, 'ended'])
    expect([await confirm(second), await confirm(second), await confirm(third)]).toEqual([ENDED, ENDED, ENDED])
    expect(await area.row('select from public.profiles where id = $1', [second])).toBeUndefined()
    // Closing the club lets nobody in who was refused.
    await setJoining(area, 'closed')
    expect([await confirm(second), await confirm(third)]).toEqual([ENDED, ENDED])
    await setJoining(area, 'open')
    expect([await confirm(second), await confirm(third)]).toEqual(['confirmed', 'confirmed'])
    expect(await one.taken()).toBe(one.full)
  })

  it('is confirmed and counted if the invitation has only expired since', async () => {
    const id = await waiting(one.code)
    await one.expire()
    expect([await mayJoin(area, one.code), await confirm(id), await one.taken()]).toEqual(['ended', 'confirmed', 1])
  })

  it.each(['closed', 'open'] as const)('is counted though the club is %s by then', async (joining) => {
    const id = await waiting(one.code)
    await setJoining(area, joining)
    expect([await confirm(id), await one.taken()]).toEqual(['confirmed', 1])
  })

  it('is confirmed with the code of its last sign-up, and takes no place of the earlier one', async () => {
    await one.fill()
    const [first, second] = [await waiting(one.code), await waiting(one.code)]
    await confirm(first)
    expect(await confirm(second)).toBe(ENDED)
    // A code that admits nobody, and other data, change nothing.
    await again(second, 'no such code')
    await again(second)
    expect(await confirm(second)).toBe(ENDED)
    const other = await ofClub()
    await again(second, other.code)
    expect([await other.taken(), await confirm(second), await other.taken()]).toEqual([0, 'confirmed', 1])
    expect(await one.taken()).toBe(one.full)
  })

  it('takes it, though it signed up with another one before', async () => {
    const other = await ofClub()
    const id = await waiting(other.code)
    await again(id, one.code)
    expect([await one.taken(), await confirm(id), await one.taken(), await other.taken()]).toEqual([
      0,
      'confirmed',
      1,
      0,
    ])
  })

  it('is counted once by hosted Auth, which changes the data before it confirms, also in the transaction of the sign-up', async () => {
    await one.fill()
    const steps = (id: string) => `
      update auth.users set raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}' where id = '${id}';
      update auth.users set email_confirmed_at = now() where id = '${id}';`
    const atOnce = (id: string) =>
      told(
        area.row(`do $do$ begin
          insert into auth.users (id, email, raw_user_meta_data)
            values ('${id}', '${id}@example.com', '${JSON.stringify(metadata(id, one.code))}');
          ${steps(id)} end $do$`),
      )
    const [late, first, second] = [await waiting(one.code), randomUUID(), randomUUID()]
    expect([await atOnce(first), await atOnce(second), await one.taken()]).toEqual(['confirmed', ENDED, one.full])
    expect(await area.row('select from auth.users where id = $1', [second])).toBeUndefined()
    expect(await told(area.row(`do $do$ begin ${steps(late)} end $do$`))).toBe(ENDED)
    const other = await ofClub()
    const open = await waiting(other.code)
    await other.expire()
    await setJoining(area, 'open')
    expect(await told(area.row(`do $do$ begin ${steps(open)} end $do$`))).toBe('confirmed')
    expect(await other.taken()).toBe(1)
  })

  it('leaves nothing behind when it is deleted', async () => {
    const before = await noted()
    const id = await waiting(one.code)
    await area.row('delete from auth.users where id = $1', [id])
    expect([await noted(), await one.taken(), await mayJoin(area, one.code)]).toEqual([before, 0, 'yes'])
  })
})

describe('an account that waits is refused', () => {
  it('when the member has replaced the link, and takes no place of the new one', async () => {
    const one = await ofTom()
    const id = await waiting(one.code)
    const next = await ofTom(one.code)
    expect([await confirm(id), await next.taken()]).toEqual([ENDED, 0])
    await again(id, next.code)
    expect([await confirm(id), await next.taken()]).toEqual(['confirmed', 1])
  })

  it('while the member is suspended', async () => {
    const one = await ofTom()
    const id = await waiting(one.code)
    await area.row('update public.profiles set is_suspended = true where id = $1', [tom.user.id])
    expect([await confirm(id), await one.taken()]).toEqual([ENDED, 0])
    await area.row('update public.profiles set is_suspended = false where id = $1', [tom.user.id])
    expect([await confirm(id), await one.taken()]).toEqual(['confirmed', 1])
  })

  it('when the member has left', async () => {
    const id = await waiting((await ofTom()).code)
    expectAllowed(await tom.rpc('delete_own_account', { password: tom.user.password }))
    expect(await confirm(id)).toBe(ENDED)
    await setJoining(area, 'closed')
    expect(await confirm(id)).toBe(ENDED)
    await setJoining(area, 'open')
    expect(await confirm(id)).toBe('confirmed')
  })

  it('when an admin has ended the link of the club', async () => {
    const one = await ofClub()
    const [first, second] = [await waiting(one.code), await waiting(one.code)]
    expectAllowed(await area.admin.rpc('end_club_link', { id: one.id }))
    expect(await confirm(first)).toBe(ENDED)
    await setJoining(area, 'open')
    expect([await confirm(second), await one.taken()]).toEqual(['confirmed', 0])
  })

  it('when an admin has withdrawn the invitation by mail', async () => {
    const one = await byMail()
    const id = await waiting(one.code)
    await club.withdraw([one.id])
    expect([await confirm(id), await club.stateOf(one.address)]).toEqual([ENDED, 'withdrawn'])
  })

  it('when the invitation was used, also after the account that used it and its row are deleted', async () => {
    const one = await byMail()
    const ids = [await waiting(one.code), await waiting(one.code)]
    const eve = randomUUID()
    await area.row('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)', [
      eve,
      one.address,
      metadata(eve, one.code),
    ])
    expect(await confirm(eve)).toBe('confirmed')
    await area.row('delete from auth.users where id = $1', [eve])
    expect(await club.stored(one.address)).toBeUndefined()
    expect([await confirm(ids[0] ?? ''), await confirm(ids[1] ?? '')]).toEqual([ENDED, ENDED])
  })
})

it('an account that waits is confirmed when the mail of its invitation is given up after it has arrived', async () => {
  const one = await club.invited()
  const id = await waiting(one.code)
  await club.send(one.address, 'refused')
  expect([await club.stateOf(one.address), await mayJoin(area, one.code)]).toEqual(['failed', 'ended'])
  expect([await confirm(id), await club.stateOf(one.address)]).toEqual(['confirmed', 'accepted'])
})

describe('in an open club', () => {
  it('an account that waits is counted for a link of the club, and not for a member’s', async () => {
    const [own, link] = [await ofTom(), await ofClub()]
    await setJoining(area, 'open')
    const [byMember, byClub, none] = [await waiting(own.code), await waiting(link.code), await waiting()]
    expect([await own.taken(), await link.taken()]).toEqual([0, 0])
    await setJoining(area, 'invitation')
    // They were admitted without an invitation.
    await ofTom(own.code)
    for (const id of [byMember, byClub, none]) expect(await confirm(id)).toBe('confirmed')
    expect([await own.taken(), await link.taken()]).toEqual([undefined, 1])
  })

  it('its last sign-up decides whether it is counted', async () => {
    const [link, other] = [await ofClub(), await ofClub()]
    await setJoining(area, 'open')
    const [to, without] = [await waiting(link.code), await waiting(link.code)]
    await again(to, other.code)
    await again(without)
    expect([await confirm(to), await confirm(without)]).toEqual(['confirmed', 'confirmed'])
    expect([await link.taken(), await other.taken()]).toEqual([0, 1])
  })

  it('an account is not counted for a link that was over when it signed up', async () => {
    const link = await ofClub()
    await link.expire()
    await setJoining(area, 'open')
    const id = await waiting(link.code)
    expect([await confirm(id), await link.taken()]).toEqual(['confirmed', 0])
  })
})

describe('an account that waits for nothing', () => {
  it('takes its place at once', async () => {
    const one = await ofClub()
    const before = await noted()
    expect([await join(area, one.code), await one.taken(), await noted()]).toEqual([undefined, 1, before])
  })

  it('is counted once if it is anonymous and gets an address later, whatever code it names then', async () => {
    const [one, other] = [await ofTom(), await ofClub()]
    const id = randomUUID()
    await area.row('insert into auth.users (id, is_anonymous, raw_user_meta_data) values ($1, true, $2)', [
      id,
      metadata(id, one.code),
    ])
    expect(await one.taken()).toBe(1)
    await area.row(`update auth.users set email = $2, is_anonymous = false where id = $1`, [id, `${id}@example.com`])
    await again(id, other.code)
    expect([await confirm(id), await one.taken(), await other.taken()]).toEqual(['confirmed', 1, 0])
  })
})

it('nobody reads which codes wait', async () => {
  const { code } = await ofClub()
  await waiting(code)
  for (const by of [guest(area.engine), area.member, area.admin])
    expect((await by.from('invited_accounts').select('*')).error?.code).toBe('PGRST205')
})
