import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { type Persona, service, signUp } from '../../../test-support/personas.ts'
import { game } from '../games/game-rows.ts'
import { expectAllowed } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { race } from '../support/races.ts'

// Real connections at the same moment: each race runs RACE_REPEATS times, and no client may ever see a deadlock.

let area: MemberArea
let second: Persona
let third: Persona

beforeAll(async () => {
  area = await openMemberArea()
  second = await signUp(area.engine, { admin: true })
  third = await signUp(area.engine)
})
afterAll(() => area.engine.close())
beforeEach(() => area.scaleLimits(1_000_000))

type Answer = { error: { code?: string; message: string } | null; data: unknown }
const times = <T>(count: number, work: (n: number) => PromiseLike<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))
const codes = (answers: Answer[]) => [...new Set(answers.flatMap(({ error }) => error?.code ?? []))]
const passed = (answers: Answer[]) => answers.filter(({ error }) => error === null).length
const changed = (answers: Answer[]) => answers.filter(({ data }) => Array.isArray(data) && data.length === 1).length
const owner = (sql: string, values: unknown[] = []) => area.engine.owner.query(sql, values)
const one = async (sql: string, values: unknown[] = []) => Object.values((await owner(sql, values))[0] ?? {})[0]
const balance = async (who: Persona) =>
  Number(await one('select points from public.profiles where id = $1', [who.user.id]))
const give = (from: Persona, to: Persona, points: number) =>
  from.from('point_gifts').insert({ from_user_id: from.user.id, to_user_id: to.user.id, points })
const openGame = (fields: object) =>
  area.admin
    .from('games')
    .insert(game({ status: 'active', ...fields }))
    .select()
    .single()
    .then((answer) => expectAllowed(answer).id as string)
const newItem = async (type: 'points' | 'digital', quantity: number) => {
  const box = await one(`insert into public.prize_packages (name) values ('Box') returning id`)
  const id = await one(
    `insert into public.prize_items (package_id, title, type, points_value, quantity)
      values ($1, 'Item', $2, $3, $4) returning id`,
    [box, type, type === 'points' ? 75 : null, quantity],
  )
  return { box: String(box), id: String(id) }
}
const newAward = async (winner: Persona) => {
  const { id } = await newItem('points', 1)
  const award = 'insert into public.prize_awards (user_id, item_id) values ($1, $2) returning id'
  return String(await one(award, [winner.user.id, id]))
}
const claim = (id: string, who: Persona) =>
  who.from('prize_awards').update({ status: 'claimed', terms_accepted: true }).eq('id', id).select('id')

describe('points', () => {
  race('fifty gifts of the whole balance: one succeeds', async () => {
    await area.givePoints(area.member, 100)
    const before = await balance(area.other)
    const answers = await times(50, () => give(area.member, area.other, 100))
    expect([passed(answers), codes(answers)]).toEqual([1, ['GF001']])
    expect([await balance(area.member), (await balance(area.other)) - before]).toEqual([0, 100])
  })

  race('gifts in both directions: all succeed, no point is lost', async () => {
    await area.givePoints(area.member, 500)
    await area.givePoints(area.other, 500)
    const pair = [area.member, area.other] as const
    const answers = await times(60, (n) => (n % 2 ? give(pair[0], pair[1], 1) : give(pair[1], pair[0], 1)))
    expect(codes(answers)).toEqual([])
    expect([await balance(area.member), await balance(area.other)]).toEqual([500, 500])
  })

  race('twenty approvals of one referral: one credit', async () => {
    const { member, other } = area
    await owner('delete from public.referrals')
    await owner('delete from private.referred_addresses')
    const id = await one(
      `insert into public.referrals (referrer_id, referred_user_id, referred_email)
        values ($1, $2, $3) returning id`,
      [member.user.id, other.user.id, other.user.email],
    )
    const before = await balance(member)
    const answers = await times(20, () =>
      member.from('referrals').update({ status: 'completed' }).eq('id', id).select('id'),
    )
    expect([changed(answers), codes(answers)]).toEqual([1, []])
    expect((await balance(member)) - before).toBe(100)
  })
})

describe('prizes', () => {
  race('twenty claims of one award: one credit', async () => {
    const id = await newAward(area.member)
    const before = await balance(area.member)
    const answers = await times(20, () => claim(id, area.member))
    expect(changed(answers)).toBe(1)
    expect(codes(answers).filter((code) => code !== 'CL001')).toEqual([])
    expect((await balance(area.member)) - before).toBe(75)
  })

  race('the last unit, assigned by two admins: one award', async () => {
    const { box, id } = await newItem('digital', 1)
    const admins = [area.admin, second] as const
    const answers = await times(20, (n) =>
      admins[n % 2 ? 0 : 1].rpc('assign_prize_package', { package_id: box, user_id: area.member.user.id }),
    )
    expect([passed(answers), codes(answers)]).toEqual([1, ['PZ007']])
    expect(await one('select remaining_quantity from public.prize_items where id = $1', [id])).toBe(0)
    expect(await one('select count(*)::int from public.prize_awards where item_id = $1', [id])).toBe(1)
  })
})

describe('games', () => {
  race('twenty entries of one member: one is stored', async () => {
    const game_id = await openGame({})
    const answers = await times(20, (n) =>
      area.member.from('game_entries').insert({ game_id, entry_data: { square: n + 1 } }),
    )
    expect([passed(answers), codes(answers)]).toEqual([1, ['23505']])
  })

  race('twenty completions by two admins: one credit', async () => {
    const id = await openGame({ metadata: { winning_square: 9 }, points_awarded: 10 })
    expect((await area.member.from('game_entries').insert({ game_id: id, entry_data: { square: 9 } })).error).toBeNull()
    const before = await balance(area.member)
    const answers = await times(20, (n) =>
      (n % 2 ? area.admin : second).from('games').update({ status: 'completed' }).eq('id', id).select('id'),
    )
    expect(codes(answers)).toEqual([])
    expect((await balance(area.member)) - before).toBe(10)
  })

  race('two admins choose places while the game is completed: one of each place, as credited', async () => {
    const id = await openGame({ type: 'carp_of_week' })
    const players = [area.member, area.other, third]
    const entries: string[] = []
    for (const who of players) {
      const entry = { game_id: id, photo_url: await area.file(who, 'game-photos') }
      entries.push(expectAllowed(await who.from('game_entries').insert(entry).select('id').single()).id)
    }
    const answers: Answer[] = await times(18, (n) =>
      n === 12
        ? second.from('games').update({ status: 'completed' }).eq('id', id).select('id')
        : (n % 2 ? area.admin : second)
            .from('game_entries')
            .update({ winner_place: 1 + (Math.floor(n / 3) % 2) })
            .eq('id', entries[n % 3])
            .select('id'),
    )
    // A request after the completion is refused with that reason; no request may fail with a deadlock.
    expect(codes(answers).filter((code) => code !== 'GM015')).toEqual([])
    const places = await owner(
      `select winner_place, count(*)::int as holders from public.game_entries
        where game_id = $1 and is_winner group by winner_place having count(*) > 1`,
      [id],
    )
    expect(places).toEqual([])
    const [paid] = await owner(
      `select count(*)::int as credits, (select count(*)::int from public.game_entries where game_id = $1 and is_winner)
        as winners from public.points_log where metadata ->> 'game_id' = $1::text`,
      [id],
    )
    expect(paid?.credits).toBe(paid?.winners)
  })

  race('a game is deleted while places are chosen', async () => {
    const id = await openGame({ type: 'carp_of_week' })
    const entry = { game_id: id, photo_url: await area.file(area.member, 'game-photos') }
    const made = expectAllowed(await area.member.from('game_entries').insert(entry).select('id').single())
    const answers: Answer[] = await times(8, (n) =>
      n === 4
        ? area.admin.from('games').delete().eq('id', id).select('id')
        : second.from('game_entries').update({ winner_place: 1 }).eq('id', made.id).select('id'),
    )
    expect(codes(answers)).toEqual([])
  })
})

describe('members', () => {
  race('crossing requests: one connection, accepted', async () => {
    await owner('delete from public.member_connections')
    const { member, other } = area
    const ask = (from: Persona, to: Persona) =>
      from.from('member_connections').insert({ user_id: from.user.id, connected_user_id: to.user.id })
    const answers = await Promise.all([ask(member, other), ask(other, member)])
    expect(codes(answers)).toEqual([])
    expect(await owner('select status from public.member_connections')).toEqual([{ status: 'accepted' }])
  })

  race('an account is deleted while it claims: all or nothing, and the ledger of others stays', async () => {
    const leaving = await signUp(area.engine)
    const award = await newAward(leaving)
    const answers = await Promise.all<Answer>([
      claim(award, leaving),
      area.admin.rpc('delete_user', { user_id: leaving.user.id }),
      area.admin.from('points_log').insert({ user_id: leaving.user.id, points_change: 5, reason: 'Farewell' }),
      give(leaving, area.member, 1),
    ])
    expect(codes(answers).filter((code) => ['40P01', '40001'].includes(code))).toEqual([])
    expect(answers[1]?.error).toBeNull()
    expect(await one('select count(*)::int from public.points_log where user_id = $1', [leaving.user.id])).toBe(0)
  })

  race(
    'an account is deleted in three ways while it and others write: no request fails with a deadlock',
    async (round) => {
      const { admin, member, other, engine } = area
      const leaving = await signUp(engine)
      const { id } = leaving.user
      await area.givePoints(leaving, 50)
      const post = await one(
        `insert into public.newsfeed_posts (user_id, content) values ($1, 'Farewell') returning id`,
        [id],
      )
      const award = await newAward(leaving)
      const brought = await signUp(engine, { data: { referrer_id: id } })
      const game_id = await openGame({ metadata: { winning_square: 9 }, points_awarded: 10 })
      await owner(`insert into public.game_entries (game_id, user_id, entry_data) values ($1, $2, '{"square": 9}')`, [
        game_id,
        id,
      ])
      const { box } = await newItem('digital', 5)
      await owner(
        'insert into public.prize_awards (user_id, item_id) select $1, id from public.prize_items where package_id = $2',
        [id, box],
      )
      const badge_id = await one(
        `insert into public.badges (name, description, created_by) values ('Farewell ' || left(gen_random_uuid()::text, 8), 'x', $1) returning id`,
        [id],
      )
      const react = (who: Persona) =>
        who.from('newsfeed_reactions').upsert({ post_id: post, reaction: 'fish' }, { onConflict: 'post_id,user_id' })
      const say = (who: Persona) =>
        who.from('newsfeed_comments').insert({ post_id: post, content: `Good bye ${round}` })
      const remove = [
        () => admin.from('profiles').delete().eq('id', id).select('id'),
        () => admin.rpc('delete_user', { user_id: id }),
        () => service(engine).auth.admin.deleteUser(id),
      ][round % 3]
      const answers = (await Promise.all([
        claim(award, leaving),
        say(leaving),
        react(leaving),
        give(leaving, member, 1),
        leaving.from('referrals').update({ status: 'completed' }).eq('referrer_id', id).select('id'),
        leaving.from('newsfeed_posts').update({ content: 'Not yet' }).eq('id', post).select('id'),
        remove?.(),
        admin.rpc('assign_prize_package', { package_id: box, user_id: id }),
        second.from('games').update({ status: 'completed' }).eq('id', game_id).select('id'),
        second.from('user_badges').insert({ user_id: id, badge_id }),
        second.from('points_log').insert([
          { user_id: id, points_change: 5, reason: 'Farewell' },
          { user_id: brought.user.id, points_change: 5, reason: 'Welcome' },
        ]),
        second.from('badges').update({ name: 'Fare well' }).eq('id', badge_id).select('id'),
        say(other),
        react(member),
        give(member, leaving, 1),
        other.from('member_connections').insert({ user_id: other.user.id, connected_user_id: id }),
      ])) as Answer[]
      const words = answers.flatMap(({ error }) => (error ? `${error.code} ${error.message}` : []))
      expect(words.filter((text) => /40P01|40001|deadlock|Database error|unexpected/i.test(text))).toEqual([])
      expect(answers[6]?.error).toBeNull()
      expect(
        await one(
          `select (select count(*) from auth.users where id = $1) + (select count(*) from public.profiles where id = $1)
          + (select count(*) from public.points_log where user_id = $1)`,
          [id],
        ),
      ).toBe('0')
      expect(await owner('select id from public.prize_items where remaining_quantity > quantity')).toEqual([])
    },
  )

  race('two admins demote each other: one remains', async (round) => {
    await owner('update public.profiles set is_admin = true, is_suspended = false where id = any ($1)', [
      [area.admin.user.id, second.user.id],
    ])
    const verb = round % 2 ? { is_suspended: true } : { is_admin: false }
    const answers = await Promise.all([
      area.admin.from('profiles').update(verb).eq('id', second.user.id).select('id'),
      second.from('profiles').update(verb).eq('id', area.admin.user.id).select('id'),
    ])
    expect(codes(answers).filter((code) => ['40P01', '40001'].includes(code))).toEqual([])
    expect(await one('select count(*)::int from public.profiles where is_admin and not is_suspended')).toBe(1)
  })
})
