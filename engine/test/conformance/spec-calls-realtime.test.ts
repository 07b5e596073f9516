import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MemberArea, openMemberArea } from '../../../supabase/tests/support/member-area.ts'
import { guest } from '../../../test-support/personas.ts'
import { type Followed, follow } from './realtime-follow.ts'

const TABLES = [
  'info_cards',
  'points_log',
  'profiles',
  'newsfeed_posts',
  'newsfeed_comments',
  'newsfeed_reactions',
  'referrals',
  'user_badges',
  'live_videos',
] as const
const PEOPLE = ['guest', 'member', 'other', 'suspended', 'admin'] as const
type Who = (typeof PEOPLE)[number]

let area: MemberArea
let clients: Record<Who, SupabaseClient>
const followed = {} as Record<Who, Followed>
const [post, badge] = [randomUUID(), randomUUID()]

const addCard = async (title: string) =>
  await area.row(
    `insert into public.info_cards (placement, title, is_active, start_date, end_date)
      values ('home', $1, true, now() - interval '1 day', now() + interval '1 day')`,
    [title],
  )

beforeAll(async () => {
  area = await openMemberArea()
  await area.row(`insert into public.badges (id, name, description) values ($1, 'Night owl', 'Ten nights')`, [badge])
  await area.row(`insert into public.newsfeed_posts (id, user_id, content) values ($1, $2, 'Early')`, [
    post,
    area.member.user.id,
  ])
  const { member, other, suspended, admin } = area
  clients = { guest: guest(area.engine), member, other, suspended, admin }
  const followAs = (who: Who, tables: readonly string[]) =>
    follow(
      clients[who],
      tables.map((table) => ({ event: '*', schema: 'public', table })),
      `all-${who}`,
    )
  await Promise.all(
    PEOPLE.map(async (who) => {
      followed[who] = await followAs(who, who === 'guest' ? ['info_cards'] : TABLES)
    }),
  )
})
afterAll(async () => {
  await Promise.all(PEOPLE.map((who) => clients[who].removeAllChannels()))
  await area.engine.close()
})

const own = () => area.member.user.id
/** A change to each table, and who may see the row. */
const changes: { table: (typeof TABLES)[number]; sql: string; values: () => unknown[]; sees: Who[] }[] = [
  {
    table: 'info_cards',
    sql: `insert into public.info_cards (placement, title, is_active, start_date, end_date)
      values ('home', $1, true, now() - interval '1 day', now() + interval '1 day')`,
    values: () => ['Ice on the lake'],
    sees: ['guest', 'member', 'other', 'suspended', 'admin'],
  },
  {
    table: 'points_log',
    sql: `insert into public.points_log (user_id, points_change, reason) values ($1, 5, 'catch')`,
    values: () => [own()],
    sees: ['member', 'admin'],
  },
  {
    table: 'profiles',
    sql: `update public.profiles set bio = 'Night angler' where id = $1`,
    values: () => [own()],
    sees: ['member', 'other', 'suspended', 'admin'],
  },
  {
    table: 'newsfeed_posts',
    sql: `update public.newsfeed_posts set content = 'Late' where id = $1`,
    values: () => [post],
    sees: ['member', 'other', 'admin'],
  },
  {
    table: 'newsfeed_comments',
    sql: `insert into public.newsfeed_comments (post_id, user_id, content) values ($1, $2, 'Well done')`,
    values: () => [post, area.other.user.id],
    sees: ['member', 'other', 'admin'],
  },
  {
    table: 'newsfeed_reactions',
    sql: `insert into public.newsfeed_reactions (post_id, user_id, reaction) values ($1, $2, 'heart')`,
    values: () => [post, area.other.user.id],
    sees: ['member', 'other', 'admin'],
  },
  {
    table: 'referrals',
    sql: `insert into public.referrals (referrer_id, referred_user_id, referred_email, status)
      values ($1, $2, $3, 'pending')`,
    values: () => [own(), area.other.user.id, area.other.user.email],
    sees: ['member', 'admin'],
  },
  {
    table: 'user_badges',
    sql: 'insert into public.user_badges (user_id, badge_id) values ($1, $2)',
    values: () => [own(), badge],
    sees: ['member', 'other', 'suspended', 'admin'],
  },
  {
    table: 'live_videos',
    sql: `insert into public.live_videos (title, embed_code, scheduled_for, is_active)
      values ('Pond', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', now(), true)`,
    values: () => [],
    sees: ['member', 'other', 'suspended', 'admin'],
  },
]

it.each(changes)('$table: a change is delivered only to those who may read the row', async (change) => {
  const before = Object.fromEntries(PEOPLE.map((who) => [who, followed[who].changes.length]))
  await area.row(change.sql, change.values())
  // All may read a card: a client that has received this one has received everything before it.
  const last = randomUUID()
  await addCard(last)
  const seen = await Promise.all(
    PEOPLE.map(async (who) => {
      const all = await followed[who].until((changes) => changes.some(({ new: row }) => row.title === last))
      const ofTable = all
        .slice(before[who])
        .filter(({ table, new: row }) => table === change.table && row.title !== last)
      return { who, rows: ofTable.filter(({ errors }) => errors === null), all: ofTable }
    }),
  )
  expect(seen.filter(({ rows }) => rows.length > 0).map(({ who }) => who)).toEqual(change.sees)
  // The others learn at most that something changed, without a row.
  for (const { who, all } of seen)
    if (!change.sees.includes(who)) expect(all.map(({ new: row, old }) => [row, old])).toEqual(all.map(() => [{}, {}]))
})
