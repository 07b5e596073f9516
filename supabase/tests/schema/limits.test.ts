import { afterAll, beforeAll, expect, it } from 'vitest'
import { FISHING_PHOTOS_MAX, GIFT_POINTS, LIMITS, REFERRAL_POINTS, TEXT_LIMITS } from '../../../contract/src/limits.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'

// The browser counts with the numbers of contract/; the database decides. They must be the same.

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

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
  ['games', 'description', TEXT_LIMITS.gameDescription],
  ['live_videos', 'description', TEXT_LIMITS.videoDescription],
  ['prize_packages', 'description', TEXT_LIMITS.prizeDescription],
  ['prize_items', 'description', TEXT_LIMITS.prizeDescription],
  ['info_cards', 'description', TEXT_LIMITS.cardDescription],
  ['info_cards', 'cta_text', TEXT_LIMITS.ctaText],
  ['info_cards', 'cta_url', LIMITS.imageUrl],
]

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

it('numbers have the range that the browser shows', async () => {
  const gifts = (await checksOf('point_gifts')).join('\n')
  expect(gifts).toContain(`(points >= ${GIFT_POINTS.min}) AND (points <= ${GIFT_POINTS.max})`)
  const referrals = (await checksOf('referral_settings')).join('\n')
  expect(referrals).toContain(`>= ${REFERRAL_POINTS.min}) AND (points_per_referral <= ${REFERRAL_POINTS.max})`)
  expect((await checksOf('profiles')).join('\n')).toContain(`cardinality(fishing_photos) <= ${FISHING_PHOTOS_MAX}`)
})
