import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ADDRESS_LIMITS,
  CATCH_GRAMS,
  CLAIM_LIMITS,
  GIFT_POINTS,
  LIMITS,
  PRIZE_POINTS,
  PRIZE_QUANTITY,
  REFERRAL_POINTS,
  TEXT_LIMITS,
} from '../../../contract/src/limits.ts'
import { signUp } from '../../../test-support/personas.ts'
import { type TableRow, tableRows } from '../permissions/table-rows.ts'
import { expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

// The last accepted value and the first refused one, through the API.

let area: MemberArea
let rows: Record<string, TableRow>
beforeAll(async () => {
  area = await openMemberArea()
  rows = tableRows(area, await signUp(area.engine))
  await area.givePoints(area.admin, 100_000)
})
afterAll(() => area.engine.close())

/** Tables whose row already exists, or whose column is set afterwards. */
const EDITED = new Set(['profiles', 'landing_content', 'site_settings', 'referral_settings', 'prize_awards'])

/** The answer to an admin who saves a row with this value and otherwise valid ones. */
async function save(table: string, column: string, value: unknown) {
  const row = rows[table]
  if (!row) throw new Error(`no rows of ${table}`)
  const { admin } = area
  if (EDITED.has(table)) {
    const id = await row.make(admin)
    return await admin
      .from(table)
      .update({ [column]: value })
      .eq('id', id)
      .select('id')
  }
  const fresh = await row.insert(admin.user)
  return await admin
    .from(table)
    .insert({ ...fresh, [column]: value })
    .select('id')
}

async function expectEdge(table: string, column: string, last: unknown, first: unknown, code = '23514') {
  const passed = await save(table, column, last)
  expect([passed.error, passed.data?.length]).toEqual([null, 1])
  expectError(await save(table, column, first), code)
}

const TEXTS: [table: string, column: string, limit: number][] = [
  ['profiles', 'bio', LIMITS.bio],
  ['profiles', 'fishing_area', LIMITS.fishingArea],
  ['badges', 'name', LIMITS.badgeName],
  ['badges', 'description', LIMITS.badgeDescription],
  ['landing_content', 'title', LIMITS.landingTitle],
  ['landing_content', 'description', LIMITS.landingDescription],
  ['site_settings', 'currency_symbol', LIMITS.currencySymbol],
  ['site_settings', 'club_name', LIMITS.clubName],
  ['site_settings', 'country', ADDRESS_LIMITS.country],
  ['point_gifts', 'message', LIMITS.giftMessage],
  ['points_log', 'reason', TEXT_LIMITS.pointsReason],
  ['newsfeed_posts', 'content', TEXT_LIMITS.post],
  ['scheduled_announcements', 'content', TEXT_LIMITS.post],
  ['newsfeed_comments', 'content', TEXT_LIMITS.comment],
  ['catches', 'words', TEXT_LIMITS.catchWords],
  ['games', 'title', TEXT_LIMITS.title],
  ['games', 'description', TEXT_LIMITS.gameDescription],
  ['live_videos', 'title', TEXT_LIMITS.title],
  ['live_videos', 'description', TEXT_LIMITS.videoDescription],
  ['info_cards', 'title', TEXT_LIMITS.title],
  ['info_cards', 'description', TEXT_LIMITS.cardDescription],
  ['info_cards', 'cta_text', TEXT_LIMITS.ctaText],
  ['prize_packages', 'name', TEXT_LIMITS.title],
  ['prize_packages', 'description', TEXT_LIMITS.prizeDescription],
  ['prize_items', 'title', TEXT_LIMITS.title],
  ['prize_items', 'description', TEXT_LIMITS.prizeDescription],
  ['prize_awards', 'carrier', CLAIM_LIMITS.carrier],
  ['prize_awards', 'tracking_number', CLAIM_LIMITS.trackingNumber],
  ['prize_awards', 'fulfillment_notes', CLAIM_LIMITS.notes],
  ['prize_awards', 'admin_notes', CLAIM_LIMITS.notes],
  ['prize_awards', 'notes', CLAIM_LIMITS.notes],
  ['shipping_addresses', 'full_name', ADDRESS_LIMITS.name],
  ['shipping_addresses', 'phone_number', ADDRESS_LIMITS.phone],
  ['shipping_addresses', 'address_line1', ADDRESS_LIMITS.line],
  ['shipping_addresses', 'address_line2', ADDRESS_LIMITS.line],
  ['shipping_addresses', 'city', ADDRESS_LIMITS.city],
  ['shipping_addresses', 'state', ADDRESS_LIMITS.state],
  ['shipping_addresses', 'postal_code', ADDRESS_LIMITS.postalCode],
  ['shipping_addresses', 'country', ADDRESS_LIMITS.country],
]

describe('a text is counted in code points, not in bytes or UTF-16 units', () => {
  it.each(TEXTS)('%s.%s takes at most %i', async (table, column, limit) => {
    await expectEdge(table, column, '🎣'.repeat(limit), '🎣'.repeat(limit + 1))
  })

  it('profiles.username takes at most 50 letters outside the Basic Multilingual Plane', async () => {
    await expectEdge('profiles', 'username', '𠀀'.repeat(LIMITS.username), '𠀀'.repeat(LIMITS.username + 1), '22U01')
  })
})

/** Texts that are demanded, which therefore have to be seen. */
const DEMANDED: [table: string, column: string][] = [
  ['badges', 'name'],
  ['badges', 'description'],
  ['badges', 'icon'],
  ['site_settings', 'currency_symbol'],
  ['points_log', 'reason'],
  ['newsfeed_posts', 'content'],
  ['scheduled_announcements', 'content'],
  ['newsfeed_comments', 'content'],
  ['games', 'title'],
  ['live_videos', 'title'],
  ['info_cards', 'title'],
  ['prize_packages', 'name'],
  ['prize_items', 'title'],
  ['shipping_addresses', 'full_name'],
  ['shipping_addresses', 'city'],
  ['site_settings', 'country'],
]

it.each(DEMANDED)('%s.%s takes no text of invisible characters', async (table, column) => {
  for (const unseen of ['', ' ', '\u200b', '\u00ad\u2060']) expectError(await save(table, column, unseen), '23514')
})

const LINKS: [table: string, column: string][] = [
  ['games', 'image_url'],
  ['info_cards', 'image_url'],
  ['info_cards', 'cta_url'],
  ['landing_content', 'image_url'],
  ['prize_items', 'image_url'],
]

/** Texts of another form, each with the reason. */
const ELSEWHERE: Record<string, string> = {
  'badges.icon': 'an emoji',
  'catches.photo_path': 'a file of the store; catches/catch-photos.test.ts',
  'shipping_addresses.email': 'an address, tried below',
  'site_settings.logo_url': 'a file of the store; site/club-identity.test.ts',
  'site_settings.season_begins': 'a day that each year has; records/seasons.test.ts',
  'site_settings.time_zone': 'a name that the database knows; site/club-identity.test.ts',
}

describe('an address', () => {
  const link = (length: number) => 'https://lakes.example/'.padEnd(length, 'x')
  it.each(LINKS)('in %s.%s has at most 2048 characters', async (table, column) => {
    await expectEdge(table, column, link(LIMITS.imageUrl), link(LIMITS.imageUrl + 1))
  })
})

it('shipping_addresses.email takes at most 254 characters', async () => {
  const email = (length: number) => '@mail.example'.padStart(length, 'x')
  const { email: max } = ADDRESS_LIMITS
  await expectEdge('shipping_addresses', 'email', email(max), email(max + 1))
})

// A new column that is on no list would have a limit that nothing compares with contract/src/limits.ts.
it('every text with a maximum length that a request may write is on a list', async () => {
  const limited = await area.engine.owner.query(`
    select format('%s.%s', c.relname, a.attname) as name
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (has_column_privilege('authenticated', c.oid, a.attnum, 'insert')
        or has_column_privilege('authenticated', c.oid, a.attnum, 'update'))
      and exists (
        select from pg_constraint as k
        where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any (k.conkey)
          and pg_get_constraintdef(k.oid) ~ 'char_length')`)
  const listed = [...TEXTS, ...LINKS].map(([table, column]) => `${table}.${column}`)
  const missing = limited.map((row) => String(row.name)).filter((name) => !listed.includes(name))
  expect(missing.sort()).toEqual(Object.keys(ELSEWHERE).sort())
})

describe('a number', () => {
  it.each([
    ['point_gifts', 'points', GIFT_POINTS],
    ['catches', 'grams', CATCH_GRAMS],
    ['referral_settings', 'points_per_referral', REFERRAL_POINTS],
    ['prize_items', 'quantity', PRIZE_QUANTITY],
  ])('in %s.%s must be in its range', async (table, column, { min, max }) => {
    await expectEdge(table, column, min, min - 1)
    await expectEdge(table, column, max, max + 1)
  })

  it('of points of an item must be in its range', async () => {
    const worth = async (points_value: number) => {
      const fresh = { ...(await rows.prize_items?.insert(area.admin.user)), type: 'points', points_value }
      return await area.admin.from('prize_items').insert(fresh).select('id')
    }
    for (const points of [PRIZE_POINTS.min, PRIZE_POINTS.max]) expect((await worth(points)).error).toBeNull()
    for (const points of [PRIZE_POINTS.min - 1, PRIZE_POINTS.max + 1]) expectError(await worth(points), '23514')
  })

  it('of weight must be in its unit’s range, in hundredths, and neither NaN nor infinite', async () => {
    const weigh = (weight_value: unknown, weight_unit: string) =>
      area.member.from('profiles').update({ weight_value, weight_unit }).eq('id', area.member.user.id).select('id')
    for (const [value, unit] of [
      [0, 'kg'],
      [500, 'kg'],
      [1000, 'lbs'],
    ] as const)
      expect((await weigh(value, unit)).error).toBeNull()
    for (const [value, unit] of [
      [-0.01, 'kg'],
      [500.01, 'kg'],
      [1000.01, 'lbs'],
      ['NaN', 'kg'],
      [1, 'stone'],
    ] as const)
      expectError(await weigh(value, unit), '23514')
    expect((await weigh('Infinity', 'kg')).error?.code).toMatch(/^(22|23514)/)
  })
})
