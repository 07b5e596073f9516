import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { guest, type Persona } from '../../../test-support/personas.ts'
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

it('says how long ago a topic had its last message, from which a page concludes whether it missed one', async () => {
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

it('answers for the topics that the caller may join, and for no others', async () => {
  const { admin, member, other, suspended, engine } = area
  const { data: shown } = await member.from('newsfeed_posts').insert({ content: 'Shown' }).select('id').single()
  const post = await area.row(
    `insert into public.newsfeed_posts (user_id, content) values ($1, 'Of a suspended member') returning id`,
    [suspended.user.id],
  )
  await live.flushed()
  const open = ['cards', 'leaderboard']
  const inside = ['games', 'live', 'notices']
  const threads = { shown: `post:${shown?.id}`, hidden: `post:${post?.id}` }
  const own = (persona: Persona) => `member:${persona.user.id}`
  const all = [
    ...open,
    ...inside,
    'feed',
    'admin',
    'moderation',
    ...Object.values(threads),
    own(member),
    own(suspended),
    'rumours',
  ]
  await area.row(`delete from private.live_sent returning topic`)
  await area.row(
    `insert into private.live_sent (topic, n, sent_at, gap_ms)
     select t, 1, now(), 250 from unnest($1::text[]) as t returning topic`,
    [all],
  )
  const heard = async (client: SupabaseClient) => Object.keys(await ages(client, all)).sort()
  const sorted = (...topics: string[]) => [...open, ...topics].sort()
  expect(await heard(guest(engine))).toEqual(sorted())
  expect(await heard(suspended)).toEqual(sorted(...inside, own(suspended)))
  expect(await heard(other)).toEqual(sorted(...inside, 'feed', threads.shown))
  expect(await heard(member)).toEqual(sorted(...inside, 'feed', threads.shown, own(member)))
  expect(await heard(admin)).toEqual(sorted(...inside, 'feed', 'admin', threads.shown, threads.hidden))
})
