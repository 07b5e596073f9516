import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

// A season is a year that begins on a day of the club's choice.

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const begin = (on: string) => area.row('update public.site_settings set season_begins = $1', [on])
const season = async (day: string) =>
  Object.values((await area.row('select name, begins::text, ends::text from private.season_of($1::date)', [day])) ?? {})

describe('the season of a day', () => {
  it('is the calendar year unless the club says otherwise', async () => {
    expect(await season('2026-01-01')).toEqual(['2026', '2026-01-01', '2027-01-01'])
    expect(await season('2026-12-31')).toEqual(['2026', '2026-01-01', '2027-01-01'])
    expect(await season('2024-02-29')).toEqual(['2024', '2024-01-01', '2025-01-01'])
  })

  it('has two years in its name when it begins on another day', async () => {
    await begin('06-16')
    expect(await season('2026-06-15')).toEqual(['2025/26', '2025-06-16', '2026-06-16'])
    expect(await season('2026-06-16')).toEqual(['2026/27', '2026-06-16', '2027-06-16'])
    expect(await season('1999-12-31')).toEqual(['1999/00', '1999-06-16', '2000-06-16'])
    await begin('03-01')
    expect(await season('2024-02-29')).toEqual(['2023/24', '2023-03-01', '2024-03-01'])
    await begin('01-02')
    expect(await season('2026-01-01')).toEqual(['2025/26', '2025-01-02', '2026-01-02'])
    await begin('01-01')
  })

  it('begins and ends at midnight in the club’s zone', async () => {
    const dayOf = async (zone: string, moment: string) => {
      await area.row('update public.site_settings set time_zone = $1', [zone])
      return (await area.row('select private.club_day($1::timestamptz)::text as day', [moment]))?.day
    }
    // The year of Auckland begins 13 hours before that of London.
    expect(await dayOf('Pacific/Auckland', '2026-12-31T10:59:59Z')).toBe('2026-12-31')
    expect(await dayOf('Pacific/Auckland', '2026-12-31T11:00:00Z')).toBe('2027-01-01')
    expect(await dayOf('Europe/London', '2026-12-31T11:00:00Z')).toBe('2026-12-31')
    expect(await dayOf('Europe/London', '2027-01-01T00:00:00Z')).toBe('2027-01-01')
    await area.row(`update public.site_settings set time_zone = 'UTC'`)
  })
})

describe('the day on which a season begins', () => {
  const change = (who: ReturnType<typeof guest>, season_begins: string) =>
    who.from('site_settings').update({ season_begins }).not('id', 'is', null).select('season_begins')

  it('is set by admins, and by nobody else', async () => {
    const moderator = await signUp(area.engine, { moderator: true })
    for (const who of [guest(area.engine), area.member, area.suspended, moderator])
      expectDeniedOrNothing(await change(who, '06-16'))
    expect(expectAllowed(await change(area.admin, '06-16'))).toEqual([{ season_begins: '06-16' }])
    expect(
      await area.row(
        `select details from private.audit_log where action = 'edit_site_settings' order by created_at desc limit 1`,
      ),
    ).toMatchObject({ details: { before: { season_begins: '01-01' }, after: { season_begins: '06-16' } } })
    expectAllowed(await change(area.admin, '01-01'))
  })

  it.each(['02-29', '02-30', '04-31', '13-01', '00-10', '1-1', '', '01-00', '01-32', '2026-01-01'])(
    'is never %j',
    async (day) => {
      expectError(await change(area.admin, day), '23514')
    },
  )

  it('is any that each year has', async () => {
    for (const day of ['02-28', '04-30', '12-31', '01-01']) expectAllowed(await change(area.admin, day))
  })
})
