import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { game } from '../games/game-rows.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { tableRows } from './table-rows.ts'

// A session whose profile was deleted although the account exists, as while a token outlives its member. It may read
// what guests read; everything else is closed, in every relation and function.

let area: MemberArea
let ghost: Persona
let gameId: string

beforeAll(async () => {
  area = await openMemberArea()
  ghost = await signUp(area.engine)
  const { member, other, admin } = area
  await area.givePoints(member, 100)
  for (const row of Object.values(tableRows(area, other))) await row.make(member)
  gameId = expectAllowed(
    await admin
      .from('games')
      .insert(game({ status: 'active' }))
      .select('id')
      .single(),
  ).id
  expectAllowed(
    await member.from('game_entries').insert({ game_id: gameId, user_id: member.user.id, entry_data: { square: 3 } }),
  )
  await area.row('alter table public.profiles disable trigger _500_audit')
  await area.row('delete from public.profiles where id = $1', [ghost.user.id])
  await area.row('alter table public.profiles enable trigger _500_audit')
  expect((await ghost.auth.getUser()).error).toBeNull()
})
afterAll(() => area.engine.close())

const relations = async () =>
  (
    await area.engine.owner.query(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
        order by relname collate "C"`,
    )
  ).map(({ name }) => String(name))

describe('a session without a profile', () => {
  it('reads from every relation what a guest reads', async () => {
    for (const name of await relations()) {
      const seen = await ghost.from(name).select()
      const open = await guest(area.engine).from(name).select()
      expect(seen.data ?? [], name).toEqual(open.data ?? [])
    }
    // A member does get rows from the same relations.
    for (const name of [
      'profiles',
      'badges',
      'games',
      'game_entries',
      'newsfeed_posts',
      'prize_packages',
      'member_search',
    ])
      expect(expectAllowed(await area.member.from(name).select()), name).not.toEqual([])
  })

  it('gets nothing from any function that a guest may not call', async () => {
    const functions = await area.engine.owner.query<{ name: string; names: string[]; types: string[] }>(
      `select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as names,
        array(select t::regtype::text from unnest(p.proargtypes) with ordinality as a (t, n) order by n) as types
      from pg_proc as p
      where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
        and not has_function_privilege('anon', p.oid, 'execute')
      order by p.proname collate "C"`,
    )
    const post = await area.row('select * from public.newsfeed_posts limit 1')
    const mentions = { somebody: area.member.user.id }
    const rows: Record<string, unknown> = {
      newsfeed_posts: { ...post, mentions },
      newsfeed_comments: { ...(await area.row('select * from public.newsfeed_comments limit 1')), mentions },
      profiles: await area.row('select * from public.profiles limit 1'),
      games: await area.row('select * from public.games where id = $1', [gameId]),
      prize_packages: await area.row('select * from public.prize_packages limit 1'),
      scheduled_announcements: await area.row('select * from public.scheduled_announcements limit 1'),
      uuid: gameId,
      text: 'UTC',
      'text[]': ['eve@lake.test'],
      jsonb: [{ address: 'eve@lake.test', points: 5 }],
      'uuid[]': [post?.id],
      'timestamp with time zone': '2026-01-01T00:00:00Z',
      date: '2026-01-01',
      integer: 20,
      boolean: true,
      'time without time zone': '22:00',
    }
    const answering: string[] = []
    for (const { name, names, types } of functions) {
      const unknown = types.filter((type) => !(type in rows))
      expect(unknown, `${name} takes a type that this test does not provide`).toEqual([])
      const args = Object.fromEntries(names.map((arg, n) => [arg, rows[types[n] as string]]))
      const { data, error } = await ghost.rpc(name, args)
      const nothing = [null, 0, false, '[]', '{}', ''].includes(
        typeof data === 'object' && data ? JSON.stringify(data) : data,
      )
      if (!error && !nothing) answering.push(name)
    }
    // One row of zeros: the caller brought no members.
    expect(answering).toEqual(['get_user_referral_stats'])
    expect(expectAllowed(await ghost.rpc('get_user_referral_stats'))).toEqual([
      { total_referrals: 0, completed_referrals: 0, pending_referrals: 0 },
    ])
    // The same call returns data to a member.
    expect(expectAllowed(await area.member.rpc('game_entrants', { game_id: gameId }))).toHaveLength(1)
  })

  it('saves neither times nor a subscription to messages, as a member does', async () => {
    const calls = {
      save_notification_times: { time_zone: 'Europe/London' },
      save_push_subscription: {
        endpoint: 'https://fcm.googleapis.com/fcm/send/carp',
        p256dh: `B${'A'.repeat(86)}`,
        auth: 'a'.repeat(22),
      },
    }
    for (const [name, args] of Object.entries(calls)) {
      expectDenied(await ghost.rpc(name, args))
      expect((await area.member.rpc(name, args)).error, name).toBeNull()
    }
    const saved = await area.engine.owner.query(
      'select user_id from private.notification_times union all select user_id from private.push_subscriptions',
    )
    expect(saved).toEqual([{ user_id: area.member.user.id }, { user_id: area.member.user.id }])
  })

  it('reports nothing, and does not learn what there is to report; a member does both', async () => {
    const row = { content: 'Tench at dawn' }
    const { id } = expectAllowed(await area.other.from('newsfeed_posts').insert(row).select('id').single())
    const report = (who: Persona, subject_id: string) =>
      who.rpc('send_report', { kind: 'post', subject_id, reason: 'spam' })
    for (const subject of [id, randomUUID()]) expectDenied(await report(ghost, subject))
    expectError(await report(area.member, randomUUID()), 'PT404')
    expectAllowed(await report(area.member, id))
    expect(
      await area.engine.owner.query('select reporter_id from private.reports where subject_id = $1', [id]),
    ).toEqual([{ reporter_id: area.member.user.id }])
  })

  it('cannot insert a profile, not even its own', async () => {
    const own = { id: ghost.user.id, username: 'back again' }
    expectDenied(await ghost.from('profiles').insert(own))
    expectDenied(
      await ghost.from('profiles').upsert({ ...own, bio: 'Still here', updated_at: new Date().toISOString() }),
    )
    expect(await area.row('select id from public.profiles where id = $1', [ghost.user.id])).toBeUndefined()
    expectError(await ghost.rpc('my_data'), 'PT404')
  })

  it('cannot write to any table', async () => {
    const count = async (table: string) => (await area.row(`select count(*)::int as n from public.${table}`))?.n
    for (const [table, row] of Object.entries(tableRows(area, area.other))) {
      const sent = await row.insert(ghost.user)
      const before = await count(table)
      const { error } = await ghost.from(table).insert(sent)
      expect(error, table).not.toBeNull()
      expect(await count(table), table).toBe(before)
    }
  })
})
