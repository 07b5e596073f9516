import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { game } from '../games/game-rows.ts'
import { type ClubClock, DAY, HOUR, later, openClubClock } from './club-clock.ts'

interface Row {
  id: string
  kind: string
  updated_at: Date
  is_on_top: boolean
}

let clock: ClubClock
let club: ClubClock['club']
let member: string
beforeAll(async () => {
  clock = await openClubClock()
  club = clock.club
})
afterAll(() => club.close())
beforeEach(async () => {
  await club.query('delete from public.prize_awards; delete from public.games; delete from private.notifications')
  member = await club.signUp()
})

async function list({ filter = 'all', size = 20, after }: { filter?: string; size?: number; after?: Row } = {}) {
  const reader = await club.as(member)
  const { rows } = await reader.query<Row>(
    `select id, kind, updated_at, coalesce((details ->> 'on_top')::boolean, false) as is_on_top
      from public.notifications_page($1, $2, $3, $4)`,
    [after?.updated_at ?? null, after?.id ?? null, size, filter],
  )
  return rows
}
const kinds = async (...args: Parameters<typeof list>) =>
  (await list(...args)).map(({ kind, is_on_top }) => (is_on_top ? `${kind}!` : kind))

/** A claim that closes in so many hours, with the reminder that was made a day before. */
async function closing(hours: number): Promise<string> {
  const id = await clock.award(member, later(hours * HOUR))
  await club.query('update public.prize_awards set awarded_at = $2 where id = $1', [id, later(-20 * DAY)])
  await clock.remind(later(0))
  await club.query(
    `update private.notifications set created_at = $2, updated_at = $2 where subject_id = $1 and kind <> 'prize_assigned'`,
    [id, later((hours - 24) * HOUR)],
  )
  await club.query(`delete from private.notifications where subject_id = $1 and kind = 'prize_assigned'`, [id])
  return id
}
/** Notifications that are newer than all reminders. */
async function newer(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const id = await clock.award(member, later(30 * DAY))
    await club.query('update private.notifications set updated_at = $2 where subject_id = $1', [id, later(n)])
  }
}

it('a claim that closes within a day stays on top, the first deadline first, also when it was read', async () => {
  await closing(20)
  const first = await closing(3)
  await newer(2)
  expect(await kinds()).toEqual(['claim_closes_day!', 'claim_closes_day!', 'prize_assigned', 'prize_assigned'])
  const reader = await club.as(member)
  await reader.query('select public.mark_notifications_read(ids => array[$1::uuid])', [(await list())[0]?.id])
  expect((await kinds()).slice(0, 2)).toEqual(['claim_closes_day!', 'claim_closes_day!'])
  expect(await kinds({ filter: 'unread' })).toEqual(['claim_closes_day!', 'prize_assigned', 'prize_assigned'])
  expect((await kinds({ filter: 'rewards' }))[0]).toBe('claim_closes_day!')
  expect(await kinds({ filter: 'people' })).toEqual([])
  await club.query(`update public.prize_awards set claim_deadline = $2 where id = $1`, [first, later(9 * DAY)])
  expect((await kinds()).filter((kind) => kind.endsWith('!'))).toEqual(['claim_closes_day!'])
})

it('what is done leaves the top: a claim that was made, taken back or is over', async () => {
  const ends = [
    async (id: string) => {
      await club.query(
        `update public.prize_items set type = 'digital' where id = (select item_id from public.prize_awards where id = $1)`,
        [id],
      )
      const winner = await club.as(member)
      await winner.query(`update public.prize_awards set status = 'claimed', terms_accepted = true where id = $1`, [id])
    },
    (id: string) => club.query('delete from public.prize_awards where id = $1', [id]),
    (id: string) =>
      club.query(`update public.prize_awards set claim_deadline = now() - interval '1 second' where id = $1`, [id]),
  ]
  for (const end of ends) {
    const id = await closing(5)
    await newer(1)
    expect((await kinds())[0]).toBe('claim_closes_day!')
    await end(id)
    expect((await kinds()).filter((kind) => kind.startsWith('claim_closes'))).toEqual([])
    await club.query('delete from public.prize_awards')
  }
})

it('a prize that was won within a day of its deadline, and a game that closes, stay on top', async () => {
  await clock.award(member, later(20 * HOUR))
  const row = game({ type: 'carp_of_week', status: 'active', start_date: later(-2 * DAY), end_date: later(2 * HOUR) })
  await clock.one(
    `insert into public.games (type, title, image_url, start_date, end_date, status, metadata)
      select r.type, r.title, r.image_url, r.start_date, r.end_date, r.status, r.metadata
      from jsonb_populate_record(null::public.games, $1) as r`,
    [JSON.stringify(row)],
  )
  await clock.remind(later(0))
  await club.query(`update private.notifications set updated_at = created_at where kind <> 'game_opened'`)
  await newer(1)
  expect((await kinds()).filter((kind) => kind.endsWith('!'))).toEqual(['game_closing!', 'prize_assigned!'])
  expect(await kinds({ filter: 'games' })).toEqual(['game_closing!', 'game_opened'])
})

it('each page has its size, and no notification is on two pages or none', async () => {
  for (const hours of [2, 4, 6, 8, 10, 12, 14]) await closing(hours)
  await newer(8)
  for (const size of [1, 2, 3, 7, 50]) {
    const seen: Row[] = []
    for (let after: Row | undefined, page = await list({ size }); page.length > 0; page = await list({ size, after })) {
      expect(page.length).toBeLessThanOrEqual(size)
      seen.push(...page)
      after = page.at(-1)
      if (page.length < size) break
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(15)
    expect(seen).toHaveLength(15)
    expect(seen.filter(({ is_on_top }) => is_on_top)).toHaveLength(Math.min(5, size - 1))
  }
})

it('no one else gets what stays on top for a member', async () => {
  await closing(5)
  member = await club.signUp()
  expect(await kinds()).toEqual([])
})
