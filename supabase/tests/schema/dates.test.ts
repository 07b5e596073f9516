import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAllowed, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

/** Every column of the product that has a moment or a day. */
const DATE_COLUMNS = `
  select c.oid, c.oid::regclass::text as relation, a.attname::text as name, a.attnum,
    format_type(a.atttypid, null) as type
  from pg_class as c join pg_attribute as a on a.attrelid = c.oid
  where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p')
    and a.attnum > 0 and not a.attisdropped
    and a.atttypid in ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype)`

it('has every date of every table between 2000 and 2199, by a check constraint', async () => {
  const columns = await area.engine.owner.query(
    `select d.relation, d.name, coalesce((
        select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint as k
        where k.conrelid = d.oid and k.contype = 'c' and k.convalidated and d.attnum = any(k.conkey)
          and k.conname like '%\\_dates\\_bounds'), '') as checks
      from (${DATE_COLUMNS}) as d order by 1, 2`,
  )
  expect(columns.length).toBeGreaterThan(40)
  // Members of a club that moves here may have joined it long ago, and a journal may begin before the club.
  const OLD = ['joined_on', 'caught_on', 'private.catch_months.month']
  const first = ({ relation, name }: Record<string, unknown>) =>
    OLD.includes(String(name)) || OLD.includes(`${relation}.${name}`) ? '1900-01-01' : '2000-01-01'
  const bounded = (column: Record<string, unknown>) =>
    new RegExp(`\\(${column.name} >= '${first(column)}[^']*'`).test(String(column.checks)) &&
    new RegExp(`\\(${column.name} < '2200-01-01[^']*'`).test(String(column.checks))
  expect(columns.filter((column) => !bounded(column)).map(({ relation, name }) => `${relation}.${name}`)).toEqual([])
})

describe('an admin who sends a date out of range is refused', () => {
  const day = '2026-11-22T12:00:00Z'
  /** A period in which the date has a valid position. */
  const span = (date: string) =>
    /^-|BC$/.test(date) ? { start_date: date, end_date: day } : { start_date: day, end_date: date }
  const rows: Record<string, (date: string) => Record<string, unknown>> = {
    games: (date: string) => ({
      type: 'carp_of_week',
      title: 'Carp of the week',
      ...span(date),
    }),
    info_cards: (date: string) => ({
      title: 'Work party',
      description: 'Bring gloves',
      image_url: '/mark.svg',
      placement: 'home',
      ...span(date),
    }),
    live_videos: (date: string) => ({
      title: 'Weigh-in',
      embed_code: 'https://youtu.be/dQw4w9WgXcQ',
      scheduled_for: date,
    }),
  }
  const cases = Object.keys(rows).flatMap((table) =>
    ['10000-01-01T00:00:00Z', '2200-01-01T00:00:00Z', '0044-03-15 12:00:00+00 BC', 'infinity', '-infinity'].map(
      (date) => [table, date] as const,
    ),
  )

  it.each(cases)('%s %s', async (table, date) => {
    const answer = await area.admin
      .from(table)
      .insert(rows[table]?.(date) ?? {})
      .select()
    expectError(answer, '23514')
    expect(answer.status).toBe(400)
    expect(answer.error?.message).toMatch(/_(dates_bounds|dates_finite|scheduled_finite)"/)
    expect(await area.engine.owner.query(`select from public.${table}`)).toEqual([])
  })

  it.each(Object.keys(rows))('but %s accepts the last moment of 2199', async (table) => {
    const [made] = expectAllowed(
      await area.admin
        .from(table)
        .insert(rows[table]?.('2199-12-31T23:59:59Z') ?? {})
        .select('id'),
    )
    const refused = await area.admin
      .from(table)
      .update(table === 'live_videos' ? { scheduled_for: 'infinity' } : { end_date: '10000-01-01T00:00:00Z' })
      .eq('id', made?.id)
    expectError(refused, '23514')
    await area.engine.owner.query(`delete from public.${table}`)
  })

  it('and no prize gets such a deadline', async () => {
    const { admin, member } = area
    const box = expectAllowed(await admin.from('prize_packages').insert({ name: 'Box' }).select('id').single())
    const item = { package_id: box.id, title: 'Alarm', type: 'physical', quantity: 3 }
    expectAllowed(await admin.from('prize_items').insert(item).select())
    const assign = (claim_deadline: string) =>
      admin.rpc('assign_prize_package', { package_id: box.id, user_id: member.user.id, claim_deadline })
    for (const date of ['10000-01-01T00:00:00Z', 'infinity']) expect((await assign(date)).status).toBe(400)
    expect(await area.engine.owner.query('select from public.prize_awards')).toEqual([])
    const [award] = expectAllowed(await assign('2199-12-31T23:59:59Z')) as { id: string }[]
    expectError(
      await admin.from('prize_awards').update({ claim_deadline: '10000-01-01T00:00:00Z' }).eq('id', award?.id),
      '23514',
    )
  })
})
