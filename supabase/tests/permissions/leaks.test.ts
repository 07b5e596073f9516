import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { guest, signUp } from '../../../test-support/personas.ts'
import { game } from '../games/game-rows.ts'
import { expectAllowed } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { tableRows } from './table-rows.ts'

// Reads everything readable, with everything that can be embedded, as people who must not see another member's
// secrets. None of the marked secrets may appear anywhere.

const MARK = 'canary'
let area: MemberArea
let relations: { name: string; embeds: string[] }[]
let curious: [name: string, client: SupabaseClient][]

beforeAll(async () => {
  area = await openMemberArea()
  const { engine, member, suspended, other } = area
  curious = [
    ['a guest', guest(engine)],
    ['a member', member],
    ['a suspended member', suspended],
  ]
  const secretive = await signUp(engine, { email: `${MARK}-1@example.com`, data: { referrer_id: other.user.id } })
  const { id } = secretive.user
  const rows = tableRows(area, other)
  await area.givePoints(secretive, 100)
  for (const row of Object.values(rows)) if (row.owned) await row.make(secretive)
  const query = (sql: string, values: unknown[] = [id]) => engine.owner.query(sql, values)
  await query(
    `update public.shipping_addresses set email = '${MARK}-2@example.com', full_name = '${MARK} 3' where user_id = $1`,
  )
  await query(
    `update public.prize_awards set shipping_details = '{"email": "${MARK}-4@example.com"}', tracking_number = '${MARK} 5',
      fulfillment_notes = '${MARK} 6' where user_id = $1`,
  )
  await query(`update public.prize_award_notes set admin_notes = '${MARK} 7'`, [])
  await query(`insert into public.points_log (user_id, points_change, reason) values ($1, 9, '${MARK} 8')`)
  await query(
    `insert into public.point_gifts (from_user_id, to_user_id, points, message) values ($1, $2, 1, '${MARK} 9')`,
    [id, other.user.id],
  )
  await query(
    `insert into public.info_cards (title, start_date, end_date, is_active)
    values ('${MARK} 10', now(), '2100-01-01', false), ('${MARK} 11', '2099-01-01', '2100-01-01', true)`,
    [],
  )
  await query(
    `insert into public.live_videos (title, embed_code, scheduled_for, is_active)
    values ('${MARK} 12', 'https://youtu.be/dQw4w9WgXcQ', now(), false)`,
    [],
  )
  await query(`insert into public.prize_packages (name, is_active) values ('${MARK} 13', false)`, [])
  await query(`update public.catches set words = '${MARK} 16', visibility = 'members' where user_id = $1`)
  await query(`update public.profiles set is_suspended = true where id = $1`)
  await query(`insert into public.newsfeed_posts (user_id, content) values ($1, '${MARK} 14')`)
  await area.admin.from('games').insert(game({ title: `${MARK} 15`, status: 'draft' }))
  const open = expectAllowed(
    await area.admin
      .from('games')
      .insert(game({ status: 'active', type: 'guess_weight', metadata: { actual_weight: 417.33, unit: 'kg' } }))
      .select('id')
      .single(),
  )
  await query(`insert into public.game_entries (game_id, user_id, entry_data) values ($2, $1, '{"weight": 418.44}')`, [
    id,
    open.id,
  ])
  await area.admin
    .from('profiles')
    .update({ username: `${MARK} who was renamed` })
    .eq('id', id)
  await area.admin.from('profiles').update({ username: 'renamed' }).eq('id', id)

  const found = await query(
    `select c.relname as name, coalesce(array_agg(distinct e.name) filter (where e.name is not null), '{}') as embeds
      from pg_class as c left join lateral (
        select k.confrelid::regclass::text as name from pg_constraint as k
          where k.conrelid = c.oid and k.contype = 'f' and k.confrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
        union select k.conrelid::regclass::text from pg_constraint as k
          where k.confrelid = c.oid and k.contype = 'f' and k.connamespace = 'public'::regnamespace
      ) as e on true
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') group by c.relname order by 1`,
    [],
  )
  relations = found.map((row) => ({ name: String(row.name), embeds: row.embeds as string[] }))
})
afterAll(() => area.engine.close())

const SECRET = new RegExp(`${MARK}|417\\.33|418\\.44`)

it('no relation and no embedding shows another member’s secrets', async () => {
  expect(relations.length).toBeGreaterThan(25)
  let answers = 0
  for (const [who, client] of curious) {
    for (const { name, embeds } of relations) {
      for (const columns of ['*', ...embeds.map((embed) => `*, ${embed}(*)`)]) {
        const { data, error } = await client.from(name).select(columns)
        expect(JSON.stringify([data, error]), `${who}: ${name} ${columns}`).not.toMatch(SECRET)
        if (data && data.length > 0) answers += 1
      }
    }
  }
  // The crawl did return data.
  expect(answers).toBeGreaterThan(25)
})

it('no function shows them either', async () => {
  const functions = await area.engine.owner.query(
    `select proname as name, proargnames[1:pronargs] as arguments, proargtypes::regtype[]::text[] as types from pg_proc
      where pronamespace = 'public'::regnamespace and proname not in ('delete_user', 'set_member_password')
        and not exists (select from pg_depend as d where d.objid = pg_proc.oid and d.deptype = 'e')`,
  )
  const values: Record<string, unknown> = {
    uuid: (await area.row(`select id from public.profiles where username = 'renamed'`))?.id,
    text: 'UTC',
    'timestamp with time zone': '2000-01-01T00:00:00Z',
  }
  const games = (await area.row(`select id from public.games where type = 'guess_weight'`))?.id
  for (const [who, client] of curious) {
    for (const { name, arguments: given, types } of functions) {
      const list = (given ?? []) as string[]
      const body = Object.fromEntries(
        list.map((argument, n) => [
          argument,
          argument === 'game_id' ? games : (values[(types as string[])[n] ?? ''] ?? {}),
        ]),
      )
      const { data, error } = await client.rpc(String(name), body)
      expect(JSON.stringify([data, error]), `${who}: ${name}`).not.toMatch(SECRET)
    }
  }
})

it('an admin sees them, so the crawl reads the right places', async () => {
  const { admin } = area
  const shown = await Promise.all([
    admin.from('user_profiles_with_email').select(),
    admin.from('prize_claims').select(),
    admin.from('prize_awards').select('*, shipping_addresses(*)'),
    admin.from('points_log').select(),
    admin.from('point_gifts').select(),
    admin.from('info_cards').select(),
    admin.from('live_videos').select(),
    admin.from('games').select(),
    admin.from('newsfeed_posts').select(),
    admin.from('audit_log').select(),
    admin.from('prize_packages').select(),
  ])
  const text = JSON.stringify(shown.map(({ data }) => data))
  for (const n of ['-1@', '-4@', ' 5', ' 6', ' 7', ' 8', ' 9', ' 10', ' 11', ' 12', ' 13', ' 14', ' 15', ' who'])
    expect(text).toContain(`${MARK}${n}`)
  // Answers of running games are in no table that even admins can read; the guess is, in the entries.
  expect(text).not.toContain('417.33')
})
