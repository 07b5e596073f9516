import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { BROKEN_SEASONS } from '../seasons/season-rows.ts'
import { meet, run, type Statement } from '../support/meeting.ts'
import { race } from '../support/races.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// A season that is closed, or counted again, while points are entered and while another engine closes it as well.

let club: SqlClub
let admin: Client
let [first, second]: (Client | undefined)[] = []
let members: string[]
beforeAll(async () => {
  club = await openSqlClub()
  members = [await club.signUp(), await club.signUp(), await club.signUp()]
  await club.query('update public.profiles set is_admin = true where id = $1', [members[2]])
  admin = await club.as(members[2])
  ;[first, second] = [await club.connect(), await club.connect()]
})
afterAll(() => club.close())
afterEach(async () => {
  expect(await club.query(BROKEN_SEASONS)).toEqual([])
})

const one = async (sql: string, values: unknown[] = []) => Object.values((await club.query(sql, values))[0] ?? {})[0]
const client = (which: Client | undefined): Client => {
  if (!which) throw new Error('not connected')
  return which
}
const points = (at: string, count = 5): Statement => [
  `insert into public.points_log (user_id, points_change, reason, created_at)
    select u.id, $2, 'Match', $3::timestamptz from unnest($1::uuid[]) as u (id)`,
  [members, count, at],
]
const CLOSE: Statement = ['select private.close_seasons()']
const begin = (day: string): Statement => [
  'update public.site_settings set season_begins = $1, time_zone = $2 where id is not null',
  [day, 'Europe/London'],
]
/** The season before this one is the next to be closed, and has points. */
async function endSeason() {
  await club.query('delete from private.seasons')
  await club.query('select private.follow_seasons()')
  await club.query(`update private.running_season set begins = (begins - interval '1 year')::date`)
  const at = await one(`select (begins + interval '40 days')::text || 'Z' as at from private.running_season`)
  await run(client(first), points(String(at)))
}

it('two engines that close a season at once keep one table', async () => {
  await endSeason()
  await meet(club, { holder: client(first), holds: [CLOSE], comer: client(second), comes: CLOSE })
  expect(await one('select count(*)::int from private.seasons')).toBe(1)
  expect(await one('select count(*)::int from private.season_places')).toBe(3)
})

it('an engine that ends in the middle has closed nothing, and the next one closes all of it', async () => {
  await endSeason()
  await run(client(first), ['begin'])
  await run(client(first), CLOSE)
  await run(client(first), ['rollback'])
  expect(await one('select count(*)::int from private.seasons')).toBe(0)
  await run(client(second), CLOSE)
  expect(await one('select count(*)::int from private.season_places')).toBe(3)
})

it('points that are entered while the season is being closed count in the new one', async () => {
  await endSeason()
  await meet(club, { holder: client(first), holds: [CLOSE], comer: client(second), comes: points('now', 7) })
  expect(await club.query('select points::int from private.season_places')).toEqual([
    { points: 5 },
    { points: 5 },
    { points: 5 },
  ])
})

it('points that are being entered are in the sums after a change of the settings, and the other way round', async () => {
  await meet(club, { holder: client(first), holds: [points('now')], comer: admin, comes: begin('06-16') })
  await meet(club, { holder: admin, holds: [begin('01-01')], comer: client(first), comes: points('now') })
  // Both have read the settings of before: the second entry of the same transaction as well.
  await meet(club, {
    holder: client(first),
    holds: [points('now')],
    adds: [points('now')],
    comer: admin,
    comes: begin('06-16'),
  })
  expect(await one('select zone from private.running_season')).toBe('Europe/London')
})

it('a change of the settings, and the end of a season, tell those who see the leaderboard', async () => {
  const told = async (statement: Statement) => {
    await club.query('delete from private.live_pending')
    await run(client(first), statement)
    return one(`select count(*)::int from private.live_pending where topic = 'leaderboard'`)
  }
  expect(await told(begin('05-05'))).toBe(1)
  await endSeason()
  expect(await told(CLOSE)).toBe(1)
  expect(await told(CLOSE)).toBe(0)
})

race(
  'entries, closings and changes of the settings at the same moment: no deadlock, and the sums are right',
  async () => {
    await endSeason()
    const crowd = await Promise.all(Array.from({ length: 8 }, () => club.connect()))
    await Promise.all([
      ...crowd.slice(0, 5).map((each, n) => run(each, points('now', n + 1))),
      ...crowd.slice(5, 7).map((each) => run(each, CLOSE)),
      run(admin, begin('03-01')),
    ])
    await Promise.all(crowd.map((each) => each.end()))
  },
)
