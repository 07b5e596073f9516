import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
let third: Persona
beforeAll(async () => {
  area = await openMemberArea()
  third = await signUp(area.engine)
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  await area.row('delete from public.member_connections')
  await area.row('delete from private.declined_connections')
})

const ask = (from: Persona, to: Persona) =>
  from.from('member_connections').insert({ user_id: from.user.id, connected_user_id: to.user.id, status: 'pending' })
const all = () => area.engine.owner.query('select * from public.member_connections')
const seenBy = async (who: Persona) => expectAllowed(await who.from('member_connections').select('user_id, status'))

describe('a connection', () => {
  it('starts as a request visible only to both sides', async () => {
    const { member, other, admin, engine } = area
    expectAllowed(await ask(member, other).select())
    const request = [{ user_id: member.user.id, status: 'pending' }]
    expect(await seenBy(member)).toEqual(request)
    expect(await seenBy(other)).toEqual(request)
    expect(await seenBy(admin)).toEqual(request)
    expect(await seenBy(third)).toEqual([])
    expectDenied(await guest(engine).from('member_connections').select())
  })

  it('cannot be requested in another’s name, with oneself, or as already accepted', async () => {
    const { member, other } = area
    const row = { user_id: other.user.id, connected_user_id: third.user.id }
    expectDenied(await member.from('member_connections').insert(row))
    expectDenied(await member.from('member_connections').insert({ ...row, connected_user_id: member.user.id }))
    expectError(await ask(member, member), '23514')
    const accepted = { user_id: member.user.id, connected_user_id: other.user.id, status: 'accepted' }
    expectDenied(await member.from('member_connections').insert(accepted))
    expect(await all()).toEqual([])
  })

  it("cannot be created by answering a request in the addressee's name", async () => {
    const { member, other } = area
    expectAllowed(await ask(member, other).select())
    const forged = { user_id: other.user.id, connected_user_id: member.user.id, status: 'pending' }
    expect((await member.from('member_connections').insert(forged)).error).not.toBeNull()
    expect(await all()).toMatchObject([{ user_id: member.user.id, status: 'pending' }])
  })

  it('can be accepted by the addressee, not by the sender or a third member', async () => {
    const { member, other } = area
    expectAllowed(await ask(member, other).select())
    for (const who of [member, third]) {
      expectDeniedOrNothing(
        await who.from('member_connections').update({ status: 'accepted' }).eq('user_id', member.user.id).select(),
      )
      expect(await all()).toMatchObject([{ status: 'pending' }])
    }
    const accept = other.from('member_connections').update({ status: 'accepted' }).eq('user_id', member.user.id)
    expectAllowed(await accept.select().single())
    expect(await all()).toMatchObject([{ status: 'accepted' }])
  })

  it('cannot change its two members', async () => {
    const { member, other } = area
    expectAllowed(await ask(member, other).select())
    const move = { status: 'accepted', user_id: third.user.id }
    expectDenied(await other.from('member_connections').update(move).eq('user_id', member.user.id))
    expect(await all()).toMatchObject([{ user_id: member.user.id, status: 'pending' }])
  })

  it('can be declined by the addressee or withdrawn, but not ended by a third member', async () => {
    const { member, other } = area
    for (const who of [member, other]) {
      expectAllowed(await ask(member, other).select())
      await third.from('member_connections').delete().eq('user_id', member.user.id)
      expect(await all()).toHaveLength(1)
      await who.from('member_connections').delete().eq('user_id', member.user.id)
      expect(await all()).toEqual([])
    }
  })

  it('is accepted by a request in the opposite direction, in the one row of the pair', async () => {
    const { member, other } = area
    expectAllowed(await ask(member, other).select())
    expect((await ask(other, member)).error).toBeNull()
    expect(await all()).toMatchObject([{ user_id: member.user.id, status: 'accepted' }])
    expectError(await ask(member, other), '23505')
    expectError(await ask(other, member), '23505')
  })

  it('is accepted when both send a request at the same moment', async () => {
    const { member, other, row } = area
    for (let round = 0; round < 10; round++) {
      await row('delete from public.member_connections')
      const answers = await Promise.all([ask(member, other), ask(other, member)])
      expect(answers.map((answer) => answer.error)).toEqual([null, null])
      expect(await all()).toMatchObject([{ status: 'accepted' }])
    }
  })

  it('can be requested 30 times a day', async () => {
    const { member, other, row, scaleLimits } = area
    await scaleLimits(1)
    for (let i = 0; i < 30; i++) {
      expectAllowed(await ask(member, other).select())
      await row('delete from public.member_connections')
      // Only the daily total is tested here.
      await row(`delete from private.rate_counters where bucket <> 'connect-day'`)
    }
    expectError(await ask(member, other), 'PT429')
    await scaleLimits(1000)
  })

  it('can be requested and withdrawn three times a day with the same member, and further with others', async () => {
    const { member, other, row, scaleLimits } = area
    const takeBack = () => member.from('member_connections').delete().eq('user_id', member.user.id).select('id')
    await scaleLimits(1)
    for (let i = 0; i < 3; i++) {
      expectAllowed(await ask(member, other).select())
      expect(expectAllowed(await takeBack())).toHaveLength(1)
    }
    expectError(await ask(member, other), 'NC002')
    expect(await all()).toEqual([])
    expectAllowed(await ask(member, third).select())
    expectAllowed(await ask(other, member).select())
    expect((await ask(member, other)).error).toBeNull()
    expect(await all()).toMatchObject([{ status: 'pending' }, { user_id: other.user.id, status: 'accepted' }])
    await row('delete from public.member_connections')
    await row(`update private.rate_counters set window_start = window_start - interval '1 day'`)
    expectAllowed(await ask(member, other).select())
    await scaleLimits(1000)
  })

  it('stores the ID of a requested member in no counter', async () => {
    const { member, other, row, scaleLimits } = area
    await scaleLimits(1)
    expectAllowed(await ask(member, other).select())
    const counters = await row(
      'select count(*)::int as asked, count(*) filter (where bucket like $1)::int as named from private.rate_counters',
      [`%${other.user.id}%`],
    )
    expect(counters).toEqual({ asked: 2, named: 0 })
    await scaleLimits(1000)
  })
})

describe('the search', () => {
  it('shows every member with badges and posts, to members only', async () => {
    const { member, other, engine, row } = area
    await row(`insert into public.newsfeed_posts (user_id, content) values ($1, 'one'), ($1, 'two')`, [other.user.id])
    await row(`delete from public.newsfeed_posts where user_id = $1 and content = 'two'`, [other.user.id])
    const found = await member
      .from('member_search')
      .select()
      .neq('id', member.user.id)
      .eq('username', other.user.username)
    expect(expectAllowed(found)).toMatchObject([{ id: other.user.id, points: 0, badge_count: 0, post_count: 1 }])
    const page = member.from('member_search').select('id', { count: 'exact' }).neq('id', member.user.id)
    const { count, error } = await page.order('post_count', { ascending: false }).order('id').range(0, 1)
    expect([error, count]).toEqual([null, 4])
    expectDenied(await guest(engine).from('member_search').select())
  })
})
