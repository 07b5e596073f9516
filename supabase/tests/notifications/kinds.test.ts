import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { game } from '../games/game-rows.ts'
import { expectAllowed, expectDenied } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { inbox, kinds, unread } from './inbox.ts'

// Every kind but those of posts: who gets it, with which address, and what ends it.

let area: MemberArea
let member: Persona
let other: Persona
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  member = await signUp(area.engine)
  other = await signUp(area.engine)
})

const id = async (sql: string, values: unknown[] = []) => String((await area.row(`${sql} returning id`, values))?.id)
const item = async (quantity = 9) =>
  id(
    `insert into public.prize_items (package_id, title, type, quantity)
      select p.id, 'Bite alarm', 'physical', $1 from public.prize_packages as p limit 1`,
    [quantity],
  )
beforeAll(async () => {
  await area.row(`insert into public.prize_packages (name) values ('Box')`)
})

describe('a connection', () => {
  const ask = async () =>
    String(
      expectAllowed(
        await member
          .from('member_connections')
          .insert({ user_id: member.user.id, connected_user_id: other.user.id })
          .select('id')
          .single(),
      ).id,
    )

  it('is notified to the member who is asked, and to the one who asked when accepted', async () => {
    const connection = await ask()
    expect(await inbox(other)).toMatchObject([
      { kind: 'connection_asked', path: `/members/${member.user.username}`, actors: [{ id: member.user.id }] },
    ])
    expect(await inbox(member)).toEqual([])
    await other.from('member_connections').update({ status: 'accepted' }).eq('id', connection).throwOnError()
    expect(await inbox(member)).toMatchObject([
      { kind: 'connection_accepted', path: `/members/${other.user.username}`, actors: [{ id: other.user.id }] },
    ])
  })

  it('that is withdrawn, declined or ended leaves no notification, and can be made again', async () => {
    const first = await ask()
    await member.from('member_connections').delete().eq('id', first).throwOnError()
    expect(await inbox(other)).toEqual([])
    const second = await ask()
    await other.from('member_connections').update({ status: 'accepted' }).eq('id', second).throwOnError()
    await other.from('member_connections').delete().eq('id', second).throwOnError()
    expect([await inbox(member), await inbox(other)]).toEqual([[], []])
  })

  it('says to the one who is asked, and to no other, whether the request is still open', async () => {
    const connection = await ask()
    const [asked] = await inbox(other)
    expect(asked?.details).toEqual({ connection: 'pending' })
    await other.from('member_connections').update({ status: 'accepted' }).eq('id', connection).throwOnError()
    expect((await inbox(other))[0]?.details).toEqual({ connection: 'accepted' })
    expect((await inbox(member))[0]?.details).toEqual({})
  })

  it('is marked as read by the address of the member', async () => {
    await ask()
    const left = await other.rpc('mark_notifications_read', { path: `/members/${member.user.username}` })
    expect([left.data, await unread(other)]).toEqual([0, 0])
  })
})

describe('points and badges', () => {
  it('each gift is notified to its receiver, with message and points', async () => {
    await area.givePoints(member, 100)
    const give = (points: number, message: string) =>
      member
        .from('point_gifts')
        .insert({ from_user_id: member.user.id, to_user_id: other.user.id, points, message })
        .throwOnError()
    await give(10, 'Well in')
    await give(5, 'Tight lines')
    const gifts = (await inbox(other, 'gift')).map(({ excerpt, details }) => [excerpt, details.points])
    expect(gifts.sort()).toEqual([
      ['Tight lines', 5],
      ['Well in', 10],
    ])
    expect(await inbox(member)).toEqual([])
  })

  it('a badge is notified to its holder, and not once it is taken back', async () => {
    const badge = await id(
      `insert into public.badges (name, description) values ('Bailiff ' || left(gen_random_uuid()::text, 8), 'Keeps it')`,
    )
    const award = { user_id: member.user.id, badge_id: badge }
    await area.admin.from('user_badges').insert(award).throwOnError()
    expect(await inbox(member)).toMatchObject([{ kind: 'badge', path: `/badges/${badge}`, actors: [] }])
    await area.admin.from('user_badges').delete().match(award).throwOnError()
    expect(await inbox(member)).toEqual([])
    await area.admin.from('user_badges').insert({ user_id: area.admin.user.id, badge_id: badge }).throwOnError()
    expect(await inbox(area.admin, 'badge')).toEqual([])
  })

  it('a referral that waits is notified to the referrer until it is approved', async () => {
    const referred = await signUp(area.engine, { data: { referrer_id: member.user.id } })
    expect(await inbox(member)).toMatchObject([
      { kind: 'referral_waiting', path: '/profile#referral', actors: [{ id: referred.user.id }] },
    ])
    await member.from('referrals').update({ status: 'completed' }).eq('referrer_id', member.user.id).throwOnError()
    expect(await inbox(member)).toEqual([])
  })

  it('a referral that the club credits is notified to the referrer', async () => {
    await signUp(area.engine, { data: { referrer_id: member.user.id } })
    await area.row(`update public.referrals set status = 'completed' where referrer_id = $1`, [member.user.id])
    expect(await kinds(member)).toEqual(['referral_credited'])
  })
})

describe('a prize', () => {
  const claim = async (award: string) => {
    const address = expectAllowed(
      await member
        .from('shipping_addresses')
        .insert({
          user_id: member.user.id,
          full_name: 'Tom Alder',
          email: 'tom@example.com',
          phone_number: '+1 315 555 0100',
          address_line1: '220 W Water St',
          address_line2: '',
          city: 'Syracuse',
          state: 'NY',
          postal_code: '13202',
        })
        .select('id')
        .single(),
    )
    await member
      .from('prize_awards')
      .update({
        status: 'claimed',
        terms_accepted: true,
        shipping_method: 'standard',
        shipping_address_id: address.id,
      })
      .eq('id', award)
      .throwOnError()
  }
  const assign = async (who = member) =>
    String(
      expectAllowed(
        await area.admin
          .from('prize_awards')
          .insert({ user_id: who.user.id, item_id: await item() })
          .select('id')
          .single(),
      ).id,
    )
  it('is notified with the address of its claim, and once it is taken back, of that instead', async () => {
    const award = await assign()
    expect(await inbox(member)).toMatchObject([
      { kind: 'prize_assigned', path: `/prizes/claim/${award}`, title: 'Bite alarm' },
    ])
    const won = String((await area.row('select item_id from public.prize_awards where id = $1', [award]))?.item_id)
    await area.admin.from('prize_items').update({ title: 'Sticker' }).eq('id', won).throwOnError()
    await area.admin.from('prize_awards').delete().eq('id', award).throwOnError()
    expect(await inbox(member)).toMatchObject([
      { kind: 'prize_removed', path: '/dashboard', title: 'Bite alarm', actors: [] },
    ])
    expect(await kinds(other)).toEqual([])
  })

  it('that is described in another way is notified to its winner, as it was promised, until it is delivered or has expired', async () => {
    const award = await assign()
    const won = String((await area.row('select item_id from public.prize_awards where id = $1', [award]))?.item_id)
    const correct = (fields: object) => area.admin.from('prize_items').update(fields).eq('id', won).throwOnError()
    await correct({ quantity: 9 })
    expect(await kinds(member)).toEqual(['prize_assigned'])
    await correct({ description: 'A sticker' })
    expect(await inbox(member, 'prize_changed')).toMatchObject([
      { path: `/prizes/claim/${award}`, title: 'Bite alarm', subject_id: award },
    ])
    await correct({ title: 'Sticker' })
    expect((await inbox(member)).map(({ title }) => title)).toEqual(['Bite alarm', 'Bite alarm'])
    expect(await kinds(other)).toEqual([])
    const claimed = (fulfillment_status: string | null) =>
      area.row(
        `insert into public.prize_awards (user_id, item_id, status, terms_accepted, claimed_at, fulfillment_status)
          values ($1, $2, 'claimed', true, now(), $3)`,
        [other.user.id, won, fulfillment_status],
      )
    await claimed('delivered')
    await correct({ title: 'Leaflet' })
    expect(await inbox(other, 'prize_changed')).toEqual([])
    await claimed(null)
    await correct({ title: 'Card' })
    expect(await inbox(other, 'prize_changed')).toMatchObject([{ title: 'Leaflet' }])
    await area.row(`update public.prize_awards set claim_deadline = now() where id = $1`, [award])
    await area.row('delete from private.notifications where subject_id = $1', [award])
    await correct({ title: 'Mug' })
    expect(await kinds(member)).toEqual([])
  })

  it('that is claimed is notified to admins only, and its shipping and delivery to the winner only', async () => {
    const award = await assign()
    await claim(award)
    const made = async (who: Persona) => (await inbox(who, 'claim_made')).filter((row) => row.subject_id === award)
    expect(await made(area.admin)).toMatchObject([
      { path: `/admin/claims?claim=${award}`, actors: [{ id: member.user.id }] },
    ])
    expect([await made(member), await made(other)]).toEqual([[], []])
    const send = (fields: object) => area.admin.from('prize_awards').update(fields).eq('id', award).throwOnError()
    await send({ fulfillment_status: 'shipped', carrier: 'Royal Mail', tracking_number: 'AB12' })
    expect((await inbox(member, 'claim_shipped')).map(({ details }) => details)).toMatchObject([
      { carrier: 'Royal Mail', tracking_number: 'AB12' },
    ])
    await send({ fulfillment_status: 'delivered' })
    expect(await kinds(member)).toEqual(['claim_delivered', 'claim_shipped', 'prize_assigned'])
    expect(await kinds(other)).toEqual([])
  })

  it('with another deadline is notified to its winner, once until it is read, and no longer when it is claimed', async () => {
    const award = await assign()
    const move = (claim_deadline: string, who = area.admin) =>
      who.from('prize_awards').update({ claim_deadline }).eq('id', award).select('id')
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    expectDenied(await move(soon, member))
    expect(await kinds(member)).toEqual(['prize_assigned'])
    await move(soon).throwOnError()
    await move(soon).throwOnError()
    expect(await inbox(member, 'claim_moved')).toMatchObject([
      { path: `/prizes/claim/${award}`, title: 'Bite alarm', details: { claim_deadline: expect.any(String) } },
    ])
    const past = new Date(Date.now() - 3_600_000).toISOString()
    await move(past).throwOnError()
    const [moved] = await inbox(member, 'claim_moved')
    expect(Date.parse(String(moved?.details.claim_deadline))).toBe(Date.parse(past))
    expect([await kinds(member), await kinds(other)]).toEqual([['claim_moved', 'prize_assigned'], []])
    await move(soon).throwOnError()
    await claim(award)
    await move(past).throwOnError()
    expect(await kinds(member)).toEqual(['prize_assigned'])
  })

  it('of an admin’s own is not notified to that admin when its deadline is moved', async () => {
    const award = await assign(area.admin)
    const claim_deadline = new Date(Date.now() + 3_600_000).toISOString()
    await area.admin.from('prize_awards').update({ claim_deadline }).eq('id', award).throwOnError()
    expect((await inbox(area.admin)).filter((row) => row.subject_id === award)).toEqual([])
  })

  it('whose claim is closed is notified to its winner, until it is opened again', async () => {
    const award = await id(
      `insert into public.prize_awards (user_id, item_id, status, terms_accepted, claimed_at)
        values ($1, $2, 'claimed', true, now())`,
      [member.user.id, await item()],
    )
    const set = (fulfillment_status: string) =>
      area.admin.from('prize_awards').update({ fulfillment_status }).eq('id', award).throwOnError()
    await set('closed')
    expect(await inbox(member, 'claim_closed')).toMatchObject([
      { path: `/prizes/claim/${award}`, title: 'Bite alarm', subject_id: award },
    ])
    expect(await inbox(other)).toEqual([])
    await set('processing')
    expect(await inbox(member, 'claim_closed')).toEqual([])
    await set('closed')
    expect(await inbox(member, 'claim_closed')).toHaveLength(1)
  })

  it('that is nearly out of stock is notified to admins once', async () => {
    const prize = await item(2)
    const second = await signUp(area.engine, { admin: true })
    for (const who of [member, other])
      await area.admin.from('prize_awards').insert({ user_id: who.user.id, item_id: prize }).throwOnError()
    const low = async (who: Persona) => (await inbox(who, 'stock_low')).filter((row) => row.subject_id === prize)
    // Not to the admin who gave it out.
    expect(await low(area.admin)).toEqual([])
    expect(await low(second)).toMatchObject([
      { path: expect.stringMatching(`^/admin/prizes\\?package=[0-9a-f-]{36}&item=${prize}$`), title: 'Bite alarm' },
    ])
    expect(await low(member)).toEqual([])
    expect(
      await area.engine.owner.query(`select from private.notifications where kind = 'stock_low' and subject_id = $1`, [
        prize,
      ]),
    ).toHaveLength(1)
  })
})

describe('a game', () => {
  const start = async (fields: object = {}) =>
    String(expectAllowed(await area.admin.from('games').insert(game(fields)).select('id').single()).id)
  const enter = (who: Persona, gameId: string, square: number) =>
    who.from('game_entries').insert({ game_id: gameId, user_id: who.user.id, entry_data: { square } }).throwOnError()
  const set = (gameId: string, status: string) =>
    area.admin.from('games').update({ status }).eq('id', gameId).throwOnError()
  const about = async (who: Persona, gameId: string) =>
    (await inbox(who)).filter((row) => row.subject_id === gameId).map(({ kind }) => kind)

  it('is notified to all members when it opens, not while it is a draft, and not to the admin who opens it', async () => {
    const gameId = await start({ status: 'draft' })
    expect(await about(member, gameId)).toEqual([])
    await set(gameId, 'active')
    expect(await about(member, gameId)).toEqual(['game_opened'])
    expect(await about(area.admin, gameId)).toEqual([])
    expect((await inbox(member, 'game_opened'))[0]?.path).toBe(`/games/${gameId}`)
  })

  it('that is completed is notified to the winner as won, to the others who entered as completed, and to no one else', async () => {
    const gameId = await start({ status: 'active' })
    await enter(member, gameId, 47)
    await enter(other, gameId, 12)
    await set(gameId, 'completed')
    expect(await about(member, gameId)).toEqual(['game_won'])
    expect(await about(other, gameId)).toEqual(['game_settled'])
    expect(await about(area.member, gameId)).toEqual([])
  })

  const resultOf = async (who: Persona, gameId: string) => {
    const { end_date, image_url, ...result } =
      (await inbox(who)).find((row) => row.subject_id === gameId && /won|settled/.test(row.kind))?.details ?? {}
    expect([end_date, image_url]).not.toContain(undefined)
    return result
  }

  it('that is completed says what its winner won, how far the square of another was, and nothing of other members', async () => {
    const gameId = await start({ status: 'active', points_awarded: 120 })
    await enter(member, gameId, 47)
    await enter(other, gameId, 12)
    const team = await signUp(area.engine, { admin: true })
    await enter(team, gameId, 48)
    await set(gameId, 'completed')
    expect(await resultOf(member, gameId)).toEqual({ place: 1, won_points: 120 })
    expect(await resultOf(other, gameId)).toEqual({ rows: 3, columns: 5 })
    expect(await resultOf(team, gameId)).toEqual({})
  })

  it('names the prize to the earliest winner only, and not once it was taken back', async () => {
    const box = await id(`insert into public.prize_packages (name) values ('Winter box')`)
    const prize = await id(
      `insert into public.prize_items (package_id, title, type, quantity) values ($1, 'Bivvy', 'digital', 5)`,
      [box],
    )
    const gameId = await start({ status: 'active', points_awarded: 0, prize_package_id: box })
    for (const who of [member, other]) await enter(who, gameId, 47)
    await set(gameId, 'completed')
    expect(await resultOf(member, gameId)).toEqual({ place: 1, prize: 'Winter box' })
    expect(await resultOf(other, gameId)).toEqual({ place: 1 })
    await area.admin.from('prize_awards').delete().eq('item_id', prize).throwOnError()
    expect(await resultOf(member, gameId)).toEqual({ place: 1 })
    // The same package got for points is not the prize of the game.
    await area.row(
      `insert into public.prize_awards (user_id, item_id, points_paid, redemption_id) values ($1, $2, 40, gen_random_uuid())`,
      [member.user.id, prize],
    )
    expect(await resultOf(member, gameId)).toEqual({ place: 1 })
  })

  it('of guesses says the place and how near it was, without the entries of the team', async () => {
    const gameId = await start({
      type: 'guess_weight',
      status: 'active',
      metadata: { actual_weight: 20, unit: 'lbs' },
    })
    const [third, team] = [await signUp(area.engine), await signUp(area.engine, { admin: true })]
    const guesses: [Persona, number][] = [
      [member, 20.5],
      [other, 17.5],
      [third, 22.5],
      [team, 20],
    ]
    for (const [who, weight] of guesses)
      await who
        .from('game_entries')
        .insert({ game_id: gameId, user_id: who.user.id, entry_data: { weight } })
        .throwOnError()
    expect((await inbox(other)).map(({ details }) => Object.keys(details))).not.toContainEqual(
      expect.arrayContaining(['place']),
    )
    await set(gameId, 'completed')
    expect(await resultOf(member, gameId)).toMatchObject({ place: 1, won_points: 100 })
    expect(await resultOf(other, gameId)).toEqual({ place: 2, of: 3, miss: 2.5, is_under: true, unit: 'lbs' })
    expect(await resultOf(third, gameId)).toEqual({ place: 2, of: 3, miss: 2.5, is_under: false, unit: 'lbs' })
  })

  it('that ended leads an admin to its row and its entries in the console', async () => {
    const title = `Carp & pike 100% ${randomUUID()}`
    const gameId = await start({ status: 'active', title })
    await area.row(`select private.notify_all('game_to_settle', $1)`, [gameId])
    const path = (await inbox(area.admin, 'game_to_settle')).find((row) => row.subject_id === gameId)?.path
    const address = new URL(path ?? '', 'http://club.test')
    expect([address.pathname, ...address.searchParams]).toEqual(['/admin/games', ['q', title], ['entries', gameId]])
  })

  it('that is cancelled or deleted is not in any list', async () => {
    const gameId = await start({ status: 'active' })
    await enter(member, gameId, 47)
    await set(gameId, 'cancelled')
    expect([await about(member, gameId), await about(other, gameId)]).toEqual([[], []])
    const next = await start({ status: 'active' })
    await enter(member, next, 47)
    await set(next, 'completed')
    await area.row('delete from public.games where id = $1', [next])
    expect(await about(member, next)).toEqual([])
    expect(await area.engine.owner.query('select from private.notifications where subject_id = $1', [next])).toEqual([])
  })
})

describe('a live video', () => {
  it('is notified to all members while it is on', async () => {
    const video = expectAllowed(
      await area.admin
        .from('live_videos')
        .insert({
          title: `Rigs ${randomUUID()}`,
          embed_code: 'https://youtu.be/dQw4w9WgXcQ',
          scheduled_for: new Date(Date.now() - 1000).toISOString(),
          is_active: true,
        })
        .select('id')
        .single(),
    )
    expect(await inbox(member)).toMatchObject([{ kind: 'live_begins', path: '/live', subject_id: video.id }])
    await area.admin.from('live_videos').update({ is_active: false }).eq('id', video.id).throwOnError()
    expect(await inbox(member)).toEqual([])
  })
})

describe('a suspension', () => {
  it('is notified to the suspended member until it is lifted', async () => {
    const suspend = (is_suspended: boolean) =>
      area.admin.from('profiles').update({ is_suspended }).eq('id', member.user.id).throwOnError()
    await suspend(true)
    expect(await inbox(member)).toMatchObject([{ kind: 'suspension', actors: [] }])
    await suspend(false)
    expect(await inbox(member)).toEqual([])
  })
})

// As a later migration would: it runs as the owner.
describe('the list of kinds and groups', () => {
  const remove = (table: string, name: string) => area.row(`delete from private.${table} where name = $1`, [name])

  it('loses no kind that has notifications or reminders, and no group that has kinds', async () => {
    await area.row(`insert into private.notification_groups (name, place) values ('tides', 900)`)
    await area.row(
      `insert into private.notification_kinds (name, group_name, audience, subject, is_bundled)
        select k, 'tides', 'member', 'self', false from unnest(array['high_tide', 'low_tide']) as k`,
    )
    await area.row(
      `insert into private.notifications (user_id, kind, subject_id, is_bundled, created_at, updated_at)
        values ($1, 'high_tide', $1, false, now(), now())`,
      [member.user.id],
    )
    await area.row(`insert into private.reminders (kind, subject_id, due_at) values ('low_tide', $1, now())`, [
      member.user.id,
    ])
    await area.row(
      `insert into private.notification_choices (user_id, group_name, channel, is_on) values ($1, 'tides', 'push', false)`,
      [member.user.id],
    )
    const refusals = [
      ['notification_kinds', 'high_tide', 'notifications_kind_fkey'],
      ['notification_kinds', 'low_tide', 'reminders_kind_fkey'],
      ['notification_groups', 'tides', 'notification_kinds_group_name_fkey'],
    ] as const
    for (const [table, name, constraint] of refusals)
      await expect(remove(table, name), name).rejects.toMatchObject({ constraint })
    await area.row(`delete from private.notifications where kind = 'high_tide'`)
    await area.row(`delete from private.reminders where kind = 'low_tide'`)
    await area.row(`delete from private.notification_kinds where group_name = 'tides'`)
    await remove('notification_groups', 'tides')
    expect(await area.row(`select from private.notification_choices where group_name = 'tides'`)).toBeUndefined()
  })

  it('has one group at each place', async () => {
    const add = () =>
      area.row(
        `insert into private.notification_groups (name, place) select 'tides', max(place) from private.notification_groups`,
      )
    await expect(add()).rejects.toMatchObject({ constraint: 'notification_groups_place_key' })
  })
})
