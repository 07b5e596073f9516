import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

let club: SqlClub
let member: string
let other: string
let client: Client
beforeAll(async () => {
  club = await openSqlClub()
  await club.query('update private.settings set rate_limit_scale = 1')
})
afterAll(() => club.close())
beforeEach(async () => {
  member = await club.signUp()
  other = await club.signUp()
  client = await club.as(member)
})

const PT429 = expect.objectContaining({ code: 'PT429' })

it('allows as many uses in each window as in the first, and begins one only when the last has passed', async () => {
  const use = () => client.query(`select private.check_rate('casts', 3, interval '5 minutes')`)
  const pass = (time: string) =>
    club.query('update private.rate_counters set window_start = window_start - $2::interval where user_id = $1', [
      member,
      time,
    ])
  for (let window = 0; window < 3; window += 1) {
    for (let n = 0; n < 3; n += 1) await use()
    await expect(use()).rejects.toEqual(PT429)
    await pass('4 minutes 50 seconds')
    await expect(use()).rejects.toEqual(PT429)
    await pass('10 seconds')
  }
})

it('ends a window that began with a clock that was set back since', async () => {
  const use = () => client.query(`select private.check_rate('casts', 2, interval '5 minutes')`)
  const begin = (ahead: string) =>
    club.query('update private.rate_counters set window_start = now() + $2::interval where user_id = $1', [
      member,
      ahead,
    ])
  for (let n = 0; n < 2; n += 1) await use()
  await begin('1 year')
  for (let n = 0; n < 2; n += 1) await use()
  await expect(use()).rejects.toEqual(PT429)
  // Less than a window ahead may be another transaction's reading of the same clock.
  await begin('4 minutes')
  await expect(use()).rejects.toEqual(PT429)
})

const CATCH = `insert into public.catches (grams, caught_on, variety) values (9000, '2026-01-01', 'common')`
const POST = `insert into public.newsfeed_posts (content) values (gen_random_uuid()::text)`

/** By the end of the name. */
const WINDOWS: Record<string, string> = {
  '5m': '5 minutes',
  '10m': '10 minutes',
  '1h': '1 hour',
  day: '1 day',
  my_data: '1 hour',
}

// Each with the rows that it needs, which the owner makes: `$1` is the member, `$2` another one.
it.each([
  ['post-10m', 10, '', POST],
  ['post-day', 50, '', POST],
  ['catch-10m', 20, '', CATCH],
  ['catch-day', 50, '', CATCH],
  [
    'catch-5m',
    60,
    `insert into public.catches (user_id, grams, caught_on, variety) values ($1, 9000, '2026-01-01', 'common')`,
    'update public.catches set words = gen_random_uuid()::text where user_id = auth.uid()',
  ],
  [
    'comment-5m',
    30,
    `insert into public.newsfeed_posts (user_id, content) values ($2, 'Tench')`,
    `insert into public.newsfeed_comments (post_id, content)
      select id, gen_random_uuid()::text from public.newsfeed_posts where user_id = $1`,
  ],
  [
    'comment-day',
    500,
    `insert into public.newsfeed_posts (user_id, content) values ($2, 'Tench')`,
    `insert into public.newsfeed_comments (post_id, content)
      select id, gen_random_uuid()::text from public.newsfeed_posts where user_id = $1`,
  ],
  [
    'reaction-day',
    600,
    `insert into public.newsfeed_posts (user_id, content) values ($2, 'Tench')`,
    `insert into public.newsfeed_reactions (post_id, reaction)
      select id, 'fish' from public.newsfeed_posts where user_id = $1
      on conflict (post_id, user_id) do update set reaction = excluded.reaction`,
  ],
  [
    'requests-day',
    650,
    '',
    `insert into public.newsfeed_posts (content, request_id) values (gen_random_uuid()::text, gen_random_uuid())`,
  ],
  [
    'requests-1h',
    500,
    '',
    `insert into public.newsfeed_posts (content, request_id) values (gen_random_uuid()::text, gen_random_uuid())`,
  ],
  [
    'edit-5m',
    60,
    `insert into public.newsfeed_posts (user_id, content) values ($1, 'Tench')`,
    'update public.newsfeed_posts set content = gen_random_uuid()::text where user_id = auth.uid()',
  ],
  [
    'picture-1h',
    20,
    `insert into storage.objects (bucket_id, name) values ('avatars', $1 || '/a.png')`,
    `update public.profiles
      set avatar_url = case avatar_url when '' then '/storage/v1/object/public/avatars/' || id || '/a.png' else '' end
      where id = auth.uid()`,
  ],
  ['profile-5m', 60, '', 'update public.profiles set bio = gen_random_uuid()::text where id = auth.uid()'],
  [
    'gift-day',
    20,
    `insert into public.points_log (user_id, points_change, reason) values ($1, 100, 'Match')`,
    'insert into public.point_gifts (to_user_id, points) values ($1, 1)',
  ],
  ['my_data', 10, '', 'select public.my_data()'],
] as const)('%s: at most %i', async (bucket, limit, needs, action) => {
  if (needs !== '') await club.query(needs.replaceAll('$1', `'${member}'`).replaceAll('$2', `'${other}'`))
  const act = () => client.query(action.replaceAll('$1', `'${other}'`))
  await club.query(
    `insert into private.rate_counters (user_id, bucket, window_start, used) values ($1, $2, now(), $3)`,
    [member, bucket, limit - 1],
  )
  await act()
  await expect(act()).rejects.toEqual(PT429)
  await club.query(
    `update private.rate_counters set window_start = window_start - $3::interval where user_id = $1 and bucket = $2`,
    [member, bucket, WINDOWS[bucket.replace(/^.*-/, '')]],
  )
  await act()
})

it('does not count what the database owner does', async () => {
  await club.query(`insert into public.newsfeed_posts (user_id, content) values ($1, 'Tench')`, [member])
  expect(await club.query('select from private.rate_counters where user_id = $1', [member])).toEqual([])
})
