import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest } from '../../../test-support/personas.ts'
import { game } from '../games/game-rows.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

interface Item {
  title: string
  type: 'points' | 'physical' | 'digital'
  points_value?: number | null
  quantity: number
}
const alarm: Item = { title: 'Bite alarm', type: 'physical', quantity: 1 }
const points: Item = { title: 'Fifty points', type: 'points', points_value: 50, quantity: 3 }

async function newPackage(items: Item[] = [points, alarm], name = 'Summer Tackle Box') {
  const { admin } = area
  const box = expectAllowed(await admin.from('prize_packages').insert({ name, description: '' }).select().single())
  const made = []
  for (const item of items) {
    const row = { ...item, description: '', package_id: box.id }
    made.push(expectAllowed(await admin.from('prize_items').insert(row).select().single()))
  }
  return { id: box.id as string, items: made }
}
const assign = (package_id: string, user_id = area.member.user.id, rest: object = {}) =>
  area.admin.rpc('assign_prize_package', { package_id, user_id, ...rest })
const left = async (id: string) =>
  (await area.row('select remaining_quantity from public.prize_items where id = $1', [id]))?.remaining_quantity

describe('packages and items', () => {
  it('can be created by admins only', async () => {
    const box = await newPackage()
    const item = { package_id: box.id, title: 'Mine', type: 'points', points_value: 1e6, quantity: 1 }
    for (const who of [area.member, area.suspended, guest(area.engine)]) {
      expectDenied(await who.from('prize_packages').insert({ name: 'x' }))
      expectDenied(await who.from('prize_items').insert(item))
      expectDeniedOrNothing(await who.from('prize_packages').update({ name: 'x' }).eq('id', box.id).select())
      expectDeniedOrNothing(await who.from('prize_packages').delete().eq('id', box.id).select())
      expectDeniedOrNothing(await who.from('prize_items').delete().eq('package_id', box.id).select())
      expectDenied(await who.rpc('assign_prize_package', { package_id: box.id, user_id: area.member.user.id }))
    }
    expect(await area.row('select name from public.prize_packages where id = $1', [box.id])).toEqual({
      name: 'Summer Tackle Box',
    })
  })

  it('start with everything in stock, and show the remaining quantity', async () => {
    const box = await newPackage([
      { ...points, quantity: 3 },
      { ...alarm, quantity: 2 },
    ])
    expect(box.items).toMatchObject([{ remaining_quantity: 3 }, { remaining_quantity: 2, points_value: null }])
    const read = area.admin
      .from('prize_packages')
      .select('total_quantity, remaining_quantity')
      .eq('id', box.id)
      .single()
    expect(expectAllowed(await read)).toEqual({ total_quantity: 5, remaining_quantity: 5 })
  })

  it('need a name or title, a quantity of at least 1 and points of at least 0', async () => {
    const { admin } = area
    expectError(await admin.from('prize_packages').insert({ name: ' ' }), '23514')
    const box = await newPackage([])
    for (const bad of [
      { title: '' },
      { quantity: 0 },
      { points_value: -1 },
      { type: 'car' },
      { image_url: 'javascript:1' },
    ]) {
      expectError(await admin.from('prize_items').insert({ ...points, package_id: box.id, ...bad }), '23514')
    }
  })

  it('are visible only to admins while inactive', async () => {
    const box = await newPackage()
    const update = { is_active: false, name: 'Old box', updated_at: new Date().toISOString() }
    expectAllowed(await area.admin.from('prize_packages').update(update).eq('id', box.id).select().single())
    expect(expectAllowed(await area.member.from('prize_packages').select().eq('id', box.id))).toEqual([])
    expect(expectAllowed(await area.member.from('prize_items').select().eq('package_id', box.id))).toEqual([])
    expect(expectAllowed(await area.admin.from('prize_items').select().eq('package_id', box.id))).toHaveLength(2)
  })

  it('show their stock to admins only, and a won item to its winner', async () => {
    const { admin, member, other } = area
    const box = await newPackage([points, alarm])
    const stock = (who: typeof member) =>
      who.from('prize_items').select('title, quantity, remaining_quantity').eq('package_id', box.id).order('title')
    const units = (who: typeof member) =>
      who.from('prize_packages').select('total_quantity, remaining_quantity').eq('id', box.id).single()
    expectAllowed(await assign(box.id))
    expect(expectAllowed(await stock(admin))).toEqual([
      { title: 'Bite alarm', quantity: 1, remaining_quantity: 0 },
      { title: 'Fifty points', quantity: 3, remaining_quantity: 2 },
    ])
    expect(expectAllowed(await units(admin))).toEqual({ total_quantity: 4, remaining_quantity: 2 })
    expect(expectAllowed(await stock(other))).toEqual([])
    expect(expectAllowed(await units(other))).toEqual({ total_quantity: null, remaining_quantity: null })
    expect(expectAllowed(await units(member))).toEqual({ total_quantity: null, remaining_quantity: null })
    const won = member
      .from('prize_awards')
      .select('item:prize_items (title)')
      .in(
        'item_id',
        box.items.map(({ id }) => id),
      )
    expect(expectAllowed(await won)).toHaveLength(2)
    expect(JSON.stringify(expectAllowed(await won))).toContain('Bite alarm')
  })

  it('with awards cannot be deleted, and the error says what to do instead', async () => {
    const { admin } = area
    const box = await newPackage()
    expectAllowed(await assign(box.id))
    const package_ = await admin.from('prize_packages').delete().eq('id', box.id)
    expect(package_.error).toMatchObject({ code: 'PZ004', message: 'This package has awards and cannot be deleted.' })
    expectError(await admin.from('prize_items').delete().eq('package_id', box.id), 'PZ003')
    const empty = await newPackage()
    expectAllowed(await admin.from('prize_packages').delete().eq('id', empty.id).select().single())
  })

  it('leave a game that offers them, without a prize, when deleted', async () => {
    const { admin } = area
    const box = await newPackage()
    const draft = admin.from('games').insert(game({ prize_package_id: box.id }))
    const { id } = expectAllowed(await draft.select('id').single())
    expectAllowed(await admin.from('prize_packages').delete().eq('id', box.id).select().single())
    expect(await area.row('select status, prize_package_id from public.games where id = $1', [id])).toEqual({
      status: 'draft',
      prize_package_id: null,
    })
    expect(await area.row('select from public.prize_items where package_id = $1', [box.id])).toBeUndefined()
  })
})

describe('assigning', () => {
  it('creates one award per item, reduces each stock by one and posts once to the newsfeed', async () => {
    const box = await newPackage([points, alarm], 'Autumn Box')
    const awards = expectAllowed(await assign(box.id)) as {
      status: string
      claim_deadline: string
      awarded_at: string
    }[]
    expect(awards.map((award) => award.status)).toEqual(['assigned', 'assigned'])
    for (const { claim_deadline, awarded_at } of awards) {
      expect(new Date(claim_deadline).getTime() - new Date(awarded_at).getTime()).toBe(30 * 86_400_000)
    }
    expect([await left(box.items[0].id), await left(box.items[1].id)]).toEqual([2, 0])
    const posts = await area.other.from('newsfeed_posts').select().eq('metadata->>package_name', 'Autumn Box')
    expect(expectAllowed(posts)).toMatchObject([{ user_id: area.member.user.id, type: 'prize_award' }])
  })

  it('uses the admin’s deadline, if it is in the future', async () => {
    const box = await newPackage([points])
    const claim_deadline = new Date(Date.now() + 3_600_000).toISOString()
    const [award] = expectAllowed(await assign(box.id, undefined, { claim_deadline })) as { claim_deadline: string }[]
    expect(new Date(award?.claim_deadline ?? '').toISOString()).toBe(claim_deadline)
    for (const bad of ['2020-01-01', 'infinity']) {
      expect((await assign(box.id, undefined, { claim_deadline: bad })).error).not.toBeNull()
    }
    expect(await left(box.items[0].id)).toBe(2)
  })

  it('gives all or nothing', async () => {
    const box = await newPackage([points, alarm])
    expectAllowed(await assign(box.id))
    const second = await assign(box.id, area.other.user.id)
    expect(second.error).toMatchObject({ code: 'PZ007', message: 'There is none left of "Bite alarm".' })
    expect(await left(box.items[0].id)).toBe(2)
    expect(
      await area.row('select id from public.prize_awards where user_id = $1', [area.other.user.id]),
    ).toBeUndefined()
  })

  it('reveals nothing about packages and stock to members who try it', async () => {
    const [box, gone, hidden] = [await newPackage([points]), await newPackage([alarm]), await newPackage([points])]
    expectAllowed(await assign(gone.id))
    await area.admin.from('prize_packages').update({ is_active: false }).eq('id', hidden.id)
    const user_id = area.member.user.id
    const send = (item_id: string) => area.member.from('prize_awards').insert({ user_id, item_id, status: 'assigned' })
    const refused = await send(box.items[0].id)
    expectDenied(refused)
    for (const item of [gone.items[0].id, hidden.items[0].id, randomUUID()]) expect(await send(item)).toEqual(refused)
    expect(await left(box.items[0].id)).toBe(3)
  })

  it('requires an active package with items', async () => {
    const box = await newPackage([points])
    await area.admin.from('prize_packages').update({ is_active: false }).eq('id', box.id)
    expectError(await assign(box.id), 'PZ005')
    const row = { user_id: area.member.user.id, item_id: box.items[0].id, status: 'assigned' }
    expectError(await area.admin.from('prize_awards').insert(row), 'PZ005')
    expectError(await assign((await newPackage([])).id), 'PZ009')
    expectError(await assign(randomUUID()), 'PZ008')
    expectError(await assign((await newPackage()).id, randomUUID()), 'PZ010')
    expect(await left(box.items[0].id)).toBe(3)
  })

  it('row by row updates the stock as well', async () => {
    const { admin, member } = area
    const box = await newPackage([alarm])
    const row = { user_id: member.user.id, item_id: box.items[0].id, status: 'assigned' }
    expectDenied(await member.from('prize_awards').insert(row))
    expectDenied(await admin.from('prize_awards').insert({ ...row, status: 'claimed', terms_accepted: true }))
    expectAllowed(await admin.from('prize_awards').insert(row).select())
    expectError(await admin.from('prize_awards').insert(row), 'PZ007')
    const unknown = await admin.from('prize_awards').insert({ ...row, item_id: randomUUID() })
    expect(unknown.error).toMatchObject({ code: '23503', message: 'prize item not found' })
    expect(await left(box.items[0].id)).toBe(0)
  })

  it('of the last item at the same moment succeeds once', async () => {
    const box = await newPackage([alarm])
    const answers = await Promise.all(Array.from({ length: 20 }, () => assign(box.id)))
    expect(answers.filter((answer) => answer.error === null)).toHaveLength(1)
    expect(await left(box.items[0].id)).toBe(0)
  })

  it('returns the unit to the stock when withdrawn before the claim', async () => {
    const box = await newPackage([alarm])
    const [award] = expectAllowed(await assign(box.id)) as { id: string }[]
    await area.member.from('prize_awards').delete().eq('id', award?.id)
    expect(await left(box.items[0].id)).toBe(0)
    expectAllowed(await area.admin.from('prize_awards').delete().eq('id', award?.id).select().single())
    expect(await left(box.items[0].id)).toBe(1)
  })
})
