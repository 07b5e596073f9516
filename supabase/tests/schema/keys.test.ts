import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'

// Keys, owners, times and counters are set by the database. Columns that a client sends nevertheless, because the
// product's calls do, are listed here with the policy or trigger that guards them; the catalogue must have it.

/** Columns of owners, times and counters that a request may insert, and the guard that decides their value. */
const INSERTABLE: Record<string, string> = {
  'profiles.id': 'policy insert_own: the caller, who has a profile already',
  'profiles.updated_at': 'trigger _400_stamp_updated_at',
  'badges.created_by': 'trigger _110_stamp: the caller',
  'game_entries.user_id': 'policy insert_own: the caller',
  'games.prize_package_id': 'policy insert_admin: a reference that admins choose',
  'member_connections.connected_user_id': 'policy insert_own_pending: the other member',
  'member_connections.user_id': 'policy insert_own_pending: the caller',
  'newsfeed_comments.user_id': 'policy insert_own: the caller',
  'newsfeed_posts.user_id': 'policy insert_own: the caller, or the winner in an award post of an admin',
  'newsfeed_reactions.user_id': 'policy insert_own: the caller',
  'point_gifts.from_user_id': 'policy insert_own: the caller',
  'point_gifts.to_user_id': 'policy insert_own: the receiver',
  'points_log.created_by': 'trigger _100_stamp: the caller',
  'points_log.user_id': 'policy insert_admin: the member whom an admin corrects',
  'prize_awards.user_id': 'policy insert_admin: the winner',
  'referrals.referrer_id': 'policy insert_referred: whom the caller names once',
  'scheduled_announcements.user_id': 'policy insert_admin: the caller',
  'shipping_addresses.user_id': 'policy insert_own: the caller',
  'user_badges.awarded_by': 'trigger _100_stamp: the caller',
  'user_badges.user_id': 'policy insert_admin: who gets the badge',
}

/** The same for updates. An upsert names its key on both sides. */
const UPDATABLE: Record<string, string> = {
  'profiles.id': 'trigger _300_guard_update: never another',
  'profiles.updated_at': 'trigger _400_stamp_updated_at',
  'badges.updated_at': 'trigger _400_stamp_updated_at',
  'games.updated_at': 'trigger _400_stamp_updated_at',
  'games.prize_package_id': 'policy update_admin: a reference that admins choose',
  'info_cards.updated_at': 'trigger _400_stamp_updated_at',
  'landing_content.updated_at': 'trigger _100_stamp_updated_at',
  'live_videos.updated_at': 'trigger _110_stamp_updated_at',
  'newsfeed_reactions.user_id': 'trigger _300_freeze: never another',
  'prize_awards.fulfillment_date': 'trigger _320_fulfillment_date: the clock of the database',
  'prize_awards.updated_at': 'trigger _400_stamp_updated_at',
  'prize_packages.updated_at': 'trigger _110_stamp_updated_at',
  'referral_settings.updated_at': 'trigger _110_stamp',
  'referral_settings.updated_by': 'trigger _110_stamp: the caller',
  'site_settings.updated_at': 'trigger _400_stamp_updated_at',
}

/** Sums that the database maintains. */
const COUNTERS = ['points', 'points_spent', 'badge_count', 'post_count', 'remaining_quantity', 'points_awarded']
/** Named like a counter, but set by the client that creates the row. */
const CHOSEN = ['point_gifts.points', 'games.points_awarded']
/** Times at which something happened, not times at which something begins or ends. */
const TIMES = [
  'created_at',
  'updated_at',
  'awarded_at',
  'claimed_at',
  'completed_at',
  'fulfilled_at',
  'fulfillment_date',
]

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

interface Column {
  name: string
  kind: string
  role: string
}

/** Primary keys, references to members, times and counters of public that a role may write. */
const guarded = async (verb: 'insert' | 'update'): Promise<Column[]> =>
  (
    await engine.owner.query<Column>(
      `select format('%s.%s', c.relname, a.attname) as name, r.role,
        case
          when exists (
            select from pg_index as i where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey)
          ) then 'key'
          when exists (
            select from pg_constraint as k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey)
              and (k.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass)
                or a.attname = 'prize_package_id')
          ) then 'owner'
          when a.attname = any ($2) then 'time'
          when a.attname = any ($3) and format('%s.%s', c.relname, a.attname) <> all ($4) then 'counter'
        end as kind
      from pg_class as c
        join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped,
        unnest(array['anon', 'authenticated']) as r (role)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and has_column_privilege(r.role, c.oid, a.attnum, $1)
      order by 1`,
      [verb, TIMES, COUNTERS, CHOSEN],
    )
  ).filter(({ kind }) => kind !== null)

describe('keys, owners, times and counters', () => {
  it.each([
    ['insert', INSERTABLE],
    ['update', UPDATABLE],
  ] as const)('cannot be sent in a request to %s, except in guarded columns', async (verb, expected) => {
    const columns = await guarded(verb)
    expect(columns.filter(({ role }) => role === 'anon')).toEqual([])
    expect(columns.map(({ name }) => name).sort()).toEqual(Object.keys(expected).sort())
    expect(columns.filter(({ kind }) => kind === 'counter')).toEqual([])
    expect(columns.filter(({ kind, name }) => kind === 'key' && name !== 'profiles.id')).toEqual([])
  })

  it('have the listed guards', async () => {
    const known = new Set(
      (
        await engine.owner.query(
          `select format('%s policy %s', c.relname, p.polname) as name
            from pg_policy as p join pg_class as c on c.oid = p.polrelid
          union all
          select format('%s trigger %s', c.relname, t.tgname)
            from pg_trigger as t join pg_class as c on c.oid = t.tgrelid where t.tgenabled = 'O'`,
        )
      ).map(({ name }) => String(name)),
    )
    const named = [INSERTABLE, UPDATABLE].flatMap((list) =>
      Object.entries(list).map(([column, guard]) => `${column.split('.')[0]} ${guard.split(':')[0]}`),
    )
    expect(named.filter((guard) => !known.has(guard))).toEqual([])
  })

  it('are protected by column grants: no table is open as a whole', async () => {
    expect(
      (
        await engine.owner.query(
          `select format('%s %s %s', c.relname, r.role, v.verb) as name
            from pg_class as c, unnest(array['anon', 'authenticated']) as r (role),
              unnest(array['insert', 'update']) as v (verb)
            where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p')
              and has_table_privilege(r.role, c.oid, v.verb)`,
        )
      ).map(({ name }) => name),
    ).toEqual([])
  })
})

describe('a request_id', () => {
  it('can be inserted but never updated, and no row stores one', async () => {
    const rows = await engine.owner.query<{
      name: string
      inserts: boolean
      updates: boolean
      empty: boolean
      filed: boolean
    }>(
      `select c.relname as name,
        has_column_privilege('authenticated', c.oid, a.attnum, 'insert') as inserts,
        has_column_privilege('authenticated', c.oid, a.attnum, 'update') as updates,
        exists (
          select from pg_constraint as k
          where k.conrelid = c.oid and k.contype = 'c' and pg_get_constraintdef(k.oid) = 'CHECK ((request_id IS NULL))'
        ) as empty,
        exists (
          select from pg_trigger as t
          where t.tgrelid = c.oid and t.tgname = '_020_file_request' and t.tgenabled = 'O'
        ) as filed
      from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attname = 'request_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname collate "C"`,
    )
    expect(rows.map(({ name }) => name)).toEqual([
      'badges',
      'catches',
      'games',
      'info_cards',
      'live_videos',
      'newsfeed_comments',
      'newsfeed_posts',
      'point_gifts',
      'points_log',
      'prize_items',
      'prize_packages',
      'scheduled_announcements',
      'shipping_addresses',
      'user_badges',
    ])
    for (const row of rows) expect(row).toMatchObject({ inserts: true, updates: false, empty: true, filed: true })
  })
})
