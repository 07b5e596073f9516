import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
const newId = async (sql: string, values: unknown[] = []) => String((await area.row(`${sql} returning id`, values))?.id)
const stored = (id: string) => area.row('select * from public.prize_awards where id = $1', [id])

beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

/** An award claimed with an address, delivered so many days ago. */
async function delivered(days: number | null): Promise<string> {
  const item = await newId(
    `with box as (insert into public.prize_packages (name) values ('Box') returning id)
      insert into public.prize_items (package_id, title, type, quantity) select id, 'Lamp', 'physical', 9 from box`,
  )
  return newId(
    `insert into public.prize_awards (user_id, item_id, status, terms_accepted, claimed_at, shipping_details,
      fulfillment_status, fulfilled_at)
      values ($1, $2, 'claimed', true, now(), '{"full_name": "Tom Alder"}', $3, now() - make_interval(days => $4))`,
    [area.member.user.id, item, days === null ? 'shipped' : 'delivered', days],
  )
}
const save = (who: Persona, id: string, change: object) => who.from('prize_awards').update(change).eq('id', id)

describe('fulfilled_at', () => {
  it('is the time of first delivery or closing by the database’s clock, cleared by any other status', async () => {
    const id = await delivered(null)
    expect((await stored(id))?.fulfilled_at).toBeNull()
    const forged = { fulfilled_at: '2001-01-01T00:00:00Z' }
    expectDenied(await save(area.admin, id, { fulfillment_status: 'delivered', ...forged }))
    expectAllowed(await save(area.admin, id, { fulfillment_status: 'delivered' }))
    const first = (await stored(id))?.fulfilled_at as Date
    expect(Date.now() - first.getTime()).toBeLessThan(60_000)
    expectAllowed(await save(area.admin, id, { fulfillment_status: 'closed' }))
    expect((await stored(id))?.fulfilled_at).toEqual(first)
    expectAllowed(await save(area.admin, id, { fulfillment_status: 'processing' }))
    expect((await stored(id))?.fulfilled_at).toBeNull()
  })

  it('cannot be written by winners', async () => {
    const id = await delivered(3)
    const before = await stored(id)
    expect((await save(area.member, id, { fulfilled_at: '2001-01-01T00:00:00Z' })).error).not.toBeNull()
    expect(await stored(id)).toEqual(before)
  })
})

describe('purge_delivered_addresses', () => {
  it('deletes addresses 90 days after delivery, and nothing else of the award', async () => {
    const [old, young, underway] = [await delivered(91), await delivered(89), await delivered(null)]
    const before = await stored(old)
    expect(expectAllowed(await service(area.engine).rpc('purge_delivered_addresses'))).toBe(1)
    const { updated_at: _, ...purged } = (await stored(old)) ?? {}
    const { updated_at: __, ...was } = before ?? {}
    expect(purged).toEqual({ ...was, shipping_details: null, shipping_address_id: null })
    for (const id of [young, underway]) {
      expect((await stored(id))?.shipping_details).toEqual({ full_name: 'Tom Alder' })
    }
    expect(expectAllowed(await service(area.engine).rpc('purge_delivered_addresses'))).toBe(0)
  })

  it('follows the setting: another number of days, at once, or never', async () => {
    const id = await delivered(10)
    const purge = async (days: number | null) => {
      await area.row('select private.set_address_retention($1)', [days])
      await service(area.engine).rpc('purge_delivered_addresses').throwOnError()
      return (await stored(id))?.shipping_details === null
    }
    expect(await purge(null)).toBe(false)
    expect(await purge(11)).toBe(false)
    expect(await purge(0)).toBe(true)
    for (const days of [-1, 3651]) await expect(purge(days)).rejects.toThrow(/address_retention_range/)
    await area.row('select private.set_address_retention(90)')
  })

  it('is for the service role only', async () => {
    const id = await delivered(200)
    for (const persona of [guest(area.engine), area.member, area.suspended, area.admin]) {
      expectDenied(await persona.rpc('purge_delivered_addresses'))
    }
    expect((await stored(id))?.shipping_details).not.toBeNull()
  })
})
