import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { guest } from '../../../test-support/personas.ts'
import { hearLive, type LiveMessages } from '../support/live-messages.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
let live: LiveMessages
beforeAll(async () => {
  area = await openMemberArea()
  live = await hearLive(area.engine)
})
afterAll(async () => {
  await live.close()
  await area.engine.close()
})

async function ages(client: SupabaseClient, topics: string[]): Promise<Record<string, number>> {
  const { data } = await client.rpc('live_ages', { topics }).throwOnError()
  return Object.fromEntries((data as { topic: string; age_ms: number }[]).map(({ topic, age_ms }) => [topic, age_ms]))
}

it('says how long ago a topic had its last message, so that a page knows whether it missed one', async () => {
  await area.row(`delete from private.live_sent returning topic`)
  expect(await ages(area.member, ['feed'])).toEqual({})
  const before = performance.now()
  await area.member.from('newsfeed_posts').insert({ content: 'Just now' }).throwOnError()
  await live.flushed()
  const { feed } = await ages(area.member, ['feed', 'cards'])
  expect(feed).toBeGreaterThanOrEqual(0)
  expect(feed).toBeLessThanOrEqual(Math.ceil(performance.now() - before))
  await area.row(
    `update private.live_sent set sent_at = sent_at - interval '5 seconds' where topic = 'feed' returning n`,
  )
  expect((await ages(area.member, ['feed'])).feed).toBeGreaterThanOrEqual(5_000)
})

it('counts a card that has just begun as a change of the cards', async () => {
  await area.row(`delete from private.live_sent returning topic`)
  const card = { title: 'Bite hour', placement: 'home', end_date: new Date(Date.now() + 60_000).toISOString() }
  const start_date = new Date(Date.now() - 5_000).toISOString()
  const insert = (is_active: boolean) =>
    area.admin
      .from('info_cards')
      .insert({ ...card, start_date, is_active })
      .throwOnError()
  await insert(false)
  expect(await ages(guest(area.engine), ['cards'])).toEqual({})
  await insert(true)
  const { cards } = await ages(guest(area.engine), ['cards'])
  expect(cards).toBeGreaterThanOrEqual(4_000)
  expect(cards).toBeLessThan(60_000)
})

it('tells a guest of public topics only, and nobody of another member’s own topic', async () => {
  const own = `member:${area.member.user.id}`
  await area.row(`delete from private.live_sent returning topic`)
  await area.row(
    `insert into private.live_sent (topic, n, sent_at, gap_ms)
     select t, 1, now(), 250 from unnest($1::text[]) as t returning topic`,
    [['cards', 'leaderboard', 'live', 'feed', own]],
  )
  const all = ['cards', 'leaderboard', 'live', 'feed', own]
  expect(Object.keys(await ages(guest(area.engine), all)).sort()).toEqual(['cards', 'leaderboard'])
  expect(Object.keys(await ages(area.other, all)).sort()).toEqual(['cards', 'feed', 'leaderboard', 'live'])
  expect(Object.keys(await ages(area.member, all)).sort()).toEqual([...all].sort())
})
