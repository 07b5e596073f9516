import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEngine } from '../../../test-support/start-engine.ts'

// The rights of members' requests on the columns of each table that they may write. A forgotten grant breaks a form, and
// the other rules do not notice: an upsert needs the right to insert and the right to update each of its columns.

type Engine = Awaited<ReturnType<typeof startEngine>>

/** Columns that no request may write, by table, and what sets them. */
const SET_BY_THE_DATABASE: Record<string, string[]> = {
  catches: ['user_id'],
  game_entries: ['is_winner', 'by_team'],
  games: ['completed_at'],
  landing_content: ['section'],
  newsfeed_comments: ['mentions', 'hidden_at'],
  newsfeed_posts: ['mentions', 'edited_at', 'hidden_at'],
  points_log: ['kind', 'source_key'],
  prize_awards: [
    'awarded_at',
    'claimed_at',
    'fulfilled_at',
    'promised_title',
    'promised_description',
    'promised_retail_value',
    'points_paid',
    'redemption_id',
  ],
  prize_items: ['remaining_quantity'],
  profiles: ['points', 'badge_count', 'joined_on', 'points_spent'],
  referrals: ['referred_user_id', 'completed_at', 'points_awarded'],
  scheduled_announcements: ['failure', 'failed_at'],
  user_badges: ['awarded_at'],
}

/** Columns that are chosen once: a request may insert them, and not change them. */
const ONLY_INSERTED: Record<string, string[]> = {
  badges: ['created_by'],
  game_entries: ['game_id', 'user_id', 'entry_data', 'photo_url'],
  games: ['type'],
  member_connections: ['user_id', 'connected_user_id'],
  newsfeed_comments: ['post_id', 'user_id'],
  newsfeed_posts: ['user_id', 'type', 'metadata'],
  prize_awards: ['user_id', 'item_id'],
  prize_items: ['package_id', 'type'],
  referrals: ['referrer_id', 'referred_email'],
  scheduled_announcements: ['user_id'],
  shipping_addresses: ['user_id'],
}

/** Columns of a later step in the life of a row: a request may change them, and not insert them. */
const ONLY_UPDATED: Record<string, string[]> = {
  game_entries: ['winner_place'],
  prize_awards: [
    'terms_accepted',
    'shipping_method',
    'shipping_details',
    'shipping_address_id',
    'carrier',
    'tracking_number',
    'fulfillment_status',
    'fulfillment_date',
    'fulfillment_notes',
    'admin_notes',
  ],
}

const CURE =
  'a column that a form saves needs grant insert and grant update, see docs/change-the-schema.md; otherwise add it to the list'

let engine: Engine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

/** The columns on which members have exactly these rights, by table; without keys, times of the row and request IDs. */
async function columnsWith(rights: { insert: boolean; update: boolean }, tables: string): Promise<unknown> {
  const found = await engine.owner.query(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and has_any_column_privilege('authenticated', c.oid, $3)
        and a.attname not in ('id', 'created_at', 'updated_at', 'request_id')
        and has_column_privilege('authenticated', c.oid, a.attnum, 'insert') = $1
        and has_column_privilege('authenticated', c.oid, a.attnum, 'update') = $2
      group by 1 order by 1`,
    [rights.insert, rights.update, tables],
  )
  return Object.fromEntries(found.map(({ table, columns }) => [table, columns]))
}

it('a column that no request may write is on the list of those that the database sets', async () => {
  expect(await columnsWith({ insert: false, update: false }, 'insert, update'), CURE).toEqual(SET_BY_THE_DATABASE)
})

it('a column of a table with changeable rows that may be inserted may be changed, unless it is chosen once', async () => {
  expect(await columnsWith({ insert: true, update: false }, 'update'), CURE).toEqual(ONLY_INSERTED)
})

it('a column of a table with new rows that may be changed may be inserted, unless it belongs to a later step', async () => {
  expect(await columnsWith({ insert: false, update: true }, 'insert'), CURE).toEqual(ONLY_UPDATED)
})
