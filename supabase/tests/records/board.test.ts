import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { board, offered, offerOf, undo, verified } from './offers.ts'

// Which verified catches are the records, of a season and of all time.

let area: MemberArea
let year: number
let tom: Persona
let mel: Persona
beforeAll(async () => {
  area = await openMemberArea()
  year = Number((await area.row(`select extract(year from private.club_day()) as year`))?.year)
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  await area.row('delete from public.catches')
  tom = await signUp(area.engine)
  mel = await signUp(area.engine)
})

const day = (text: string, back = 0) => `${year - back}-${text}`
const suspend = (who: Persona, is = true) =>
  area.row('update public.profiles set is_suspended = $2 where id = $1', [who.user.id, is])
const held = async (who: Persona, allTime = false) =>
  (await board(who, allTime))?.holders.map(({ catch_id }) => catch_id)
const history = async (who: Persona, variety: string) =>
  (expectAllowed(await who.rpc('record_history', { variety })) as { catch_id: string }[]).map(
    ({ catch_id }) => catch_id,
  )
/** Moves the moment of a verification, to tell equal ones apart. */
const verifiedAt = (catchId: string, at: string) =>
  area.row('update private.record_offers set decided_at = $2 where catch_id = $1', [catchId, at])

describe('a record', () => {
  it('is the heaviest verified catch of its variety: of the season, and of all time', async () => {
    const old = await verified(area, tom, { grams: 16_000, caught_on: day('01-01', 2) })
    const best = await verified(area, tom, { grams: 15_000, caught_on: day('01-01') })
    await verified(area, mel, { grams: 14_000, caught_on: day('01-01') })
    const ghost = await verified(area, mel, { grams: 9000, variety: 'ghost', caught_on: day('12-31', 1) })
    await offered(area, mel, { grams: 30_000, caught_on: day('01-01') })
    expect(await held(area.member)).toEqual([best])
    expect(await held(area.member, true)).toEqual([old, ghost])
    const season = await board(area.member)
    expect(season).toMatchObject({ season: String(year), begins: day('01-01'), best_before: 9000 })
    expect(season?.top.map(({ grams }) => grams)).toEqual([15_000, 14_000])
    expect(season?.ever.toSorted((a, b) => b.grams - a.grams)).toEqual([
      { variety: 'mirror', grams: 16_000 },
      { variety: 'ghost', grams: 9000 },
    ])
    expect(season?.holders[0]).toMatchObject({ username: tom.user.username, caught_on: day('01-01') })
  })

  it('of equal weights is the earlier caught, then the earlier verified', async () => {
    const later = await verified(area, tom, { caught_on: day('01-02') })
    const first = await verified(area, tom, { caught_on: day('01-01') })
    const second = await verified(area, mel, { caught_on: day('01-01') })
    await verifiedAt(first, `${year}-01-09T12:00:00Z`)
    await verifiedAt(second, `${year}-01-08T12:00:00Z`)
    expect(await held(area.member)).toEqual([second])
    expect((await board(area.member))?.top.map(({ catch_id }) => catch_id)).toEqual([second, first, later])
  })

  it('lists the heaviest five of all varieties', async () => {
    const varieties = ['common', 'mirror', 'leather', 'ghost', 'grass', 'other']
    for (const [n, variety] of varieties.entries())
      await verified(area, tom, { grams: 9000 + n, variety, caught_on: day('01-01') })
    await verified(area, mel, { grams: 9100, variety: 'common', caught_on: day('01-01') })
    const season = await board(area.member)
    expect(season?.top.map(({ grams }) => grams)).toEqual([9100, 9005, 9004, 9003, 9002])
    expect(season?.holders).toHaveLength(6)
  })

  it('ends with the verification', async () => {
    const id = await verified(area, tom, { caught_on: day('01-01') })
    expect(await held(area.member)).toEqual([id])
    await undo(area.admin, (await offerOf(area, id))?.id ?? '')
    expect(await held(area.member)).toEqual([])
    const other = await verified(area, tom, { caught_on: day('01-01') })
    await tom.from('catches').update({ visibility: 'me' }).eq('id', other).throwOnError()
    expect(await held(area.member)).toEqual([])
  })
})

describe('the records', () => {
  it('are for members, and not for guests', async () => {
    const id = await verified(area, tom, { caught_on: day('01-01') })
    for (const call of ['club_records', 'record_history'] as const)
      expectDenied(await guest(area.engine).rpc(call, call === 'record_history' ? { variety: 'mirror' } : {}))
    for (const who of [area.member, tom, area.admin]) {
      expect(await held(who)).toEqual([id])
      expect(await history(who, 'mirror')).toEqual([id])
    }
  })

  it('leave out suspended members, and show none to them', async () => {
    const id = await verified(area, tom, { grams: 15_000, caught_on: day('01-01') })
    const next = await verified(area, mel, { grams: 14_000, caught_on: day('01-01') })
    expect(await board(area.suspended)).toMatchObject({ holders: [], top: [], ever: [], best_before: null })
    expect(await history(area.suspended, 'mirror')).toEqual([])
    await suspend(tom)
    for (const who of [area.member, tom, area.admin]) expect(await held(who)).toEqual(who === tom ? [] : [next])
    expect(await history(area.member, 'mirror')).toEqual([next])
    await suspend(tom, false)
    expect(await held(area.member)).toEqual([id])
  })

  it('leave out blocked members, in both directions', async () => {
    const id = await verified(area, tom, { grams: 15_000, caught_on: day('01-01') })
    const next = await verified(area, mel, { grams: 14_000, caught_on: day('01-01') })
    const reader = await signUp(area.engine)
    for (const [one, other] of [
      [reader, tom],
      [tom, reader],
    ] as const) {
      await one.rpc('block_member', { member_id: other.user.id }).throwOnError()
      expect(await held(reader)).toEqual([next])
      expect(await history(reader, 'mirror')).toEqual([next])
      expect(await held(area.member)).toEqual([id])
      await one.rpc('unblock_member', { member_id: other.user.id }).throwOnError()
    }
    expect(await held(reader)).toEqual([id])
  })

  it('have a history: each that was heavier than all caught before, whenever it was verified', async () => {
    const third = await verified(area, tom, { grams: 15_000, caught_on: day('01-01') })
    const first = await verified(area, mel, { grams: 9000, caught_on: day('03-01', 3) })
    const second = await verified(area, tom, { grams: 12_000, caught_on: day('04-01', 2) })
    await verified(area, tom, { grams: 12_000, caught_on: day('05-01', 2) })
    await verified(area, mel, { grams: 11_000, caught_on: day('06-01', 1) })
    await verified(area, mel, { grams: 20_000, variety: 'ghost', caught_on: day('01-01', 3) })
    expect(await history(area.member, 'mirror')).toEqual([third, second, first])
    expect(await history(area.member, 'leather')).toEqual([])
    await tom.from('catches').delete().eq('id', second).throwOnError()
    expect((await history(area.member, 'mirror')).at(-1)).toBe(first)
  })
})
