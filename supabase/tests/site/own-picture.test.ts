import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { logged } from '../catches/club.ts'
import { putPicture } from '../files/pictures.ts'
import { decide, expectNone, offer, offered, photographed, undo, verified } from '../records/offers.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

// What a member gets for a picture of a best, a record or a level of their own, and nobody else.

let area: MemberArea
let tom: Persona
let today: string
beforeAll(async () => {
  area = await openMemberArea()
  today = String((await area.row('select private.club_day()::text as day'))?.day)
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  await area.row('delete from public.catches')
  tom = await signUp(area.engine)
  await tom.from('profiles').update({ weight_unit: 'lbs' }).eq('id', tom.user.id).throwOnError()
})

interface Own {
  picture: { label: string; title: string; figure?: string; member?: { name: string; text?: string } }
  photo_bucket: string | null
  photo_name: string | null
}
const ask = (who: SupabaseClient, kind: string, id?: string) =>
  who.rpc('own_picture', { kind, ...(id !== undefined && { id }) })
const own = async (who: SupabaseClient, kind: string, id?: string) => expectAllowed(await ask(who, kind, id)) as Own[]
const label = async (who: SupabaseClient, kind: string, id?: string) => (await own(who, kind, id))[0]?.picture.label
const suspend = (who: Persona, is: boolean) =>
  area.row('update public.profiles set is_suspended = $2 where id = $1', [who.user.id, is])

describe('a personal best', () => {
  it('has variety, weight, day and name, and names the photo, whoever may see the catch', async () => {
    for (const visibility of ['me', 'connections', 'members'] as const) {
      await area.row('delete from public.catches')
      const photo_path = await putPicture(tom, 'catch-photos')
      const { id } = await logged(tom, { visibility, photo_path, words: 'By the old willow' })
      expect(await own(tom, 'best', id)).toEqual([
        {
          picture: {
            path: '/journal',
            kind: 'best',
            label: 'Personal best',
            title: 'Mirror carp',
            figure: '32 lb 8 oz',
            member: { name: tom.user.username, text: '1 June 2026' },
          },
          photo_bucket: 'catch-photos',
          photo_name: photo_path,
        },
      ])
    }
  })

  it('has no photo without one, and the unit that the member has chosen', async () => {
    const { id } = await logged(tom, { grams: 14_742, variety: 'other' })
    await tom.from('profiles').update({ weight_unit: 'kg' }).eq('id', tom.user.id).throwOnError()
    expect(await own(tom, 'best', id)).toMatchObject([
      { picture: { title: 'Fish', figure: '14.74 kg' }, photo_bucket: null, photo_name: null },
    ])
  })

  it.each([
    [1, 'lbs', '0 lb 0 oz'],
    [28, 'lbs', '0 lb 1 oz'],
    [453, 'lbs', '1 lb 0 oz'],
    [500_000, 'lbs', '1,102 lb 5 oz'],
    [4, 'kg', '0.00 kg'],
    [5, 'kg', '0.01 kg'],
    [9_072, 'kg', '9.07 kg'],
    [14_745, 'kg', '14.75 kg'],
    [500_000, 'kg', '500.00 kg'],
  ])('writes %d g in %s as the app does: %s', async (grams, unit, text) => {
    expect(await area.row('select private.weight_text($1, $2) as text', [grams, unit])).toEqual({ text })
  })

  it('is for its angler only: not for a guest, a friend, an admin or a moderator', async () => {
    const { id } = await logged(tom)
    const moderator = await signUp(area.engine, { moderator: true })
    for (const who of [area.member, area.other, area.admin, moderator]) expect(await own(who, 'best', id)).toEqual([])
    for (const who of [guest(area.engine), service(area.engine)]) expectDenied(await ask(who, 'best', id))
    expect(await own(tom, 'best', id)).toHaveLength(1)
    for (const other of [randomUUID(), undefined]) expect(await own(tom, 'best', other)).toEqual([])
  })

  it('follows the journal: a lighter one, an equal later one and a deleted one have none', async () => {
    const { id: best } = await logged(tom, { grams: 10_000, caught_on: '2026-05-01' })
    const { id: lighter } = await logged(tom, { grams: 9_999, caught_on: '2026-05-02' })
    const { id: equal } = await logged(tom, { grams: 10_000, caught_on: '2026-05-02', visibility: 'me' })
    const { id: another } = await logged(tom, { grams: 5_000, variety: 'common' })
    expect(await label(tom, 'best', best)).toBe('Personal best')
    expect(await label(tom, 'best', another)).toBe('Personal best')
    for (const id of [lighter, equal]) expect(await own(tom, 'best', id)).toEqual([])

    // Corrected upwards, and then the best is another one.
    await tom.from('catches').update({ grams: 11_000 }).eq('id', lighter).throwOnError()
    expect(await label(tom, 'best', lighter)).toBe('Personal best')
    expect(await label(tom, 'best', best)).toBe('Personal best at the time')
    // It was caught before: then the other never was one.
    await tom.from('catches').update({ caught_on: '2026-04-30' }).eq('id', lighter).throwOnError()
    expect(await own(tom, 'best', best)).toEqual([])
    await tom.from('catches').delete().eq('id', lighter).throwOnError()
    expect(await own(tom, 'best', lighter)).toEqual([])
    expect(await label(tom, 'best', best)).toBe('Personal best')
  })

  it('does not compare with the catches of others', async () => {
    await logged(area.member, { grams: 20_000, caught_on: '2026-01-01' })
    const { id } = await logged(tom, { grams: 10_000 })
    expect(await label(tom, 'best', id)).toBe('Personal best')
  })

  it('is not there while the angler is suspended, and afterwards it is', async () => {
    const { id } = await logged(tom)
    await suspend(tom, true)
    expect(await own(tom, 'best', id)).toEqual([])
    await suspend(tom, false)
    expect(await own(tom, 'best', id)).toHaveLength(1)
    expect(await own(area.suspended, 'best', id)).toEqual([])
  })
})

describe('a club record', () => {
  it('is the caller’s verified catch that stands, of all time before that of the season', async () => {
    const old = await verified(area, tom, { grams: 20_000, caught_on: '2020-06-01' })
    const now = await verified(area, tom, { grams: 15_000, caught_on: today })
    const { season } = (await area.row('select name as season from private.season_of($1)', [today])) ?? {}
    expect(await own(tom, 'record', old)).toMatchObject([
      {
        picture: {
          path: '/records',
          kind: 'record',
          label: 'Club record',
          title: 'Mirror carp',
          figure: '44 lb 1 oz',
          member: { name: tom.user.username, text: '1 June 2020' },
        },
        photo_bucket: 'catch-photos',
        photo_name: expect.stringContaining(tom.user.id),
      },
    ])
    expect(await label(tom, 'record', now)).toBe(`Record of season ${season}`)
    await tom.from('catches').delete().eq('id', old).throwOnError()
    expect(await own(tom, 'record', old)).toEqual([])
    expect(await label(tom, 'record', now)).toBe('Club record')
  })

  it('is for its holder only', async () => {
    const id = await verified(area, tom, { caught_on: today })
    for (const who of [area.member, area.admin]) expect(await own(who, 'record', id)).toEqual([])
    expectDenied(await ask(guest(area.engine), 'record', id))
    expect(await own(tom, 'record', id)).toHaveLength(1)
  })

  it('is none before it is verified, when it is declined, undone, changed, or beaten', async () => {
    const { catchId, id } = await offered(area, tom, { caught_on: today })
    expect(await own(tom, 'record', catchId)).toEqual([])
    expectNone(await decide(area.admin, id, 'decline', 'The scales cannot be read.'))
    expect(await own(tom, 'record', catchId)).toEqual([])
    expectNone(await undo(area.admin, id))
    expectNone(await decide(area.admin, id, 'verify'))
    expect(await label(tom, 'record', catchId)).toBe('Club record')

    const heavier = await verified(area, area.member, { grams: 16_000, caught_on: today })
    expect(await own(tom, 'record', catchId)).toEqual([])
    expect(await label(area.member, 'record', heavier)).toBe('Club record')
    await area.member.from('catches').update({ visibility: 'connections' }).eq('id', heavier).throwOnError()
    expect(await own(area.member, 'record', heavier)).toEqual([])
    expect(await label(tom, 'record', catchId)).toBe('Club record')
    await tom.from('catches').update({ grams: 14_000 }).eq('id', catchId).throwOnError()
    expect(await own(tom, 'record', catchId)).toEqual([])
    expectNone(await offer(tom, catchId))
    expect(await own(tom, 'record', catchId)).toEqual([])
  })

  it('says no more than the club records say to the caller, who is blocked by the holder', async () => {
    const id = await verified(area, tom, { caught_on: today })
    await verified(area, area.member, { grams: 16_000, caught_on: today })
    expect(await own(tom, 'record', id)).toEqual([])
    await area.member.rpc('block_member', { member_id: tom.user.id }).throwOnError()
    expect(await label(tom, 'record', id)).toBe('Club record')
    await area.member.rpc('unblock_member', { member_id: tom.user.id }).throwOnError()
    expect(await own(tom, 'record', id)).toEqual([])
  })

  it('is not made by blocking those who caught heavier ones', async () => {
    const id = await verified(area, tom, { caught_on: today })
    const heavier = await verified(area, area.member, { grams: 16_000, caught_on: today })
    const equal = await verified(area, area.other, { caught_on: today })
    for (const holder of [area.member, area.other])
      await tom.rpc('block_member', { member_id: holder.user.id }).throwOnError()
    expect(await own(tom, 'record', id)).toEqual([])
    // Of equal weights, the one that was verified first is the record.
    await area.row('delete from public.catches where id = $1', [heavier])
    expect(await label(tom, 'record', id)).toBe('Club record')
    expect(await own(area.other, 'record', equal)).toHaveLength(1)
  })

  it('is not there while its holder is suspended', async () => {
    const id = await verified(area, tom, { caught_on: today })
    await suspend(tom, true)
    expect(await own(tom, 'record', id)).toEqual([])
    await suspend(tom, false)
    expect(await own(tom, 'record', id)).toHaveLength(1)
  })

  it('is no personal best by itself, nor the other way round', async () => {
    const first = await photographed(tom, { grams: 18_000, caught_on: '2026-01-01' })
    const record = await verified(area, tom, { grams: 15_000, caught_on: today })
    expect(await own(tom, 'record', first)).toEqual([])
    expect(await own(tom, 'best', record)).toEqual([])
    expect(await label(tom, 'record', record)).toBe('Club record')
  })
})

describe('a level', () => {
  it('is that of the caller, with the points earned, and no gift among them', async () => {
    await area.givePoints(tom, 1_240)
    expect(await own(tom, 'level')).toEqual([
      {
        picture: {
          path: '/dashboard',
          kind: 'level',
          label: 'Level',
          title: 'Bait Mixer',
          member: { name: tom.user.username, text: '1,240 points earned' },
        },
        photo_bucket: null,
        photo_name: null,
      },
    ])
    await area.row(
      `insert into public.points_log (user_id, kind, points_change, reason, source_key)
        values ($1, 'gift_received', 5000, 'Gift', $2)`,
      [tom.user.id, randomUUID()],
    )
    expect(await own(tom, 'level')).toMatchObject([{ picture: { title: 'Bait Mixer' } }])
    expect(await own(tom, 'level', area.member.user.id)).toMatchObject([{ picture: { title: 'Bait Mixer' } }])
  })

  it('says nothing of points where there are none, and one point in the singular', async () => {
    const text = async () => (await own(tom, 'level'))[0]?.picture.member
    expect(await text()).toEqual({ name: tom.user.username })
    await area.givePoints(tom, 1)
    expect(await text()).toEqual({ name: tom.user.username, text: '1 point earned' })
    await area.givePoints(tom, -30)
    expect(await text()).toEqual({ name: tom.user.username })
  })

  it('is not there for guests, while the member is suspended, and in a club without levels', async () => {
    expectDenied(await ask(guest(area.engine), 'level'))
    expect(await own(area.suspended, 'level')).toEqual([])
    expect(await own(tom, 'level')).toHaveLength(1)
    const levels = await area.engine.owner.query('delete from public.levels returning id, name, points')
    expect(await own(tom, 'level')).toEqual([])
    for (const { id, name, points } of levels)
      await area.row('insert into public.levels (id, name, points) values ($1, $2, $3)', [id, name, points])
  })
})

it('refuses another kind', async () => {
  for (const kind of ['', 'photo', 'BEST', 'x'.repeat(10_000)]) expectError(await ask(tom, kind), '22023')
})
