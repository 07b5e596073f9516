import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
let items: Record<'points' | 'physical', string>
let award: Record<'points' | 'physical', string>

beforeAll(async () => {
  area = await openMemberArea()
  const box = await area.row(`insert into public.prize_packages (name) values ('Box') returning id`)
  const item = async (type: string, value: number | null) =>
    String(
      (
        await area.row(
          `insert into public.prize_items (package_id, title, type, points_value, quantity)
            values ($1, $2, $2, $3, 1000) returning id`,
          [box?.id, type, value],
        )
      )?.id,
    )
  items = { points: await item('points', 75), physical: await item('physical', null) }
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  const give = async (item: string) =>
    String(
      (
        await area.row('insert into public.prize_awards (user_id, item_id) values ($1, $2) returning id', [
          area.member.user.id,
          item,
        ])
      )?.id,
    )
  award = { points: await give(items.points), physical: await give(items.physical) }
})

const address = {
  full_name: 'Tom Alder',
  email: 'tom@example.com',
  phone_number: '+1 315 555 0100',
  address_line1: '220 W Water St',
  address_line2: '',
  city: 'Syracuse',
  state: 'NY',
  postal_code: '13202',
}
const addAddress = async (who = area.member) =>
  expectAllowed(
    await who
      .from('shipping_addresses')
      .insert({ ...address, user_id: who.user.id })
      .select()
      .single(),
  )
const claim = (id: string, fields: object = {}, who = area.member) =>
  who
    .from('prize_awards')
    .update({ status: 'claimed', terms_accepted: true, ...fields })
    .eq('id', id)
const stored = (id: string) => area.row('select * from public.prize_awards where id = $1', [id])
const balance = async () =>
  Number((await area.row('select points from public.profiles where id = $1', [area.member.user.id]))?.points)

describe('a claim', () => {
  it('of points credits them once and needs no address', async () => {
    const before = await balance()
    expectAllowed(await claim(award.points).select().single())
    expect(await balance()).toBe(before + 75)
    const again = await claim(award.points)
    expect(again.error).toMatchObject({ code: 'CL001', message: 'This prize has already been claimed.' })
    expect(await balance()).toBe(before + 75)
  })

  it('of points sent many times at once credits once', async () => {
    const before = await balance()
    const answers = await Promise.all(Array.from({ length: 50 }, () => claim(award.points)))
    expect(answers.filter((answer) => answer.error === null)).toHaveLength(1)
    expect(await balance()).toBe(before + 75)
  })

  it('of a physical prize needs a method and an own address, and copies the address', async () => {
    const { member, other } = area
    const own = await addAddress()
    const foreign = await addAddress(other)
    const good = { shipping_method: 'express', shipping_address_id: own.id }
    expectError(await claim(award.physical), 'CL004')
    expectError(await claim(award.physical, { ...good, shipping_method: null }), 'CL004')
    expectError(await claim(award.physical, { ...good, shipping_address_id: null }), 'CL005')
    expectError(await claim(award.physical, { ...good, shipping_address_id: foreign.id }), 'CL005')
    expectError(await claim(award.physical, { ...good, shipping_method: 'pigeon' }), '23514')
    expect((await stored(award.physical))?.status).toBe('assigned')
    expectAllowed(
      await claim(award.physical, { ...good, shipping_details: { full_name: 'Somebody else' } })
        .select()
        .single(),
    )
    await member.from('shipping_addresses').update({ city: 'Albany' }).eq('id', own.id)
    expect((await stored(award.physical))?.shipping_details).toMatchObject({ full_name: 'Tom Alder', city: 'Syracuse' })
    await member.from('shipping_addresses').delete().eq('id', own.id)
    expect(await stored(award.physical)).toMatchObject({ shipping_address_id: null, status: 'claimed' })
  })

  it('needs accepted terms, with the text of the page', async () => {
    const answer = await claim(award.points, { terms_accepted: false })
    expect(answer.error?.message).toBe('You must accept the terms and conditions')
    expect((await stored(award.points))?.status).toBe('assigned')
  })

  it('is refused after the deadline, with the text of the page', async () => {
    await area.row(`update public.prize_awards set claim_deadline = now() where id = $1`, [award.points])
    const answer = await claim(award.points, { claim_deadline: '2999-01-01' })
    expect(answer.error).not.toBeNull()
    expect((await claim(award.points)).error?.message).toBe('Claim deadline has expired')
    expect((await stored(award.points))?.status).toBe('assigned')
  })

  it('is for the winner alone, and may start from pending', async () => {
    const { other, admin, engine } = area
    expectDeniedOrNothing(await claim(award.points, {}, other).select())
    expectDenied(await claim(award.points, {}, admin))
    expectDenied(await guest(engine).from('prize_awards').update({ status: 'claimed' }).eq('id', award.points))
    expectAllowed(
      await admin.from('prize_awards').update({ status: 'pending' }).eq('id', award.points).select().single(),
    )
    expect((await stored(award.points))?.status).toBe('pending')
    expectAllowed(await claim(award.points).select().single())
  })

  it('changes the claim fields and nothing else', async () => {
    const others = {
      tracking_number: 'X',
      admin_notes: 'X',
      fulfillment_notes: 'X',
      fulfillment_status: 'shipped',
      claim_deadline: '2999-01-01',
      user_id: area.other.user.id,
      item_id: items.physical,
      notes: 'X',
    }
    for (const [column, value] of Object.entries(others)) {
      expectDenied(await claim(award.points, { [column]: value }))
      expectDenied(
        await area.member
          .from('prize_awards')
          .update({ [column]: value })
          .eq('id', award.points),
      )
    }
    expectDenied(await area.member.from('prize_awards').update({ status: 'pending' }).eq('id', award.points))
    expect(await stored(award.points)).toMatchObject({ status: 'assigned', tracking_number: null })
  })
})

describe('sending', () => {
  it('is set by admins, with the date of shipping', async () => {
    const { admin } = area
    const { id } = await addAddress()
    expectAllowed(
      await claim(award.physical, { shipping_method: 'standard', shipping_address_id: id }).select().single(),
    )
    const update = (fields: object) =>
      admin
        .from('prize_awards')
        .update(fields)
        .eq('id', award.physical)
        .select('*, prize_award_notes(admin_notes)')
        .single()
    const shipped = expectAllowed(
      await update({
        tracking_number: '1Z999',
        fulfillment_notes: 'Left today',
        fulfillment_status: 'shipped',
        admin_notes: 'Check the address',
        fulfillment_date: '2001-01-01',
      }),
    )
    expect(shipped).toMatchObject({ tracking_number: '1Z999', fulfillment_status: 'shipped' })
    expect(Math.abs(Date.now() - new Date(shipped.fulfillment_date).getTime())).toBeLessThan(60_000)
    expect(expectAllowed(await update({ fulfillment_status: 'delivered' })).fulfillment_date).toBeNull()
    expectError(await update({ fulfillment_status: 'lost' }), '23514')
    expectDenied(await update({ shipping_method: 'express' }))
    expectDenied(await update({ user_id: admin.user.id }))
  })

  it('keeps admins’ notes visible to admins only', async () => {
    const { admin, member } = area
    const write = (admin_notes: string) =>
      admin.from('prize_awards').update({ admin_notes }).eq('id', award.physical).select().single()
    const read = (who = admin) =>
      who.from('prize_awards').select('admin_notes, prize_award_notes(admin_notes)').eq('id', award.physical).single()
    expectAllowed(await write('owes us a bivvy'))
    expect(expectAllowed(await read())).toEqual({
      admin_notes: null,
      prize_award_notes: { admin_notes: 'owes us a bivvy' },
    })
    expect(expectAllowed(await read(member))).toEqual({ admin_notes: null, prize_award_notes: null })
    expect(expectAllowed(await member.from('prize_award_notes').select())).toEqual([])
    expectDenied(await member.from('prize_award_notes').insert({ award_id: award.physical, admin_notes: 'x' }))
    expectAllowed(await write(''))
    expect(expectAllowed(await read())).toMatchObject({ prize_award_notes: null })
  })

  it('ends with the notes, when an unclaimed award is withdrawn', async () => {
    const notes = () => area.row('select from public.prize_award_notes where award_id = $1', [award.physical])
    const written = area.admin.from('prize_awards').update({ admin_notes: 'Ask for the size' }).eq('id', award.physical)
    expectAllowed(await written.select().single())
    expect(await notes()).toBeDefined()
    expectAllowed(await area.admin.from('prize_awards').delete().eq('id', award.physical).select().single())
    expect(await notes()).toBeUndefined()
  })

  it('does not undo a claim', async () => {
    const { admin } = area
    expectAllowed(await claim(award.points).select().single())
    expectError(await admin.from('prize_awards').update({ status: 'assigned' }).eq('id', award.points), 'CL006')
    expectDeniedOrNothing(await admin.from('prize_awards').delete().eq('id', award.points).select())
    expect((await stored(award.points))?.status).toBe('claimed')
  })
})

describe('awards and addresses', () => {
  it('of others are not read, directly or through another table', async () => {
    const { member, other, admin } = area
    const own = await addAddress()
    expectAllowed(
      await claim(award.physical, { shipping_method: 'standard', shipping_address_id: own.id }).select().single(),
    )
    expect(
      expectAllowed(await other.from('prize_awards').select('*, shipping_addresses(*)').eq('id', award.physical)),
    ).toEqual([])
    expect(expectAllowed(await other.from('shipping_addresses').select().eq('id', own.id))).toEqual([])
    const page = 'status, profiles(username), prize_items(title, type), shipping_addresses(city)'
    for (const who of [member, admin]) {
      const read = await who.from('prize_awards').select(page).eq('id', award.physical).single()
      expect(expectAllowed(read)).toMatchObject({
        status: 'claimed',
        profiles: { username: member.user.username },
        prize_items: { title: 'physical' },
        shipping_addresses: { city: 'Syracuse' },
      })
    }
  })

  it('make the first address the default, also when two are saved at once, until another is chosen', async () => {
    const { suspended } = area
    const added = await Promise.all([addAddress(suspended), addAddress(suspended)])
    expect(added.filter((row) => row.is_default)).toHaveLength(1)
    const [next] = added.filter((row) => !row.is_default)
    expect(next).toMatchObject({ country: 'United States', address_line2: null })
    expectAllowed(
      await suspended.from('shipping_addresses').update({ is_default: true }).eq('id', next?.id).select().single(),
    )
    const list = suspended.from('shipping_addresses').select('id, is_default').order('is_default', { ascending: false })
    expect(expectAllowed(await list)).toMatchObject([{ id: next?.id, is_default: true }, { is_default: false }])
  })

  it('are at most twenty for each member, also when more are saved at once, until one is removed', async () => {
    const keen = await signUp(area.engine)
    const save = () => keen.from('shipping_addresses').insert({ ...address, user_id: keen.user.id })
    const count = async () =>
      (await area.row('select count(*)::int as n from public.shipping_addresses where user_id = $1', [keen.user.id]))?.n
    const answers = await Promise.all(Array.from({ length: 22 }, save))
    expect(answers.filter(({ error }) => error === null)).toHaveLength(20)
    expect(answers.filter(({ error }) => error?.code === 'AD001')).toHaveLength(2)
    expect(await count()).toBe(20)
    const list = expectAllowed(
      await keen.from('shipping_addresses').update({ city: 'Albany' }).eq('user_id', keen.user.id).select('id'),
    )
    expect(list).toHaveLength(20)
    await addAddress(area.other)
    expectAllowed(await keen.from('shipping_addresses').delete().eq('id', list[0]?.id).select().single())
    expectAllowed(await save())
    expectError(await save(), 'AD001')
    expect(await count()).toBe(20)
  })

  it('need a complete address of the member’s own', async () => {
    const { member, other } = area
    expectDenied(await member.from('shipping_addresses').insert({ ...address, user_id: other.user.id }))
    for (const field of ['full_name', 'email', 'phone_number', 'address_line1', 'city', 'state', 'postal_code']) {
      expectError(await member.from('shipping_addresses').insert({ ...address, [field]: '' }), '23514')
    }
    const own = await addAddress()
    expectDenied(await member.from('shipping_addresses').update({ user_id: other.user.id }).eq('id', own.id))
    expectDeniedOrNothing(await other.from('shipping_addresses').delete().eq('id', own.id).select())
    expect(await area.row('select id from public.shipping_addresses where id = $1', [own.id])).toBeDefined()
  })
})
