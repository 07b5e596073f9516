import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
let admin: Persona
let finn: Persona
let item: string

const newId = async (sql: string, values: unknown[] = []) => String((await area.row(`${sql} returning id`, values))?.id)

beforeAll(async () => {
  area = await openMemberArea()
  admin = area.admin
  finn = await signUp(area.engine, { username: 'Finn ÖSTER', email: 'finn@perch.example' })
  item = await newId(
    `with box as (insert into public.prize_packages (name) values ('Winter box') returning id)
      insert into public.prize_items (package_id, title, type, quantity) select id, 'Bivvy Lamp', 'physical', 90 from box`,
  )
})
afterAll(() => area.engine.close())

const VIEWS = ['user_profiles_with_email', 'prize_claims', 'points_ledger', 'audit_log']

describe.each(VIEWS)('%s', (view) => {
  it('has rows for admins, none for members, and is closed to guests', async () => {
    await newId('insert into public.prize_awards (user_id, item_id) values ($1, $2)', [area.member.user.id, item])
    await area.givePoints(area.member, 10 + Math.floor(Math.random() * 1e6))
    expect(expectAllowed(await admin.from(view).select()).length).toBeGreaterThan(0)
    for (const persona of [area.member, area.suspended]) {
      expect(expectAllowed(await persona.from(view).select())).toEqual([])
    }
    expectDenied(await guest(area.engine).from(view).select())
  })
})

describe('users', () => {
  it('are found by part of the name or address, regardless of case, and counted', async () => {
    const find = (text: string) =>
      admin
        .from('user_profiles_with_email')
        .select('username', { count: 'exact' })
        .ilike('search_text', `%${text}%`)
        .neq('id', admin.user.id)
    for (const text of ['finn ö', 'öster', 'perch.exam']) {
      const { data, count } = await find(text)
      expect([count, data], text).toEqual([1, [{ username: 'Finn ÖSTER' }]])
    }
    expect((await find('nobody here')).count).toBe(0)
  })
})

describe('claims', () => {
  it('are found by winner, prize and tracking number, filtered by status and counted, in one request', async () => {
    const award = async (winner: Persona, change: string) =>
      newId(
        `insert into public.prize_awards (user_id, item_id, status, terms_accepted, claimed_at, tracking_number,
          fulfillment_status) values ($1, $2, 'claimed', true, now(), ${change})`,
        [winner.user.id, item],
      )
    const shipped = await award(finn, `'RM 12 GB', 'shipped'`)
    const pending = await award(finn, 'null, null')
    await area.row(`insert into public.prize_award_notes (award_id, admin_notes) values ($1, 'Call first')`, [shipped])
    const find = async (text: string, status: string) => {
      const { data, count } = await admin
        .from('prize_claims')
        .select('id, username, item_title, package_name, fulfillment_status, admin_notes', { count: 'exact' })
        .ilike('search_text', `%${text}%`)
        .eq('fulfillment_status', status)
        .eq('status', 'claimed')
        .order('awarded_at', { ascending: false })
        .range(0, 24)
      return { ids: data?.map(({ id }) => id), count, first: data?.[0] }
    }
    expect(await find('rm 12', 'shipped')).toEqual({
      ids: [shipped],
      count: 1,
      first: {
        id: shipped,
        username: 'Finn ÖSTER',
        item_title: 'Bivvy Lamp',
        package_name: 'Winter box',
        fulfillment_status: 'shipped',
        admin_notes: 'Call first',
      },
    })
    expect((await find('öster', 'pending')).ids).toEqual([pending])
    expect((await find('vy lam', 'shipped')).ids).toEqual([shipped])
    expect((await find('rm 12', 'pending')).count).toBe(0)
  })
})

describe('the ledger', () => {
  it('shows member and author by name', async () => {
    const row = { user_id: finn.user.id, points_change: 7, reason: 'Bank clean-up' }
    expectAllowed(await admin.from('points_log').insert(row))
    const read = await admin.from('points_ledger').select().eq('user_id', finn.user.id).single()
    expect(expectAllowed(read)).toMatchObject({
      username: 'Finn ÖSTER',
      created_by_username: admin.user.username,
      points_change: 7,
      kind: 'admin',
    })
  })
})

describe('two admins at once', () => {
  const dates = { start_date: '2026-01-01T00:00:00Z', end_date: '2100-01-01T00:00:00Z' }
  const only = async (table: string) => String((await area.row(`select id from public.${table} limit 1`))?.id)
  const CASES: [table: string, edit: object, other: object, make: () => Promise<string>][] = [
    ['profiles', { username: 'Finn 1' }, { username: 'Finn 2' }, async () => finn.user.id],
    [
      'badges',
      { name: 'One' },
      { name: 'Two' },
      () =>
        newId(
          `insert into public.badges (name, description) values ('Bailiff ' || left(gen_random_uuid()::text, 8), 'Keeps')`,
        ),
    ],
    [
      'prize_packages',
      { name: 'One' },
      { name: 'Two' },
      () => newId(`insert into public.prize_packages (name) values ('Box')`),
    ],
    [
      'prize_awards',
      { admin_notes: 'One' },
      { tracking_number: 'Two' },
      () => newId('insert into public.prize_awards (user_id, item_id) values ($1, $2)', [finn.user.id, item]),
    ],
    [
      'games',
      { title: 'One' },
      { title: 'Two' },
      () =>
        newId(`insert into public.games (type, title, start_date, end_date) values ('carp_of_week', 'Best', $1, $2)`, [
          dates.start_date,
          dates.end_date,
        ]),
    ],
    [
      'info_cards',
      { is_active: false },
      { title: 'Two' },
      () => newId(`insert into public.info_cards (title, start_date, end_date) values ('A', now(), '2100-01-01')`),
    ],
    [
      'live_videos',
      { title: 'One' },
      { title: 'Two' },
      () =>
        newId(`insert into public.live_videos (title, embed_code, scheduled_for)
          values ('Live', 'https://youtu.be/dQw4w9WgXcQ', now())`),
    ],
    ['landing_content', { title: 'One' }, { title: 'Two' }, () => only('landing_content')],
    ['site_settings', { currency_symbol: '1' }, { currency_symbol: '2' }, () => only('site_settings')],
    ['referral_settings', { points_per_referral: 1 }, { points_per_referral: 2 }, () => only('referral_settings')],
  ]

  it.each(CASES)(
    '%s: the slower one, whose request names an old version, changes nothing',
    async (table, edit, other, make) => {
      const id = await make()
      const { updated_at: seen } = expectAllowed(await admin.from(table).select('updated_at').eq('id', id).single())
      const second = await signUp(area.engine, { admin: true })
      const save = (who: Persona, row: object) =>
        who.from(table).update(row).eq('id', id).eq('updated_at', seen).select('id, updated_at')
      const [saved] = expectAllowed(await save(admin, edit))
      expect(saved?.id).toBe(id)
      expect(saved?.updated_at).not.toBe(seen)
      const before = await area.row(`select * from public.${table} where id = $1`, [id])
      expectDeniedOrNothing(await save(second, other))
      expect(await area.row(`select * from public.${table} where id = $1`, [id])).toEqual(before)
    },
  )

  it('the version is set by the database’s clock, whatever the request says', async () => {
    const forged = '2001-01-01T00:00:00Z'
    const made = { name: 'Forged', description: 'Forged' }
    expectDenied(await admin.from('badges').insert({ ...made, updated_at: forged }))
    const badge = expectAllowed(await admin.from('badges').insert(made).select('id, updated_at').single())
    const update = admin.from('badges').update({ name: 'Again', updated_at: forged }).eq('id', badge.id)
    const changed = expectAllowed(await update.select('updated_at').single())
    for (const { updated_at } of [badge, changed]) expect(Date.now() - Date.parse(updated_at)).toBeLessThan(60_000)
  })
})
