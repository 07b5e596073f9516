import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, service, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
let box: string
let alarm: string
let points: string

beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  const { admin } = area
  box = expectAllowed(await admin.from('prize_packages').insert({ name: 'Box' }).select('id').single()).id
  const add = async (item: object) =>
    expectAllowed(
      await admin
        .from('prize_items')
        .insert({ package_id: box, quantity: 3, ...item })
        .select('id')
        .single(),
    ).id as string
  alarm = await add({ title: 'Alram', type: 'physical' })
  points = await add({ title: 'Fifty points', type: 'points', points_value: 50 })
})

const item = (id: string) => area.row('select * from public.prize_items where id = $1', [id])
const correct = (id: string, fields: object, who = area.admin) =>
  who.from('prize_items').update(fields).eq('id', id).select().single()
const assign = async (who = area.member) =>
  expectAllowed(await area.admin.rpc('assign_prize_package', { package_id: box, user_id: who.user.id }))
const awardOf = async (itemId: string) =>
  String((await area.row('select id from public.prize_awards where item_id = $1', [itemId]))?.id)
const claim = (id: string, who = area.member) =>
  who.from('prize_awards').update({ status: 'claimed', terms_accepted: true }).eq('id', id).select().single()

describe('an item', () => {
  it('can be corrected by admins only: title, description, picture, quantity and retail value', async () => {
    const fields = { title: 'Alarm', description: 'Loud', image_url: '/a.webp', quantity: 5, retail_value: 24.99 }
    for (const who of [area.member, area.suspended, guest(area.engine)]) {
      expectDeniedOrNothing(await who.from('prize_items').update(fields).eq('id', alarm).select())
      expect(await item(alarm)).toMatchObject({ title: 'Alram', quantity: 3, retail_value: null })
    }
    expectAllowed(await correct(alarm, fields))
    expect(await item(alarm)).toMatchObject({ ...fields, retail_value: '24.99', remaining_quantity: 5 })
  })

  it('cannot change its package, type, stock or timestamps', async () => {
    const before = await item(alarm)
    for (const fields of [
      { id: points },
      { package_id: box },
      { type: 'digital' },
      { remaining_quantity: 1 },
      { created_at: '2020-01-01' },
      { updated_at: '2020-01-01' },
    ])
      expectDenied(await correct(alarm, fields))
    expect(await item(alarm)).toEqual(before)
  })

  it('can be restocked, and its quantity never falls below the awarded number', async () => {
    await assign()
    await assign(area.other)
    expect(await item(alarm)).toMatchObject({ quantity: 3, remaining_quantity: 1 })
    expectAllowed(await correct(alarm, { quantity: 10 }))
    expect(await item(alarm)).toMatchObject({ quantity: 10, remaining_quantity: 8 })
    expectError(await correct(alarm, { quantity: 1 }), 'PZ002')
    expect(await item(alarm)).toMatchObject({ quantity: 10, remaining_quantity: 8 })
    expectAllowed(await correct(alarm, { quantity: 2 }))
    expect(await item(alarm)).toMatchObject({ quantity: 2, remaining_quantity: 0 })
  })

  it('can change its points value only while it is not awarded', async () => {
    expectAllowed(await correct(points, { points_value: 60 }))
    await assign()
    expectError(await correct(points, { points_value: 5000 }), 'PZ001')
    expectAllowed(await correct(points, { title: 'Sixty points', points_value: 60 }))
    const award = await awardOf(points)
    expectAllowed(await area.admin.from('prize_awards').delete().eq('id', award).select().single())
    expectAllowed(await correct(points, { points_value: 70 }))
    expect(await item(points)).toMatchObject({ title: 'Sixty points', points_value: 70, remaining_quantity: 3 })
  })

  it('can change its retail value only upwards while it is awarded', async () => {
    expectAllowed(await correct(alarm, { retail_value: 300 }))
    expectAllowed(await correct(alarm, { retail_value: 250 }))
    await assign()
    for (const retail_value of [0.01, null]) expectError(await correct(alarm, { retail_value }), 'PZ014')
    expectAllowed(await correct(alarm, { title: 'Alarm', retail_value: 260 }))
    expect(await item(alarm)).toMatchObject({ title: 'Alarm', retail_value: '260.00' })
    const award = await awardOf(alarm)
    expectAllowed(await area.admin.from('prize_awards').delete().eq('id', award).select().single())
    expectAllowed(await correct(alarm, { retail_value: null }))
  })

  it('stays on its awards as it was promised, which neither winner nor admin can change', async () => {
    const fields = { description: 'Loud', retail_value: 300 }
    expectAllowed(await correct(alarm, fields))
    await assign()
    const id = await awardOf(alarm)
    expectAllowed(await correct(alarm, { title: 'Sticker', description: 'Small', retail_value: 301 }))
    const promise = { promised_title: 'Alram', promised_description: 'Loud', promised_retail_value: 300 }
    const read = (who = area.member) => who.from('prize_awards').select(Object.keys(promise).join(', ')).eq('id', id)
    expect(expectAllowed(await read())).toEqual([promise])
    expect(expectAllowed(await read(area.other))).toEqual([])
    for (const who of [area.member, area.admin])
      expectDenied(await who.from('prize_awards').update({ promised_title: 'Sticker' }).eq('id', id).select())
    expectAllowed(await claim(await awardOf(points)))
    const later = await service(area.engine)
      .from('prize_awards')
      .insert({ item_id: alarm, user_id: area.other.user.id, ...promise })
      .select('promised_title')
      .single()
    expect(expectAllowed(later)).toEqual({ promised_title: 'Sticker' })
    expect(expectAllowed(await read())).toEqual([promise])
  })

  it('is named in the audit trail as it was awarded', async () => {
    await assign()
    const id = await awardOf(alarm)
    expectAllowed(await correct(alarm, { title: 'Sticker' }))
    await area.row('truncate private.audit_log')
    expectAllowed(await area.admin.from('prize_awards').delete().eq('id', id).select().single())
    expect(await area.row('select action, details from private.audit_log')).toEqual({
      action: 'remove_prize',
      details: { award_id: id, prize: 'Alram' },
    })
  })

  it('has a version that a correction changes and an assignment does not', async () => {
    const before = (await item(alarm))?.updated_at
    await assign()
    expect((await item(alarm))?.updated_at).toEqual(before)
    expectAllowed(await correct(alarm, { title: 'Alarm' }))
    expect((await item(alarm))?.updated_at).not.toEqual(before)
  })

  it('has a retail value above zero, and only when it is physical', async () => {
    expectError(await correct(points, { retail_value: 5 }), '23514')
    for (const bad of [0, -1, 1_000_001]) expectError(await correct(alarm, { retail_value: bad }), '23514')
    expectAllowed(await correct(alarm, { retail_value: null }))
  })

  it('is added to an existing package once per request', async () => {
    const row = { package_id: box, title: 'Bivvy', type: 'physical', quantity: 2, request_id: crypto.randomUUID() }
    expectDenied(await area.member.from('prize_items').insert(row))
    expectAllowed(await area.admin.from('prize_items').insert(row).select().single())
    expectError(await area.admin.from('prize_items').insert(row), 'PT409')
    const found = await area.row('select count(*)::int as n from public.prize_items where package_id = $1', [box])
    expect(found?.n).toBe(3)
    await assign()
    expect((await item(await awardedItem('Bivvy')))?.remaining_quantity).toBe(1)
  })

  const awardedItem = async (title: string) =>
    String((await area.row('select id from public.prize_items where package_id = $1 and title = $2', [box, title]))?.id)

  it('loses no unit when two admins assign and restock it at once', async () => {
    await Promise.all([assign(), assign(area.other), ...[4, 5, 6].map((quantity) => correct(alarm, { quantity }))])
    const { quantity, remaining_quantity } = (await item(alarm)) as { quantity: number; remaining_quantity: number }
    expect(quantity - remaining_quantity).toBe(2)
  })

  it('leaves a correction in the audit trail', async () => {
    await area.row('truncate private.audit_log')
    expectAllowed(await correct(alarm, { title: 'Alarm', quantity: 9, description: 'Loud' }))
    expect(await area.row('select action, subject_label, details from private.audit_log')).toEqual({
      action: 'edit_item',
      subject_label: 'Alarm',
      details: {
        before: { title: 'Alram', quantity: 3 },
        after: { title: 'Alarm', quantity: 9 },
        changed: ['description'],
      },
    })
  })
})

describe('the shipping status', () => {
  const send = (id: string, fields: object, who = area.admin) =>
    who.from('prize_awards').update(fields).eq('id', id).select().single()

  it('of an unclaimed prize stays pending', async () => {
    await assign()
    for (const id of [await awardOf(alarm), await awardOf(points)]) {
      for (const fulfillment_status of ['processing', 'shipped', 'delivered', 'closed'])
        expectError(await send(id, { fulfillment_status }), 'CL007')
      expectAllowed(await send(id, { fulfillment_status: 'pending', fulfillment_notes: 'Soon' }))
      const row = await area.row('select fulfillment_status, fulfillment_date from public.prize_awards where id = $1', [
        id,
      ])
      expect(row).toEqual({ fulfillment_status: 'pending', fulfillment_date: null })
    }
  })

  it('cannot become shipped for digital prizes', async () => {
    await area.row(`update public.prize_items set type = 'digital' where id = $1`, [alarm])
    await assign()
    const id = await awardOf(alarm)
    expectAllowed(await claim(id))
    const status = async () =>
      (await area.row('select fulfillment_status from public.prize_awards where id = $1', [id]))?.fulfillment_status
    expectError(await send(id, { fulfillment_status: 'shipped' }), 'CL008')
    expect(await status()).toBeNull()
    expectAllowed(await send(id, { fulfillment_status: 'delivered' }))
    expect(await status()).toBe('delivered')
    await expect(
      area.row(`update public.prize_awards set fulfillment_status = 'shipped' where id = $1`, [id]),
    ).rejects.toMatchObject({ code: 'CL008' })
  })

  it('of points is final with the claim', async () => {
    await assign()
    const id = await awardOf(points)
    expect(expectAllowed(await claim(id))).toMatchObject({ status: 'claimed', fulfillment_status: 'closed' })
    expect(
      await area.row('select fulfilled_at is not null as done from public.prize_awards where id = $1', [id]),
    ).toEqual({
      done: true,
    })
  })

  it('includes a carrier, which admins write and only the winner reads', async () => {
    await assign()
    const id = await awardOf(alarm)
    expectDenied(await area.member.from('prize_awards').update({ carrier: 'Me' }).eq('id', id))
    expectDeniedOrNothing(await area.other.from('prize_awards').update({ carrier: 'Me' }).eq('id', id).select())
    expectError(await send(id, { carrier: 'x'.repeat(61) }), '23514')
    expectError(await send(id, { carrier: 'Royal\nMail' }), '23514')
    expectAllowed(await send(id, { carrier: 'Royal Mail', tracking_number: 'AB123456789GB' }))
    const read = (who = area.member) => who.from('prize_awards').select('carrier').eq('id', id)
    expect(expectAllowed(await read())).toEqual([{ carrier: 'Royal Mail' }])
    expect(expectAllowed(await read(area.other))).toEqual([])
    const listed = await area.admin.from('prize_claims').select('carrier').eq('id', id).single()
    expect(expectAllowed(listed)).toEqual({ carrier: 'Royal Mail' })
  })
})

describe('a winner who deletes the account', () => {
  it('leaves a claimed award without its carrier', async () => {
    const leaver = await signUp(area.engine)
    await assign(leaver)
    const id = await awardOf(points)
    expectAllowed(await claim(id, leaver))
    expectAllowed(await area.admin.from('prize_awards').update({ carrier: 'DHL' }).eq('id', id).select().single())
    expect((await area.admin.rpc('delete_user', { user_id: leaver.user.id })).error).toBeNull()
    expect(await area.row('select user_id, status, carrier from public.prize_awards where id = $1', [id])).toEqual({
      user_id: null,
      status: 'claimed',
      carrier: null,
    })
  })
})

describe('exports', () => {
  it('of users and claims are recorded for admins, and refused to all others', async () => {
    await area.row('truncate private.audit_log')
    for (const who of [area.member, area.suspended, guest(area.engine)])
      expectDenied(await who.rpc('note_export', { list: 'users' }))
    expectError(await area.admin.rpc('note_export', { list: 'secrets' }), '22023')
    expect(await area.row('select action from private.audit_log')).toBeUndefined()
    expectAllowed({ ...(await area.admin.rpc('note_export', { list: 'claims' })), data: true })
    expect(await area.row('select action, subject_kind, subject_label, actor_name from private.audit_log')).toEqual({
      action: 'export_list',
      subject_kind: 'list',
      subject_label: 'claims',
      actor_name: area.admin.user.username,
    })
  })
})
