import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

interface Waiting {
  claims: { count: number; overdue: number; oldest: { title: string; stage: string; is_overdue: boolean }[] }
  games: { count: number; oldest: { title: string; entries: number; places: number }[] }
  prizes: { count: number; lowest: { title: string; remaining: number; is_promised: boolean }[] }
  undelivered: number
  started: { members: boolean; prize: boolean; game: boolean }
  coming: { kind: string; title: string }[]
  joined: { count: number; newest: { username: string; referrer: string | null }[] }
  done: { action: string; count: number }[]
}

const waiting = async (persona: Persona, time_zone = 'UTC') =>
  expectAllowed(await persona.rpc('admin_waiting', { time_zone })) as unknown as Waiting

describe('access to what waits', () => {
  let area: MemberArea
  beforeAll(async () => {
    area = await openMemberArea()
  })
  afterAll(() => area.engine.close())

  it('admins can read it, also with a GET request', async () => {
    expect(await waiting(area.admin)).toHaveProperty('claims')
    expect((await area.admin.rpc('admin_waiting', {}, { get: true })).error).toBeNull()
  })

  it('all others are refused', async () => {
    for (const persona of [guest(area.engine), area.member, area.suspended, service(area.engine)])
      expectDenied(await persona.rpc('admin_waiting'))
  })

  it('an unknown time zone is refused', async () => {
    expectError(await area.admin.rpc('admin_waiting', { time_zone: 'Europe/Nowhere' }), '22023')
  })
})

describe('what waits', () => {
  let engine: TestEngine
  let admin: Persona
  let member: Persona
  const run = (sql: string, values: unknown[] = []) => engine.owner.query(sql, values)

  const nameOf = async ({ user }: Persona) =>
    (await run('select username from public.profiles where id = $1', [user.id]))[0]?.username as string

  /** An active package with one item. @returns their IDs. */
  async function stock(title: string, quantity: number, remaining: number) {
    const [row] = await run(
      `with box as (insert into public.prize_packages (name) values ($1) returning id)
        insert into public.prize_items (package_id, title, type, quantity) select id, $1, 'physical', $2 from box
        returning id, package_id`,
      [title, quantity],
    )
    await run('update public.prize_items set remaining_quantity = $2 where id = $1', [row?.id, remaining])
    return row as { id: string; package_id: string }
  }

  beforeAll(async () => {
    engine = await startEngine()
    admin = await signUp(engine, { admin: true })
    member = await signUp(engine)
  })
  afterAll(() => engine.close())

  it('is nothing in a new club', async () => {
    expect(await waiting(admin)).toMatchObject({
      claims: { count: 0, overdue: 0, oldest: [] },
      games: { count: 0, oldest: [] },
      prizes: { count: 0, lowest: [] },
      undelivered: 0,
      coming: [],
      joined: { count: 2 },
      started: { members: true, prize: false, game: false },
    })
  })

  it('has the claims that are not sent, the oldest first, and says which are overdue', async () => {
    const { id } = await stock('Alarm', 90, 90)
    const claim = (hours: number, status: string | null) =>
      run(
        `insert into public.prize_awards (user_id, item_id, status, terms_accepted, claimed_at, fulfillment_status)
          values ($1, $2, 'claimed', true, now() - make_interval(hours => $3), $4)`,
        [member.user.id, id, hours, status],
      )
    const [week, ten] = [7 * 24, 10 * 24]
    await claim(week - 1, null)
    await claim(week, 'pending')
    await claim(ten - 1, 'processing')
    await claim(ten, 'processing')
    for (const status of ['shipped', 'delivered', 'closed']) await claim(1_000, status)
    await run('insert into public.prize_awards (user_id, item_id) values ($1, $2)', [member.user.id, id])
    const { claims } = await waiting(admin)
    expect(claims).toMatchObject({ count: 4, overdue: 2 })
    expect(claims.oldest.map(({ stage, is_overdue }) => [stage, is_overdue])).toEqual([
      ['processing', true],
      ['processing', false],
      ['pending', true],
    ])
    expect(claims.oldest[0]).toMatchObject({ title: 'Alarm', user_id: member.user.id, username: await nameOf(member) })
  })

  it('keeps the claim of a deleted winner', async () => {
    const winner = await signUp(engine)
    const { id } = await stock('Reel', 5, 5)
    await run(
      `insert into public.prize_awards (user_id, item_id, status, terms_accepted, claimed_at)
        values ($1, $2, 'claimed', true, now() - interval '1 year')`,
      [winner.user.id, id],
    )
    await run('delete from auth.users where id = $1', [winner.user.id])
    expect((await waiting(admin)).claims.oldest[0]).toMatchObject({ title: 'Reel', username: null, user_id: null })
  })

  it('has the games that ended, with entries and places, and no others', async () => {
    await run(`insert into public.games (type, title, start_date, end_date, status) values
      ('carp_of_week', 'Ended', now() - interval '3 days', now() - interval '1 day', 'active'),
      ('carp_of_week', 'Ended before', now() - interval '3 days', now() - interval '2 days', 'active'),
      ('carp_of_week', 'Runs', now() - interval '3 days', now() + interval '1 day', 'active'),
      ('carp_of_week', 'Draft', now() - interval '3 days', now() - interval '1 day', 'draft'),
      ('carp_of_week', 'Off', now() - interval '3 days', now() - interval '1 day', 'cancelled')`)
    await run(
      `insert into public.game_entries (game_id, user_id, photo_url, winner_place, created_at)
        select id, $1, $2, 1, now() - interval '2 days' from public.games where title = 'Ended'`,
      [member.user.id, `${engine.url}/storage/v1/object/public/game-photos/${member.user.id}/1.jpg`],
    )
    const { games } = await waiting(admin)
    expect(games.count).toBe(2)
    expect(games.oldest.map(({ title, entries, places }) => [title, entries, places])).toEqual([
      ['Ended before', 0, 0],
      ['Ended', 1, 1],
    ])
  })

  it('has prizes of which a fifth is left, and those without stock that a game promises', async () => {
    await stock('Fifth', 10, 2)
    await stock('More', 10, 3)
    const single = await stock('Single', 1, 0)
    const inactive = await stock('Inactive', 10, 0)
    await run('update public.prize_packages set is_active = false where id = $1', [inactive.package_id])
    const names = async () => (await waiting(admin)).prizes.lowest.map(({ title }) => title)
    expect(await names()).toEqual(['Fifth'])
    await run(
      `insert into public.games (type, title, start_date, end_date, prize_package_id)
        values ('carp_of_week', 'Next', now(), now() + interval '1 day', $1)`,
      [single.package_id],
    )
    const { prizes } = await waiting(admin)
    expect(prizes.count).toBe(2)
    expect(prizes.lowest.map(({ title, remaining, is_promised }) => [title, remaining, is_promised])).toEqual([
      ['Single', 0, true],
      ['Fifth', 2, false],
    ])
  })

  it('tells the next videos and games in their order', async () => {
    await run(`insert into public.games (type, title, start_date, end_date, status) values
      ('carp_of_week', 'Opens', now() + interval '2 hours', now() + interval '3 days', 'active'),
      ('carp_of_week', 'Unseen', now() + interval '1 hour', now() + interval '3 days', 'draft')`)
    const video = (title: string, hours: number, active: boolean) =>
      run(
        `insert into public.live_videos (title, embed_code, provider, video_id, scheduled_for, is_active)
          values ($1, 'https://www.youtube.com/watch?v=aaaaaaaaaaa', 'youtube', 'aaaaaaaaaaa',
            now() + make_interval(hours => $2), $3)`,
        [title, hours, active],
      )
    await video('Past', -1, true)
    await video('Off', 1, false)
    // Only one is active at a time.
    await video('Evening', 1, true)
    expect((await waiting(admin)).coming.map(({ kind, title }) => [kind, title])).toEqual([
      ['video', 'Evening'],
      ['game_start', 'Opens'],
      ['game_end', 'Runs'],
    ])
  })

  it('names the newest members of the week and who referred them', async () => {
    const friend = await signUp(engine)
    await run('insert into public.referrals (referrer_id, referred_user_id, referred_email) values ($1, $2, $3)', [
      member.user.id,
      friend.user.id,
      friend.user.email,
    ])
    const before = (await waiting(admin)).joined
    expect(before.newest[0]).toMatchObject({ username: await nameOf(friend), referrer: await nameOf(member) })
    await run(`update public.profiles set created_at = now() - interval '7 days' where id = $1`, [friend.user.id])
    const { joined } = await waiting(admin)
    expect(joined.count).toBe(before.count - 1)
    expect(joined.newest.map(({ username }) => username)).not.toContain(await nameOf(friend))
  })

  it('counts what the team did today by its time zone, and nothing of the operator', async () => {
    const act = (action: string, moment: string, actor: string | null) =>
      run(
        `insert into private.audit_log (action, actor_id, subject_kind, created_at)
          values ($1, $2, 'badge', (date_trunc('day', now() at time zone 'Asia/Tokyo') + $3::interval) at time zone
          'Asia/Tokyo')`,
        [action, actor, moment],
      )
    await run('delete from private.audit_log')
    await act('award_badge', '1 second', admin.user.id)
    await act('award_badge', '2 seconds', admin.user.id)
    await act('edit_claim', '-1 second', admin.user.id)
    await act('create_game', '1 second', null)
    expect((await waiting(admin, 'Asia/Tokyo')).done).toEqual([{ action: 'award_badge', count: 2 }])
  })
})
