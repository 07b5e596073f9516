import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { logged } from '../catches/club.ts'
import { putPicture } from '../files/pictures.ts'
import { inbox } from '../notifications/inbox.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { board, decide, expectNone, offer, offered, offerOf, photographed, undo, verified, withdraw } from './offers.ts'

// A member offers a catch, and an admin or moderator who is not the angler decides.

let area: MemberArea
let moderator: Persona
let angler: Persona
beforeAll(async () => {
  area = await openMemberArea()
  moderator = await signUp(area.engine, { moderator: true })
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  angler = await signUp(area.engine)
})

const suspend = (who: Persona, is = true) =>
  area.row('update public.profiles set is_suspended = $2 where id = $1', [who.user.id, is])
const trail = async (who: Persona) =>
  (
    await area.engine.owner.query(
      'select action, actor_id, details from private.audit_log where subject_id = $1 order by created_at, id',
      [who.user.id],
    )
  ).filter(({ action }) => String(action).endsWith('_record'))
const own = async (who: Persona) =>
  expectAllowed(await who.rpc('my_record_offers')) as { catch_id: string; state: string; reason: string }[]
const list = async (who: Persona, decided = false) =>
  expectAllowed(await who.rpc('record_offer_list', { decided })) as { id: string; is_own: boolean; username: string }[]
const ids = async (who: Persona, decided = false) => (await list(who, decided)).map(({ id }) => id)

describe('an offer', () => {
  it('is made by the angler, and by nobody else', async () => {
    const id = await photographed(angler)
    for (const who of [guest(area.engine), area.suspended]) expectDenied(await offer(who, id))
    for (const who of [area.member, moderator, area.admin]) expectError(await offer(who, id), 'PT404')
    expect(await offerOf(area, id)).toBeUndefined()
    expectNone(await offer(angler, id))
    expect(await offerOf(area, id)).toMatchObject({ decision: null })
    expect(await own(angler)).toMatchObject([{ catch_id: id, state: 'waiting', reason: '' }])
    expect(await own(area.member)).toEqual([])
  })

  it('needs a photo, and a catch for all members', async () => {
    const bare = await logged(angler)
    expectError(await offer(angler, bare.id), 'RC001')
    for (const visibility of ['me', 'connections'] as const)
      expectError(await offer(angler, await photographed(angler, { visibility })), 'RC001')
    expectError(await offer(angler, randomUUID()), 'PT404')
  })

  it('sent twice is one offer', async () => {
    const { catchId, id } = await offered(area, angler)
    expectNone(await offer(angler, catchId))
    expect(await offerOf(area, catchId)).toMatchObject({ id })
  })

  it('is one of five at most that wait', async () => {
    for (let n = 0; n < 5; n += 1) await offered(area, angler)
    const sixth = await photographed(angler)
    expectError(await offer(angler, sixth), 'RC002')
    const [first] = await own(angler)
    expectNone(await withdraw(angler, first?.catch_id ?? ''))
    expectNone(await offer(angler, sixth))
  })

  it('is limited to 30 a day', async () => {
    await area.scaleLimits(1)
    const id = await photographed(angler)
    for (let n = 0; n < 30; n += 1) {
      expectNone(await offer(angler, id))
      expectNone(await withdraw(angler, id))
    }
    expectError(await offer(angler, id), 'PT429')
    await area.scaleLimits(1000)
  })

  it('is taken back by the angler while it waits, and by nobody else', async () => {
    const { catchId } = await offered(area, angler)
    for (const who of [guest(area.engine), area.suspended]) expectDenied(await withdraw(who, catchId))
    for (const who of [area.member, moderator, area.admin]) expectNone(await withdraw(who, catchId))
    expect(await offerOf(area, catchId)).toBeDefined()
    await suspend(angler)
    expectDenied(await withdraw(angler, catchId))
    await suspend(angler, false)
    expectNone(await withdraw(angler, catchId))
    expect(await offerOf(area, catchId)).toBeUndefined()
    const shown = await verified(area, angler)
    expectNone(await withdraw(angler, shown))
    expect(await offerOf(area, shown)).toMatchObject({ decision: 'verify' })
  })

  it.each([
    ['weight', { grams: 15_000 }],
    ['variety', { variety: 'ghost' }],
    ['day', { caught_on: '2026-05-31' }],
    ['audience', { visibility: 'connections' }],
  ])('and a verification ends when the %s is changed', async (_, edit) => {
    for (const make of [async () => (await offered(area, angler)).catchId, () => verified(area, angler)]) {
      const id = await make()
      await angler.from('catches').update({ words: 'Weighed twice' }).eq('id', id).throwOnError()
      expect(await offerOf(area, id)).toBeDefined()
      await angler.from('catches').update(edit).eq('id', id).throwOnError()
      expect(await offerOf(area, id)).toBeUndefined()
    }
  })

  it('ends with another photo or none, and with the catch', async () => {
    const { catchId } = await offered(area, angler)
    const photo_path = await putPicture(angler, 'catch-photos')
    await angler.from('catches').update({ photo_path }).eq('id', catchId).throwOnError()
    expect(await offerOf(area, catchId)).toBeUndefined()
    const id = await verified(area, angler)
    await angler.from('catches').update({ photo_path: null }).eq('id', id).throwOnError()
    expect(await offerOf(area, id)).toBeUndefined()
    const gone = await verified(area, angler)
    await angler.from('catches').delete().eq('id', gone).throwOnError()
    expect(await offerOf(area, gone)).toBeUndefined()
  })

  it('is in the list of the team, the oldest first, and of nobody else', async () => {
    const { id } = await offered(area, angler)
    const later = await offered(area, angler)
    for (const who of [guest(area.engine), area.member, angler, area.suspended])
      expectDenied(await who.rpc('record_offer_list'))
    for (const who of [moderator, area.admin]) {
      const waiting = await ids(who)
      expect(waiting.indexOf(id)).toBeGreaterThanOrEqual(0)
      expect(waiting.indexOf(later.id)).toBeGreaterThan(waiting.indexOf(id))
    }
    await suspend(angler)
    expect(await ids(moderator)).not.toContain(id)
    expectError(await decide(moderator, id, 'verify'), 'PT404')
    await suspend(angler, false)
    expect(await ids(moderator)).toContain(id)
  })

  it('of a member with many does not hide those of others: the first of each angler, then the second', async () => {
    const many = await Promise.all(Array.from({ length: 3 }, () => signUp(area.engine)))
    const made: { who: Persona; id: string }[] = []
    for (const who of many) for (let n = 0; n < 3; n += 1) made.push({ who, id: (await offered(area, who)).id })
    const late = (await offered(area, angler)).id
    const waiting = await ids(moderator)
    const at = (id: string) => waiting.indexOf(id)
    const [first, second] = [0, 1].map((n) => many.map((who) => made.filter((one) => one.who === who)[n]?.id ?? ''))
    // Of offers at the same place the oldest first, so the latest angler comes after all first offers, and before others.
    expect(first?.map(at)).toEqual(first?.map(at).toSorted((a, b) => a - b))
    for (const id of first ?? []) expect(at(id)).toBeLessThan(at(late))
    for (const id of second ?? []) expect(at(id)).toBeGreaterThan(at(late))
  })

  it('is among the 100 shown while 20 members have five each', async () => {
    await area.row('delete from private.record_offers')
    const many = await Promise.all(Array.from({ length: 20 }, () => signUp(area.engine)))
    await area.row(
      `with made as (
        insert into public.catches (user_id, grams, caught_on, variety, visibility)
          select m.id, 5000, '2026-05-31', 'mirror', 'members'
          from unnest($1::uuid[]) as m (id), generate_series(1, 5)
          returning id, user_id
      )
      insert into private.record_offers (catch_id, user_id, grams, caught_on, variety, created_at)
        select m.id, m.user_id, 5000, '2026-05-31', 'mirror', now() - interval '1 day' from made as m`,
      [many.map(({ user }) => user.id)],
    )
    const { id } = await offered(area, angler)
    const waiting = await ids(moderator)
    expect(waiting).toHaveLength(100)
    expect(waiting.indexOf(id)).toBe(20)
  })

  it('is counted among what waits, but not for its own angler', async () => {
    const count = async (who: Persona) =>
      (expectAllowed(await who.rpc('admin_waiting')) as unknown as { records: { count: number } }).records.count
    const before = [await count(moderator), await count(area.admin)]
    await offered(area, moderator)
    expect([await count(moderator), await count(area.admin)]).toEqual([before[0], (before[1] ?? 0) + 1])
  })
})

describe('a declined catch', () => {
  /** Declines the catch as it is. */
  const decline = async (catchId: string) =>
    expectNone(await decide(moderator, (await offerOf(area, catchId))?.id ?? '', 'decline', 'Blurred'))
  const declined = async () => {
    const { catchId } = await offered(area, angler)
    await decline(catchId)
    return catchId
  }
  const change = (id: string, fields: object) =>
    angler
      .from('catches')
      .update(fields as never)
      .eq('id', id)
      .throwOnError()
  const dayLater = (id: string) =>
    area.row(`update private.declined_catches set waits_until = waits_until - interval '1 day' where catch_id = $1`, [
      id,
    ])

  it('that is changed by less than 100 g in weight alone is not offered again for a day', async () => {
    const id = await declined()
    for (const grams of [14_643, 14_841, 14_742]) {
      await change(id, { grams })
      expectError(await offer(angler, id), 'RC006')
    }
    await change(id, { grams: 14_842 })
    expectNone(await offer(angler, id))
    // Changed back to what was declined.
    await change(id, { grams: 14_750 })
    expectError(await offer(angler, id), 'RC006')
    expect(await offerOf(area, id)).toBeUndefined()
    await dayLater(id)
    expectNone(await offer(angler, id))
    // The next answer counts from its own change on.
    await decline(id)
    await change(id, { grams: 14_751 })
    expectError(await offer(angler, id), 'RC006')
  })

  it.each([
    ['weight', { grams: 14_642 }],
    ['variety', { grams: 14_741, variety: 'ghost' }],
    ['day', { caught_on: '2026-05-31' }],
  ])('that is another one by its %s is offered at once', async (_, fields) => {
    const id = await declined()
    await change(id, fields)
    expectNone(await offer(angler, id))
  })

  it('is offered at once with another photo, and not by hiding and showing it', async () => {
    const id = await declined()
    await change(id, { visibility: 'me' })
    await change(id, { visibility: 'members' })
    expectError(await offer(angler, id), 'RC006')
    await change(id, { photo_path: await putPicture(angler, 'catch-photos') })
    expectNone(await offer(angler, id))
  })

  it('that was verified or waited before is offered again at once', async () => {
    const id = await verified(area, angler)
    await change(id, { grams: 14_743 })
    expectNone(await offer(angler, id))
    await change(id, { grams: 14_744 })
    expectNone(await offer(angler, id))
  })
})

describe('a decision', () => {
  it('is made by the team, and by nobody else', async () => {
    const { catchId, id } = await offered(area, angler)
    for (const who of [guest(area.engine), area.member, angler, area.suspended])
      for (const decision of ['verify', 'decline']) expectDenied(await decide(who, id, decision, 'No'))
    expect(await offerOf(area, catchId)).toMatchObject({ decision: null })
    expectNone(await decide(moderator, id, 'verify'))
    expect(await offerOf(area, catchId)).toMatchObject({ decision: 'verify', decided_by: moderator.user.id })
    expect(await own(angler)).toMatchObject([{ state: 'verified' }])
    expect(await ids(area.admin)).not.toContain(id)
    expect(await ids(area.admin, true)).toContain(id)
  })

  it('is never the angler’s own', async () => {
    for (const who of [moderator, area.admin]) {
      const { catchId, id } = await offered(area, who)
      expect((await list(who)).find((one) => one.id === id)).toMatchObject({ is_own: true })
      for (const decision of ['verify', 'decline']) expectError(await decide(who, id, decision, 'No'), 'RC004')
      expect(await offerOf(area, catchId)).toMatchObject({ decision: null })
      expectNone(await decide(who === moderator ? area.admin : moderator, id, 'verify'))
    }
  })

  it('to decline has a reason, which the angler reads', async () => {
    const { catchId, id } = await offered(area, angler)
    for (const reason of [undefined, '', ' \n', '​'])
      expectError(await decide(moderator, id, 'decline', reason), '22023')
    expectError(await decide(moderator, id, 'decline', 'x'.repeat(501)), '23514')
    expectError(await decide(moderator, id, 'hide', 'No'), '22023')
    expectNone(await decide(moderator, id, 'decline', ' The scales cannot be read. '))
    expect(await own(angler)).toMatchObject([
      { catch_id: catchId, state: 'declined', reason: 'The scales cannot be read.' },
    ])
    expect(expectAllowed(await area.member.rpc('my_record_offers'))).toEqual([])
    // As it is it cannot be offered again; changed it can.
    expectError(await offer(angler, catchId), 'RC003')
    expectNone(await withdraw(angler, catchId))
    expectError(await offer(angler, catchId), 'RC003')
    await angler.from('catches').update({ grams: 14_600 }).eq('id', catchId).throwOnError()
    expectNone(await offer(angler, catchId))
  })

  it('sent twice is made once, and another’s comes too late', async () => {
    const { id } = await offered(area, angler)
    for (let n = 0; n < 2; n += 1) expectNone(await decide(moderator, id, 'verify'))
    const late = await decide(area.admin, id, 'decline', 'Too late')
    expectError(late, 'RC005')
    expect((late.error as { details?: string } | null)?.details).toBe(moderator.user.username)
    expect(await trail(angler)).toHaveLength(1)
  })

  it('is about the catch that was looked at', async () => {
    const { catchId, id } = await offered(area, angler)
    await angler.from('catches').update({ grams: 30_000 }).eq('id', catchId).throwOnError()
    expectNone(await offer(angler, catchId))
    expectError(await decide(moderator, id, 'verify'), 'PT404')
    expect(await offerOf(area, catchId)).toMatchObject({ decision: null })
  })

  it('is undone by an admin, and by nobody else', async () => {
    const { catchId, id } = await offered(area, angler)
    expectNone(await decide(moderator, id, 'verify'))
    for (const who of [guest(area.engine), area.member, angler, area.suspended, moderator])
      expectDenied(await undo(who, id))
    expect(await offerOf(area, catchId)).toMatchObject({ decision: 'verify' })
    for (let n = 0; n < 2; n += 1) expectNone(await undo(area.admin, id))
    expect(await offerOf(area, catchId)).toMatchObject({ decision: null, reason: '', decided_by: null })
    expectError(await undo(area.admin, randomUUID()), 'PT404')
  })

  it('is not undone by an admin who is the angler', async () => {
    const anglingAdmin = await signUp(area.engine, { admin: true })
    const { catchId, id } = await offered(area, anglingAdmin)
    expectNone(await decide(moderator, id, 'decline', 'Blurred'))
    expectError(await undo(anglingAdmin, id), 'RC004')
    expect(await offerOf(area, catchId)).toMatchObject({ decision: 'decline' })
    expectNone(await undo(area.admin, id))
    expect(await offerOf(area, catchId)).toMatchObject({ decision: null })
  })

  it('is told to the angler, with the reason, until it is undone or the catch is changed', async () => {
    const { catchId, id } = await offered(area, angler)
    const told = () => inbox(angler, 'record_decided')
    expect(await told()).toEqual([])
    expectNone(await decide(moderator, id, 'decline', 'Blurred'))
    expect(await told()).toMatchObject([{ excerpt: 'Blurred', path: '/journal', details: { decision: 'decline' } }])
    expect(await inbox(area.member, 'record_decided')).toEqual([])
    expectNone(await undo(area.admin, id))
    expect(await told()).toEqual([])
    expectNone(await decide(area.admin, id, 'verify'))
    expect(await told()).toMatchObject([{ details: { decision: 'verify' } }])
    await angler.from('catches').update({ grams: 14_700 }).eq('id', catchId).throwOnError()
    expect(await told()).toEqual([])
  })

  it('is in the audit trail, also when it is undone', async () => {
    const { id } = await offered(area, angler)
    expectNone(await decide(moderator, id, 'decline', 'Blurred'))
    expectNone(await undo(area.admin, id))
    expectNone(await decide(area.admin, id, 'verify'))
    const fish = { variety: 'mirror', grams: 14_742 }
    expect(await trail(angler)).toEqual([
      { action: 'decline_record', actor_id: moderator.user.id, details: { ...fish, reason: 'Blurred' } },
      { action: 'undo_record', actor_id: area.admin.user.id, details: fish },
      { action: 'verify_record', actor_id: area.admin.user.id, details: fish },
    ])
  })

  it('outlasts the account of the one who made it, and goes with the angler’s', async () => {
    const judge = await signUp(area.engine, { moderator: true })
    const { catchId, id } = await offered(area, angler)
    expectNone(await decide(judge, id, 'verify'))
    await area.row('delete from auth.users where id = $1', [judge.user.id])
    expect(await offerOf(area, catchId)).toMatchObject({ decision: 'verify', decided_by: null })
    expect((await board(area.member, true))?.holders.length).toBeGreaterThan(0)
    expect(expectAllowed(await angler.rpc('delete_own_account', { password: angler.user.password }))).toBe(true)
    expect(await offerOf(area, catchId)).toBeUndefined()
  })
})
