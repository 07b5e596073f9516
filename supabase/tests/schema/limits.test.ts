import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  CLAIM_LIMITS,
  FISHING_PHOTOS_MAX,
  GIFT_POINTS,
  LIMITS,
  REFERRAL_POINTS,
  RETAIL_VALUE,
  TEXT_LIMITS,
} from '../../../contract/src/limits.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'

// The browser checks with the numbers in contract/; the database decides. They must be equal.

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

/** Every text with a limit and its limit in contract/. */
const LENGTHS: [table: string, column: string, limit: number][] = [
  ['profiles', 'bio', LIMITS.bio],
  ['profiles', 'fishing_area', LIMITS.fishingArea],
  ['badges', 'name', LIMITS.badgeName],
  ['badges', 'description', LIMITS.badgeDescription],
  ['landing_content', 'title', LIMITS.landingTitle],
  ['landing_content', 'description', LIMITS.landingDescription],
  ['site_settings', 'currency_symbol', LIMITS.currencySymbol],
  ['point_gifts', 'message', LIMITS.giftMessage],
  ['points_log', 'reason', TEXT_LIMITS.pointsReason],
  ['newsfeed_posts', 'content', TEXT_LIMITS.post],
  ['newsfeed_comments', 'content', TEXT_LIMITS.comment],
  ['games', 'title', TEXT_LIMITS.title],
  ['live_videos', 'title', TEXT_LIMITS.title],
  ['info_cards', 'title', TEXT_LIMITS.title],
  ['prize_packages', 'name', TEXT_LIMITS.title],
  ['prize_items', 'title', TEXT_LIMITS.title],
  ['prize_awards', 'carrier', CLAIM_LIMITS.carrier],
  ['games', 'description', TEXT_LIMITS.gameDescription],
  ['live_videos', 'description', TEXT_LIMITS.videoDescription],
  ['prize_packages', 'description', TEXT_LIMITS.prizeDescription],
  ['prize_items', 'description', TEXT_LIMITS.prizeDescription],
  ['info_cards', 'description', TEXT_LIMITS.cardDescription],
  ['info_cards', 'cta_text', TEXT_LIMITS.ctaText],
  ['info_cards', 'cta_url', LIMITS.imageUrl],
  ['info_cards', 'image_url', LIMITS.imageUrl],
  ['games', 'image_url', LIMITS.imageUrl],
  ['landing_content', 'image_url', LIMITS.imageUrl],
  ['prize_items', 'image_url', LIMITS.imageUrl],
  ['prize_awards', 'tracking_number', CLAIM_LIMITS.trackingNumber],
  ['prize_awards', 'notes', CLAIM_LIMITS.notes],
  ['prize_awards', 'fulfillment_notes', CLAIM_LIMITS.notes],
  ['prize_award_notes', 'admin_notes', CLAIM_LIMITS.notes],
]

/** Texts whose limit is not in contract/, and where the browser has it. */
const LIMITED_ELSEWHERE: Record<string, string> = {
  'badges.icon': 'one emoji, chosen from a list',
  'shipping_addresses.address_line1': 'features/prizes/claim-schema.ts',
  'shipping_addresses.address_line2': 'features/prizes/claim-schema.ts',
  'shipping_addresses.city': 'features/prizes/claim-schema.ts',
  'shipping_addresses.country': 'features/prizes/claim-schema.ts',
  'shipping_addresses.email': 'features/prizes/claim-schema.ts',
  'shipping_addresses.full_name': 'features/prizes/claim-schema.ts',
  'shipping_addresses.phone_number': 'features/prizes/claim-schema.ts',
  'shipping_addresses.postal_code': 'features/prizes/claim-schema.ts',
  'shipping_addresses.state': 'features/prizes/claim-schema.ts',
}

const checksOf = async (table: string) =>
  (
    await engine.owner.query(
      `select pg_get_constraintdef(oid) as text from pg_constraint where contype = 'c' and conrelid = $1::regclass`,
      [`public.${table}`],
    )
  ).map((row) => String(row.text))

it.each(LENGTHS)('%s.%s takes %i characters', async (table, column, limit) => {
  const lengths = (await checksOf(table)).flatMap(
    (text) => text.match(new RegExp(`char_length\\(${column}\\) <= (\\d+)`))?.[1] ?? [],
  )
  expect(lengths).toEqual([String(limit)])
})

it('every column with a maximum length is on one of the lists', async () => {
  const limited = await engine.owner.query(
    `select distinct c.relname || '.' || a.attname as name
      from pg_constraint as k join pg_class as c on c.oid = k.conrelid
        join pg_attribute as a on a.attrelid = c.oid and a.attnum = any (k.conkey)
      where k.contype = 'c' and c.relnamespace = 'public'::regnamespace
        and pg_get_constraintdef(k.oid) ~ ('char_length\\(' || a.attname || '\\)')`,
  )
  const listed = [...LENGTHS.map(([table, column]) => `${table}.${column}`), ...Object.keys(LIMITED_ELSEWHERE)]
  expect(limited.map((row) => String(row.name)).sort()).toEqual(listed.sort())
})

it('numbers have the range that the browser shows', async () => {
  const gifts = (await checksOf('point_gifts')).join('\n')
  expect(gifts).toContain(`(points >= ${GIFT_POINTS.min}) AND (points <= ${GIFT_POINTS.max})`)
  const referrals = (await checksOf('referral_settings')).join('\n')
  expect(referrals).toContain(`>= ${REFERRAL_POINTS.min}) AND (points_per_referral <= ${REFERRAL_POINTS.max})`)
  const items = (await checksOf('prize_items')).join('\n')
  expect(items).toContain(`(retail_value >= ${RETAIL_VALUE.min}) AND (retail_value <= (${RETAIL_VALUE.max})`)
  expect((await checksOf('profiles')).join('\n')).toContain(`cardinality(fishing_photos) <= ${FISHING_PHOTOS_MAX}`)
})
