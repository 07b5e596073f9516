import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { putPicture, stored } from '../files/pictures.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea

beforeAll(async () => {
  area = await openMemberArea()
})
beforeEach(async () => {
  await area.row(
    `update public.site_settings set club_name = 'Bankside', accent = 'tip', time_zone = 'UTC', logo_url = null`,
  )
})
afterAll(async () => {
  await area.engine.close()
})

const change = (by: Persona | ReturnType<typeof guest>, values: { club_name?: string; accent?: string }) =>
  by
    .from('site_settings')
    .update(values as never)
    .not('id', 'is', null)
    .select('club_name, accent')
const identity = () => area.row('select club_name, accent from public.site_settings')
const problem = async (username: string) =>
  expectAllowed(await area.member.rpc('username_problem', { username })) as string | null

describe('name and colour', () => {
  it('are changed by an admin and nobody else, and each change is in the audit trail', async () => {
    const wanted = { club_name: 'Clear Lake', accent: 'lake' }
    const moderator = await signUp(area.engine, { moderator: true })
    for (const by of [area.member, area.suspended, moderator]) expectDeniedOrNothing(await change(by, wanted))
    expectDenied(await change(guest(area.engine), wanted))
    expect(await identity()).toEqual({ club_name: 'Bankside', accent: 'tip' })
    expect(expectAllowed(await change(area.admin, wanted))).toEqual([wanted])
    const entry = await area.row(
      `select details from private.audit_log where action = 'edit_site_settings' order by created_at desc limit 1`,
    )
    expect(entry?.details).toMatchObject({ before: { club_name: 'Bankside', accent: 'tip' }, after: wanted })
  })

  it('are read by everybody', async () => {
    expectAllowed(await change(area.admin, { club_name: 'Clear Lake', accent: 'gold' }))
    for (const by of [guest(area.engine), area.member, area.suspended])
      expect(expectAllowed(await by.rpc('club_identity'))).toEqual([{ name: 'Clear Lake', accent: 'gold', logo: null }])
  })

  it.each([
    '',
    ' ',
    '\u200b',
    ' Clear Lake',
    'Clear\nLake',
    'Clear \u202eekaL',
    'x'.repeat(41),
    'a\u200bb',
    '=?UTF-8?Q?Bank?=',
    'Lake\u00a0',
    '\u3164x',
  ])('the name %j is refused', async (club_name) => {
    expectError(await change(area.admin, { club_name }), '23514')
    expect(await identity()).toMatchObject({ club_name: 'Bankside' })
  })

  it('any other colour is refused', async () => {
    expectError(await change(area.admin, { accent: 'danger' }), '23514')
  })
})

describe('the logo', () => {
  const BUCKET = 'games-images'
  const choose = (by: Persona | ReturnType<typeof guest>, logo_url: string | null) =>
    by.from('site_settings').update({ logo_url }).not('id', 'is', null).select('logo_url')
  const current = async () => (await area.row('select logo_url from public.site_settings'))?.logo_url
  const isStored = async (path: string) =>
    (await area.row('select exists (select from storage.objects where bucket_id = $1 and name = $2)', [BUCKET, path]))
      ?.exists

  it('is a stored picture that an admin and nobody else chooses, told to everybody and audited', async () => {
    const path = await putPicture(area.admin, BUCKET)
    const address = stored(BUCKET, path)
    const moderator = await signUp(area.engine, { moderator: true })
    for (const by of [area.member, area.suspended, moderator]) expectDeniedOrNothing(await choose(by, address))
    expectDenied(await choose(guest(area.engine), address))
    expect(await current()).toBeNull()
    expect(expectAllowed(await choose(area.admin, `https://club.example${address}`))).toEqual([{ logo_url: address }])
    for (const by of [guest(area.engine), area.member])
      expect(expectAllowed(await by.rpc('club_identity'))).toMatchObject([{ logo: address }])
    const entry = await area.row(
      `select details from private.audit_log where action = 'edit_site_settings' order by created_at desc limit 1`,
    )
    expect(entry?.details).toMatchObject({ changed: ['logo_url'] })
  })

  it.each([
    'https://elsewhere.example/logo.png',
    '/logo.png',
    'javascript:alert(1)',
    `/storage/v1/object/public/${BUCKET}/../avatars/x.png`,
    `/storage/v1/object/public/${BUCKET}/11111111-1111-4111-8111-111111111111/a"onerror=x.png`,
    `/storage/v1/object/public/${BUCKET}/logo.png`,
    '/storage/v1/object/public/avatars/11111111-1111-4111-8111-111111111111/a.png',
  ])('cannot be %j', async (address) => {
    expectError(await choose(area.admin, address), '23514')
    expect(await current()).toBeNull()
  })

  it('must be there', async () => {
    expectError(await choose(area.admin, stored(BUCKET, `${area.admin.user.id}/none.png`)), 'FL001')
    expect(await current()).toBeNull()
  })

  it('stays while it is the logo, also after the admin who uploaded it has gone, and is removed after the next', async () => {
    const leaver = await signUp(area.engine, { admin: true })
    const first = await putPicture(leaver, BUCKET)
    expectAllowed(await choose(leaver, stored(BUCKET, first)))
    expectAllowed(await leaver.storage.from(BUCKET).remove([first]))
    expect(await isStored(first)).toBe(true)
    await area.row('delete from auth.users where id = $1', [leaver.user.id])
    const left = await area.row('select count(*)::int as count from private.left_files(100) where name = $1', [first])
    expect([left?.count, await isStored(first), await current()]).toEqual([0, true, stored(BUCKET, first)])
    const second = await putPicture(area.admin, BUCKET)
    expectAllowed(await choose(area.admin, stored(BUCKET, second)))
    await expect.poll(() => isStored(first), { timeout: 10_000 }).toBe(false)
    expect(await isStored(second)).toBe(true)
  })
})

describe('shared links', () => {
  it('name the club as it is called now', async () => {
    expectAllowed(await change(area.admin, { club_name: 'Clear Lake' }))
    const titles = await Promise.all(
      ['/register', '/newsfeed/x', '/members/x', '/badges/x'].map(async (path) => {
        const [head] = expectAllowed(await guest(area.engine).rpc('page_head', { path })) as { title: string }[]
        return head?.title
      }),
    )
    expect(titles).toEqual([
      'Join Clear Lake',
      'A post on Clear Lake',
      'A member of Clear Lake',
      'A badge on Clear Lake',
    ])
  })
})

describe('the country and the unit of weights', () => {
  const region = (by: Persona, values: { country?: string; weight_unit?: string }) =>
    by
      .from('site_settings')
      .update(values as never)
      .not('id', 'is', null)
      .select('country, weight_unit')
  const wanted = { country: 'United Kingdom', weight_unit: 'lbs' }

  it('are changed by an admin and nobody else, and a new member begins with the unit', async () => {
    const moderator = await signUp(area.engine, { moderator: true })
    for (const by of [area.member, area.suspended, moderator]) expectDeniedOrNothing(await region(by, wanted))
    const unit = async ({ user }: Persona) =>
      (await area.row('select weight_unit from public.profiles where id = $1', [user.id]))?.weight_unit
    expect(await unit(await signUp(area.engine))).toBe('kg')
    expect(expectAllowed(await region(area.admin, wanted))).toEqual([wanted])
    expect(await unit(await signUp(area.engine))).toBe('lbs')
    // Who is a member already keeps their own.
    expect(await unit(area.member)).toBe('kg')
    expectAllowed(await region(area.admin, { country: 'United States', weight_unit: 'kg' }))
  })

  it.each([
    { country: '' },
    { country: ' ' },
    { country: 'x'.repeat(101) },
    { country: 'Wales\n' },
    { weight_unit: 'stone' },
  ])('%j is refused', async (values) => {
    expectError(await region(area.admin, values), '23514')
  })
})

describe('the time zone', () => {
  const zone = (time_zone: string, by: Persona = area.admin) =>
    by.from('site_settings').update({ time_zone }).not('id', 'is', null).select('time_zone')

  it('is changed by an admin and nobody else, and must be known to the database', async () => {
    expectDeniedOrNothing(await zone('Europe/London', area.member))
    for (const unknown of [
      'Europe/Carp',
      '',
      'london',
      'EST5EDT',
      'Etc/GMT+5',
      'posix/Europe/London',
      'Factory',
      "UTC'; select 1",
    ])
      expectError(await zone(unknown), '22023')
    expect(expectAllowed(await zone('Europe/London'))).toEqual([{ time_zone: 'Europe/London' }])
  })

  it('is that of the dates on shared links', async () => {
    const { id } = (await area.row(
      `insert into public.games (type, title, status, start_date, end_date, metadata)
       values ('carp_of_week', 'Summer carp', 'active', now(), '2190-07-01 18:30Z', '{}') returning id`,
    )) as { id: string }
    const head = async () => {
      const [found] = expectAllowed(await guest(area.engine).rpc('page_head', { path: `/games/${id}` })) as {
        description: string
      }[]
      return found?.description
    }
    expect(await head()).toBe('Carp of the week. Closes 1 July 2190, 18:30 UTC.')
    expectAllowed(await zone('Europe/London'))
    expect(await head()).toBe('Carp of the week. Closes 1 July 2190, 19:30 (London time).')
    expectAllowed(await zone('America/New_York'))
    expect(await head()).toBe('Carp of the week. Closes 1 July 2190, 14:30 (New York time).')
  })

  it('is that of members whose own is not known, and of no other', async () => {
    const tom = await signUp(area.engine)
    const own = async () =>
      (expectAllowed(await tom.rpc('my_notification_settings')) as { time_zone: string } | null)?.time_zone
    expectAllowed(await zone('Europe/London'))
    expect(await own()).toBe('Europe/London')
    expectAllowed(await tom.rpc('keep_time_zone', { time_zone: 'Asia/Tokyo' }))
    expect(await own()).toBe('Asia/Tokyo')
  })
})

describe('usernames', () => {
  const call = async (club_name: string) => expectAllowed(await change(area.admin, { club_name }))
  const reserved = async (names: readonly string[]) => {
    for (const name of names) expect([name, await problem(name)]).toEqual([name, 'reserved'])
  }
  const free = async (names: readonly string[]) => {
    for (const name of names) expect([name, await problem(name)]).toEqual([name, null])
  }

  it('that read as the club are for admins as soon as it is called so', async () => {
    const names = [
      ...[
        'Clear Lake',
        'clear_lake',
        'CLEAR-LAKE 2',
        'The Clear Lake Team',
        'ClearLakeSupport',
        'CIear Lake',
        'C1earLake',
      ],
      ...['Clear Lakes', 'Official Clearlake', 'TeamClearLake', 'ClearLakePayments', 'Clear Lake HQ Officiel'],
      ...['Clear Lake Treasurer', 'Clear Lake Prize Draw'],
    ]
    await free(names)
    await call('Clear Lake')
    await reserved(names)
    for (const username of names.slice(0, 3))
      expectError(await area.member.from('profiles').update({ username }).eq('id', area.member.user.id), '22U08')
    await call('Bankside')
    await free(names)
  })

  it.each([
    ['Clear Lake – Surrey', ['Clear Lake Surrey', 'Clear Lake', 'Clear Lake Team']],
    ['"Clear Lake"', ['Clear Lake', 'ClearLakeTeam']],
    ['Clear Lake™ 🐟', ['Clear Lake', 'Clear Lake Team']],
    ['«Чистое озеро»', ['Чистое озеро', 'Чистое-озеро']],
    ['Clear Lake Angling Club', ['Clear Lake', 'Clear Lake AC', 'Clear Lake Angling Club']],
    ['The Lake House', ['Lake House Team', 'The Lake House']],
    ['1066', ['1066', 'The 1066', '1066Official', '1066 Team']],
    ['Tom', ['Tom', 'TOM', 'The Tom', 'Tom Prize Team', 'TomSupport', 'Team Tom', 'TeamTom']],
    ['Carp', ['Carp', 'Carp Club Team', 'Carp-HQ', 'OfficialCarp']],
  ])('of the club %s', async (club, names) => {
    await call(club)
    await reserved(names)
  })

  it.each([
    ['Clear Lake', ['Clear Water', 'Lake Tom', 'Lake', 'Tom of the Lake']],
    ['Tom', ['Tom Carp', 'Tom the Carp', 'Tom Head', 'Tom UK', 'Tom S', 'Tom 2', 'Tom99', 'Tomm', 'Thom', 'tom1987']],
    ['Lee', ['Le', 'Lee S', 'Leeds']],
    ['The Club', ['Dave', 'Club Head', 'Our Club']],
    ['Carp', ['Carp Head', 'A Carp', 'Carp 7', 'CarpTom', 'Mirror Carp']],
    ['2026 🎣', ['Tom 2026', 'Angler 26']],
  ])('that only share a word with the club %s are free', async (club, names) => {
    await call(club)
    await free(names)
  })

  it('with the build’s own name stay reserved', async () => {
    await call('Clear Lake')
    await reserved(['Bankside', 'Bankside Team'])
  })

  it('stay with members who have them when the club takes the name', async () => {
    const tom = await signUp(area.engine)
    expectAllowed(await tom.from('profiles').update({ username: 'Mirror Pool' }).eq('id', tom.user.id))
    await call('Mirror Pool')
    expectAllowed(await tom.from('profiles').update({ bio: 'Still me' }).eq('id', tom.user.id))
    expect(await area.row('select username from public.profiles where id = $1', [tom.user.id])).toEqual({
      username: 'Mirror Pool',
    })
  })
})
