import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { game } from '../games/game-rows.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
let post: string
beforeAll(async () => {
  area = await openMemberArea()
  post = String(
    (
      await area.row(`insert into public.newsfeed_posts (user_id, content) values ($1, 'Hello') returning id`, [
        area.admin.user.id,
      ])
    )?.id,
  )
})
afterAll(() => area.engine.close())

const settings = (photo: number, hello: number, entry: number) =>
  area.row('update public.site_settings set photo_step_points = $1, hello_step_points = $2, game_step_points = $3', [
    photo,
    hello,
    entry,
  ])
beforeEach(() => settings(10, 20, 30))
afterEach(() => settings(0, 0, 0))

const picture = async (of: Persona, by: Persona = of) =>
  by
    .from('profiles')
    .update({ avatar_url: await area.file(of, 'avatars') })
    .eq('id', of.user.id)
const write = (by: Persona, content = 'Morning all') =>
  by.from('newsfeed_posts').insert({ content, user_id: by.user.id })
const comment = (by: Persona, content = 'Well done') =>
  by.from('newsfeed_comments').insert({ content, post_id: post, user_id: by.user.id })
const newGame = async (fields: object = {}) =>
  String(
    (
      expectAllowed(
        await area.admin
          .from('games')
          .insert(game({ status: 'active', ...fields }))
          .select('id')
          .single(),
      ) as { id: string }
    ).id,
  )
const enter = async (by: Persona) =>
  by.from('game_entries').insert({ game_id: await newGame(), user_id: by.user.id, entry_data: { square: 12 } })

/** What the ledger holds of first steps, and the balance. */
const books = async ({ user }: Persona) => ({
  points: Number((await area.row('select points from public.profiles where id = $1', [user.id]))?.points),
  steps: (
    await area.engine.owner.query<{ entry: string }>(
      `select (metadata ->> 'step') || ' ' || points_change as entry from public.points_log
        where user_id = $1 and kind = 'first_step' order by 1`,
      [user.id],
    )
  ).map(({ entry }) => entry),
})
const NOTHING = { points: 0, steps: [] }
const session = async (of: Persona, reader: Persona = of) =>
  (
    expectAllowed(await reader.from('profiles').select('first_session').eq('id', of.user.id).single()) as {
      first_session: Record<string, unknown> | null
    }
  ).first_session

describe('a first step', () => {
  it('earns once: a photo, a post, and an entry', async () => {
    const member = await signUp(area.engine)
    expectAllowed(await picture(member).then(({ error }) => ({ error, data: true })))
    expect(await books(member)).toEqual({ points: 10, steps: ['photo 10'] })
    expect((await write(member)).error).toBeNull()
    expect(await books(member)).toEqual({ points: 30, steps: ['hello 20', 'photo 10'] })
    expect((await enter(member)).error).toBeNull()
    const whole = { points: 60, steps: ['game 30', 'hello 20', 'photo 10'] }
    expect(await books(member)).toEqual(whole)
    // Again, and in other ways.
    expect((await picture(member)).error).toBeNull()
    expect((await write(member, 'Evening all')).error).toBeNull()
    expect((await comment(member)).error).toBeNull()
    expect((await enter(member)).error).toBeNull()
    expect(await books(member)).toEqual(whole)
  })

  it('is a comment as well as a post, and several rows at once are one', async () => {
    const member = await signUp(area.engine)
    const rows = ['One', 'Two'].map((content) => ({ content, post_id: post, user_id: member.user.id }))
    expect((await member.from('newsfeed_comments').insert(rows)).error).toBeNull()
    expect(await books(member)).toEqual({ points: 20, steps: ['hello 20'] })
  })

  it('is a photo that is sent with the whole profile, as the profile page does', async () => {
    const member = await signUp(area.engine)
    const row = { id: member.user.id, username: member.user.username, updated_at: new Date().toISOString() }
    expect((await member.from('profiles').upsert({ ...row, avatar_url: '' })).error).toBeNull()
    expect(await books(member)).toEqual(NOTHING)
    expect(
      (await member.from('profiles').upsert({ ...row, avatar_url: await area.file(member, 'avatars') })).error,
    ).toBeNull()
    expect(await books(member)).toEqual({ points: 10, steps: ['photo 10'] })
  })

  it('keeps its points when the photo is removed or the post deleted, and earns nothing again', async () => {
    const member = await signUp(area.engine)
    await picture(member)
    await write(member)
    await member.from('profiles').update({ avatar_url: '' }).eq('id', member.user.id).throwOnError()
    await member.from('newsfeed_posts').delete().eq('user_id', member.user.id).throwOnError()
    const kept = { points: 30, steps: ['hello 20', 'photo 10'] }
    expect(await books(member)).toEqual(kept)
    await picture(member)
    await write(member, 'Back again')
    expect(await books(member)).toEqual(kept)
  })

  it('counts as earned, towards the level and the leaderboard', async () => {
    const member = await signUp(area.engine)
    await write(member)
    const { level } = expectAllowed(
      await member.from('profiles').select('level').eq('id', member.user.id).single(),
    ) as { level: { earned: number } }
    expect(level.earned).toBe(20)
    const rows = expectAllowed(await member.rpc('my_leaderboard_position')) as { points: number }[]
    expect(rows[0]?.points).toBe(20)
  })

  it('earns nothing while its setting is 0, and what was done then earns nothing later', async () => {
    await settings(0, 0, 0)
    const member = await signUp(area.engine)
    await picture(member)
    await write(member)
    await enter(member)
    expect(await books(member)).toEqual(NOTHING)
    expect(await area.row('select from private.first_steps where account_id = $1', [member.user.id])).toBeUndefined()
    await settings(0, 20, 0)
    expect(await books(member)).toEqual(NOTHING)
    await picture(member)
    await write(member, 'Once more')
    expect(await books(member)).toEqual({ points: 20, steps: ['hello 20'] })
  })

  it('of a suspended member earns nothing, until the suspension has ended', async () => {
    const member = await signUp(area.engine)
    await area.row('update public.profiles set is_suspended = true where id = $1', [member.user.id])
    expectDenied(await write(member))
    expectDenied(await comment(member))
    expect((await picture(member)).error).toBeNull()
    expect((await enter(member)).error).toBeNull()
    expect(await books(member)).toEqual(NOTHING)
    await area.row('update public.profiles set is_suspended = false where id = $1', [member.user.id])
    await write(member)
    await picture(member)
    expect(await books(member)).toEqual({ points: 30, steps: ['hello 20', 'photo 10'] })
  })

  it('is the member’s own deed: an admin, the operator and a refused row bring nothing', async () => {
    const member = await signUp(area.engine)
    const before = await books(area.admin)
    expect((await picture(member, area.admin)).error).toBeNull()
    await service(area.engine)
      .from('newsfeed_posts')
      .insert({ content: 'Imported', user_id: member.user.id })
      .throwOnError()
    expectDenied(
      await area.other
        .from('newsfeed_comments')
        .insert({ content: 'Not mine', post_id: post, user_id: member.user.id }),
    )
    expectError(
      await member.from('newsfeed_comments').insert({ content: '\u0007', post_id: post, user_id: member.user.id }),
      'NF003',
    )
    expect(await books(member)).toEqual(NOTHING)
    expect(await books(area.other)).toEqual(NOTHING)
    expect(await books(area.admin)).toEqual(before)
  })

  it('is no post about an award', async () => {
    const member = await signUp(area.engine)
    await area.row(
      `insert into public.newsfeed_posts (user_id, content, type) values ($1, 'Won a badge', 'badge_award')`,
      [member.user.id],
    )
    expect(await books(member)).toEqual(NOTHING)
  })

  it('cannot be posed: no caller credits, records or forgets one', async () => {
    const { member } = area
    expectDenied(
      await member
        .from('points_log')
        .insert({ user_id: member.user.id, kind: 'first_step', points_change: 10, reason: 'x', source_key: 'x' }),
    )
    for (const name of ['take_first_step', 'first_step_points', 'own_first_session'])
      expectError(await member.rpc(name), 'PGRST202')
    for (const table of ['first_steps', 'hidden_first_sessions'])
      expect((await member.from(table).select()).error?.code).toMatch(/PGRST205|42P01|42501/)
  })
})

describe('a first step of a person', () => {
  const leave = async (member: Persona) =>
    expect((await member.rpc('delete_own_account', { password: member.user.password })).error).toBeNull()

  it('earns nothing again after the account is deleted and the address signs up again', async () => {
    const email = `again-${Date.now()}@example.com`
    const first = await signUp(area.engine, { email })
    await write(first)
    await leave(first)
    expect(await area.row('select from private.first_steps where account_id = $1', [first.user.id])).toBeUndefined()
    const second = await signUp(area.engine, { email: email.toUpperCase() })
    expect(await session(second)).toMatchObject({ photo: 10, hello: 0, game: 30, taken: [] })
    await write(second, 'I am back')
    await picture(second)
    expect(await books(second)).toEqual({ points: 10, steps: ['photo 10'] })
    await leave(second)
    const third = await signUp(area.engine, { email })
    await write(third, 'And back again')
    await picture(third)
    await enter(third)
    expect(await books(third)).toEqual({ points: 30, steps: ['game 30'] })
  })

  it('of another address earns', async () => {
    const unique = Date.now()
    const first = await signUp(area.engine, { email: `one-${unique}@example.com` })
    await write(first)
    await leave(first)
    const second = await signUp(area.engine, { email: `two-${unique}@example.com` })
    await write(second, 'New here')
    expect(await books(second)).toEqual({ points: 20, steps: ['hello 20'] })
  })
})

describe('the first session', () => {
  it('says what each step would still earn, for the member alone', async () => {
    const member = await signUp(area.engine)
    expect(await session(member)).toEqual({
      photo: 10,
      hello: 20,
      game: 30,
      friend: 100,
      taken: [],
      has_catch: false,
      is_proved: false,
    })
    await write(member)
    expect(await session(member)).toMatchObject({ photo: 10, hello: 0, game: 30, taken: ['hello'] })
    expect(await session(member, area.other)).toBeNull()
    expect(await session(member, area.admin)).toBeNull()
  })

  it('ends after 14 days', async () => {
    const member = await signUp(area.engine)
    const joined = (age: string) =>
      area.row('update public.profiles set created_at = now() - $2::interval where id = $1', [member.user.id, age])
    await joined('13 days 23 hours')
    expect(await session(member)).not.toBeNull()
    await joined('14 days')
    expect(await session(member)).toBeNull()
  })

  it('is not for suspended members', async () => {
    expect(await session(area.suspended)).toBeNull()
  })

  it('is hidden by the member, once and for all, and by nobody else', async () => {
    const member = await signUp(area.engine)
    expectDenied(await guest(area.engine).rpc('hide_first_session'))
    expect((await area.other.rpc('hide_first_session')).error).toBeNull()
    expect(await session(member)).not.toBeNull()
    for (const _ of [1, 2]) expect((await member.rpc('hide_first_session')).error).toBeNull()
    expect(await session(member)).toBeNull()
    expect(
      await area.engine.owner.query('select from private.hidden_first_sessions where user_id = $1', [member.user.id]),
    ).toHaveLength(1)
  })
})

describe('how points are earned', () => {
  const guide = async (reader: Pick<Persona, 'rpc'>) => expectAllowed(await reader.rpc('points_guide').single())

  it('is told from the settings', async () => {
    await area.row('update public.referral_settings set points_per_referral = 70')
    await area.row(`update public.games set status = 'cancelled' where status <> 'completed'`)
    await newGame({ points_awarded: 40 })
    await newGame({ points_awarded: 90 })
    await newGame({ points_awarded: 0 })
    await newGame({ points_awarded: 500, status: 'draft' })
    await newGame({ type: 'carp_of_week', first_place_points: 300, second_place_points: 200, third_place_points: 0 })
    expect(await guide(area.member)).toEqual({
      photo: 10,
      hello: 20,
      game: 30,
      friend: 70,
      games: [
        { type: 'carp_of_week', least: 200, most: 300 },
        { type: 'pick_swim', least: 40, most: 90 },
      ],
      rewards_from: null,
      levels: expect.arrayContaining([{ name: 'Bank Walker', points: 0 }]),
    })
    await area.row('update public.referral_settings set points_per_referral = 100')
  })

  it('has the cheapest reward that can be redeemed', async () => {
    await area.row(
      `with boxes as (
          insert into public.prize_packages (name, points_price) values ('Net', 400), ('Hook', 250), ('Cup', 90)
          returning id, name)
        insert into public.prize_items (package_id, title, type, quantity)
          select id, name, 'digital', 1 from boxes where name <> 'Cup'`,
    )
    expect(await guide(area.member)).toMatchObject({ rewards_from: 250 })
  })

  it('tells guests neither the games nor what a referral is worth', async () => {
    await newGame({ points_awarded: 40 })
    expect(await guide(guest(area.engine))).toMatchObject({
      photo: 10,
      hello: 20,
      game: 30,
      friend: null,
      games: [],
      rewards_from: null,
    })
  })
})

describe('another spelling of a mailbox', () => {
  it('earns nothing, unless its address is proved', async () => {
    const name = `casts-${randomUUID().slice(0, 8)}`
    const first = await signUp(area.engine, { email: `${name}@example.com` })
    const second = await signUp(area.engine, { email: `${name}+two@example.com` })
    expectAllowed(await write(first))
    expectAllowed(await write(second))
    expect(await books(first)).toMatchObject({ points: 20 })
    expect(await books(second)).toMatchObject({ points: 0 })
    const other = await signUp(area.engine, { email: `${randomUUID()}@example.com` })
    expectAllowed(await write(other))
    expect(await books(other)).toMatchObject({ points: 20 })
  })
})

describe('the points of first steps', () => {
  const give = (by: Persona, to: Persona, points: number) =>
    by.from('point_gifts').insert({ from_user_id: by.user.id, to_user_id: to.user.id, points })

  it('are not given away, so nobody gathers those of many accounts in one', async () => {
    const [giver, receiver] = [await signUp(area.engine), await signUp(area.engine)]
    expectAllowed(await write(giver))
    expectAllowed(await enter(giver))
    expect(await books(giver)).toMatchObject({ points: 50 })
    expectError(await give(giver, receiver, 1), 'GF002')
    expectError(await give(giver, receiver, 51), 'GF001')
    await area.row(
      `insert into public.points_log (user_id, points_change, reason) values ($1, 5, 'Helped at the work party')`,
      [giver.user.id],
    )
    expectError(await give(giver, receiver, 6), 'GF002')
    expectAllowed(await give(giver, receiver, 5))
    expect(await books(giver)).toMatchObject({ points: 50 })
    // What rewards have cost was theirs first.
    await area.row('update public.profiles set points_spent = 40 where id = $1', [giver.user.id])
    expectError(await give(giver, receiver, 46), 'GF002')
    expectAllowed(await give(giver, receiver, 10))
    expectAllowed(await give(receiver, giver, 10))
    await area.row('update public.profiles set points_spent = 0 where id = $1', [giver.user.id])
    // What was given is the receiver's.
    expectAllowed(await give(receiver, giver, 5))
    expect(await books(receiver)).toMatchObject({ points: 0 })
  })
})

describe('what first steps earn', () => {
  const save = (by: Persona, points: number) =>
    by.from('site_settings').update({ hello_step_points: points }).not('id', 'is', null).select('hello_step_points')

  it('is set by admins, from 0 to 1,000, and recorded', async () => {
    expect(expectAllowed(await save(area.admin, 1000))).toEqual([{ hello_step_points: 1000 }])
    for (const points of [-1, 1001]) expectError(await save(area.admin, points), '23514')
    expect(
      await area.row(
        `select details from private.audit_log where subject_kind = 'site_settings' order by created_at desc limit 1`,
      ),
    ).toMatchObject({ details: { after: { hello_step_points: 1000 }, before: { hello_step_points: 20 } } })
    expect(expectAllowed(await save(area.member, 1))).toEqual([])
    expectDenied(
      await guest(area.engine).from('site_settings').update({ hello_step_points: 1 }).gt('hello_step_points', -1),
    )
    expect(await area.row('select hello_step_points from public.site_settings')).toEqual({ hello_step_points: 1000 })
  })
})
