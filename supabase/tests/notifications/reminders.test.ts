import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { game } from '../games/game-rows.ts'
import { type ClubClock, DAY, HOUR, later, openClubClock } from './club-clock.ts'

let clock: ClubClock
let club: ClubClock['club']
let member: string
beforeAll(async () => {
  clock = await openClubClock()
  club = clock.club
})
afterAll(() => club.close())
beforeEach(async () => {
  await club.query('delete from public.prize_awards; delete from public.games; delete from public.live_videos')
  member = await club.signUp()
})

async function addGame(fields: object): Promise<string> {
  const row = game({ type: 'carp_of_week', status: 'active', ...fields })
  return clock.one(
    `insert into public.games (type, title, image_url, start_date, end_date, status, metadata)
      select r.type, r.title, r.image_url, r.start_date, r.end_date, r.status, r.metadata
      from jsonb_populate_record(null::public.games, $1) as r`,
    [JSON.stringify(row)],
  )
}

describe('a prize, from its award to the end of its claim', () => {
  it('makes each reminder exactly once, whenever and however often the clock runs', async () => {
    const id = await clock.award(member, later(30 * DAY))
    for (let hour = 0; hour <= 31 * 24; hour += 6) {
      await clock.remind(later(hour * HOUR))
      await clock.remind(later(hour * HOUR))
    }
    expect(await clock.made(id)).toEqual(['prize_assigned', 'claim_closes_week', 'claim_closes_day'])
  })

  it('is reminded once by two clocks that run at the same moment', async () => {
    const id = await clock.award(member, later(3 * DAY + 7 * DAY))
    const clocks = [await club.connect(), await club.connect()]
    await Promise.all(clocks.map((clock) => clock.query('select private.make_due_notifications($1)', [later(5 * DAY)])))
    expect(await clock.made(id)).toEqual(['prize_assigned', 'claim_closes_week'])
  })

  it('makes only the last reminder when the clock stood still, and none after the end', async () => {
    const id = await clock.award(member, later(30 * DAY))
    await clock.remind(later(30 * DAY - 2 * HOUR))
    await clock.remind(later(30 * DAY - HOUR))
    expect(await clock.made(id)).toEqual(['prize_assigned', 'claim_closes_day'])
    const other = await clock.award(member, later(30 * DAY))
    await clock.remind(later(30 * DAY + HOUR))
    expect(await clock.made(other)).toEqual(['prize_assigned'])
  })

  it('is not reminded a week before when it was awarded later than that', async () => {
    const id = await clock.award(member, later(3 * DAY))
    await clock.remind(later(HOUR))
    expect(await clock.made(id)).toEqual(['prize_assigned'])
  })

  it('is reminded of a new deadline', async () => {
    const id = await clock.award(member, later(20 * DAY))
    await clock.remind(later(14 * DAY))
    await club.query('update public.prize_awards set claim_deadline = $2 where id = $1', [id, later(40 * DAY)])
    await club.query('update private.notifications set read_at = now() where user_id = $1', [member])
    await clock.remind(later(15 * DAY))
    await clock.remind(later(34 * DAY))
    expect((await clock.made(id)).filter((kind) => kind === 'claim_closes_week')).toHaveLength(2)
  })

  it('is not reminded once it is taken back', async () => {
    const id = await clock.award(member, later(30 * DAY))
    await club.query('delete from public.prize_awards where id = $1', [id])
    expect(await clock.remind(later(29.5 * DAY))).toBe(0)
    expect(await clock.made(id)).toEqual([])
  })

  it('in large numbers is reminded over several runs', async () => {
    const item = await clock.one(
      `insert into public.prize_items (package_id, title, type, quantity)
        select p.id, 'Hooks', 'physical', 1000 from public.prize_packages as p`,
    )
    await club.query(
      `insert into public.prize_awards (user_id, item_id, claim_deadline) select $1, $2, $3 from generate_series(1, 250)`,
      [member, item, later(30 * DAY)],
    )
    const now = later(25 * DAY)
    expect([await clock.remind(now), await clock.remind(now), await clock.remind(now)]).toEqual([200, 50, 0])
  })
})

describe('a game', () => {
  it('that was started early is notified when it opens, shortly before it closes, and to admins when it is over', async () => {
    const id = await addGame({ start_date: later(DAY), end_date: later(3 * DAY) })
    await clock.remind(later(HOUR))
    expect(await clock.made(id)).toEqual([])
    for (const at of [DAY + HOUR, 2 * DAY, 3 * DAY - 2 * HOUR, 3 * DAY + HOUR, 4 * DAY]) {
      await clock.remind(later(at))
      await clock.remind(later(at))
    }
    expect(await clock.made(id)).toEqual(['game_opened', 'game_closing', 'game_to_settle'])
  })

  it('that is a draft, cancelled or completed is not notified', async () => {
    const ids = [await addGame({ status: 'draft', start_date: later(-HOUR), end_date: later(HOUR) })]
    ids.push(await addGame({ start_date: later(HOUR), end_date: later(9 * HOUR) }))
    await club.query(`update public.games set status = 'cancelled' where id = $1`, [ids[1]])
    for (const at of [0, 2 * HOUR, 8 * HOUR, DAY]) expect(await clock.remind(later(at))).toBe(0)
    for (const id of ids) expect(await clock.made(id)).toEqual([])
  })

  it('that closes is shown to members who have not entered', async () => {
    const id = await addGame({ start_date: later(-DAY), end_date: later(2 * HOUR) })
    const entrant = await club.signUp()
    // Without the photo that an entry of this game needs.
    await club.query('alter table public.game_entries disable trigger user')
    await club.query('insert into public.game_entries (game_id, user_id) values ($1, $2)', [id, entrant])
    await club.query('alter table public.game_entries enable trigger user')
    await clock.remind(later(0))
    const list = async (user: string) =>
      (await (await club.as(user)).query(`select kind from notifications_page() where subject_id = $1`, [id])).rows.map(
        ({ kind }) => kind,
      )
    expect(await list(member)).toContain('game_closing')
    expect(await list(entrant)).not.toContain('game_closing')
  })
})

describe('a live video', () => {
  it('is notified when it begins, once, and not when it is a day old', async () => {
    const video = (at: string) =>
      clock.one(
        `insert into public.live_videos (title, embed_code, provider, video_id, scheduled_for, is_active)
          values ('Rigs', 'https://youtu.be/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', $1, true)`,
        [at],
      )
    const id = await video(later(HOUR))
    expect(await clock.made(id)).toEqual([])
    for (const at of [0, 2 * HOUR, 3 * HOUR]) await clock.remind(later(at))
    expect(await clock.made(id)).toEqual(['live_begins'])
    const old = await video(later(-DAY))
    await clock.remind(later(0))
    expect(await clock.made(old)).toEqual([])
  })
})

describe('old notifications', () => {
  it('are deleted 180 days after their last cause', async () => {
    const id = await clock.award(member, later(300 * DAY))
    const forget = (days: number) => club.query('select private.forget_old_notifications($1)', [later(days * DAY)])
    await forget(179)
    expect(await clock.made(id)).toEqual(['prize_assigned'])
    await forget(181)
    expect(await clock.made(id)).toEqual([])
  })

  it('are found by the call that the schedule makes', async () => {
    const id = await clock.award(member, later(300 * DAY))
    await club.query(
      `update private.notifications set updated_at = now() - interval '181 days' where subject_id = $1`,
      [id],
    )
    await club.query('select private.remind()')
    expect(await clock.made(id)).toEqual([])
  })
})
