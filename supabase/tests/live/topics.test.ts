import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { game } from '../games/game-rows.ts'
import { expectAllowed } from '../support/denied.ts'
import { hearLive, type LiveMessages, type Said } from '../support/live-messages.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

// The announcements of the database on its live topics at each step of a row: created, changed, hidden, shown, deleted.

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

/** What one flush announces after an action, in order, without the messages for admins. */
async function saidBy(act: () => PromiseLike<unknown>, topics = (topic: string) => topic !== 'admin'): Promise<Said[]> {
  await live.flushed()
  await act()
  return (await live.flushed()).filter(({ topic }) => topics(topic))
}
const changed = (topic: string, ...ids: string[]): Said => ({ topic, message: { changed: ids, gone: [] } })
const gone = (topic: string, ...ids: string[]): Said => ({ topic, message: { changed: [], gone: ids } })
/** Messages with the same gap are sent in the order of their topics. */
const inOrder = (...said: Said[]) => {
  const gap = (topic: string) =>
    topic.startsWith('post:') ? 100 : topic === 'leaderboard' ? 5000 : topic === 'games' ? 1000 : 250
  return said.toSorted((a, b) => gap(a.topic) - gap(b.topic) || (a.topic < b.topic ? -1 : 1))
}
const own = ({ user }: Persona, what: string): Said => ({ topic: `member:${user.id}`, message: { what: [what] } })
/** The same with a notification that was made, or has gone. */
const notified = ({ user }: Persona, what: string[], unread: number): Said => ({
  topic: `member:${user.id}`,
  message: { what: what.toSorted(), unread },
})
/** A notification for all members was made, or has gone. */
const notice: Said = { topic: 'notices', message: { tables: ['notifications'] } }

const MINUTE = 60_000
const from = (ms: number) => new Date(Date.now() + ms).toISOString()
const cards = () => area.admin.from('info_cards')
const card = async (fields: object = {}) =>
  expectAllowed(
    await cards()
      .insert({ title: 'Match', placement: 'home', start_date: from(-MINUTE), end_date: from(MINUTE), ...fields })
      .select('id')
      .single(),
  ).id as string

describe('an info card', () => {
  it('is announced when it is created, edited, switched off, on again and deleted', async () => {
    let id = ''
    expect(await saidBy(async () => (id = await card()))).toEqual([changed('cards', id)])
    const edit = (fields: object) => saidBy(() => cards().update(fields).eq('id', id).throwOnError())
    expect(await edit({ title: 'Match day' })).toEqual([changed('cards', id)])
    expect(await edit({ is_active: false })).toEqual([gone('cards', id)])
    expect(await edit({ is_active: true })).toEqual([changed('cards', id)])
    expect(await edit({ end_date: from(-1000) })).toEqual([gone('cards', id)])
    expect(await edit({ end_date: from(MINUTE) })).toEqual([changed('cards', id)])
    expect(await saidBy(() => cards().delete().eq('id', id).throwOnError())).toEqual([gone('cards', id)])
  })

  it('is not announced while hidden, except to admins by the name of the table', async () => {
    const admins = (topic: string) => topic === 'admin'
    for (const hidden of [{ is_active: false }, { start_date: from(11 * MINUTE), end_date: from(12 * MINUTE) }]) {
      let id = ''
      expect(await saidBy(async () => (id = await card(hidden)))).toEqual([])
      const edit = () => cards().update({ title: 'Later' }).eq('id', id).throwOnError()
      expect(await saidBy(edit)).toEqual([])
      expect(await saidBy(edit, admins)).toEqual([{ topic: 'admin', message: { tables: ['info_cards'] } }])
      expect(await saidBy(() => cards().delete().eq('id', id).throwOnError())).toEqual([])
    }
  })

  it('is announced without an ID when it begins or ends within ten minutes', async () => {
    const soon: Said = { topic: 'cards', message: { changed: [], gone: [] } }
    let id = ''
    const plan = async () => (id = await card({ start_date: from(9 * MINUTE), end_date: from(99 * MINUTE) }))
    expect(await saidBy(plan)).toEqual([soon])
    const edit = (fields: object) => saidBy(() => cards().update(fields).eq('id', id).throwOnError())
    expect(await edit({ start_date: from(2 * MINUTE) })).toEqual([soon])
    expect(await edit({ start_date: from(20 * MINUTE) })).toEqual([])
    expect(await edit({ start_date: from(9 * MINUTE), is_active: false })).toEqual([])
    await cards().delete().eq('id', id).throwOnError()
  })

  it('is announced with others of one statement together, and without IDs above 500', async () => {
    const make = (count: number) =>
      area.row(
        `insert into public.info_cards (title, start_date, end_date)
          select 'Bulk', now(), now() + interval '1 hour' from generate_series(1, $1)`,
        [count],
      )
    const [few] = await saidBy(() => make(500))
    expect(few?.message.changed).toHaveLength(500)
    expect(await saidBy(() => make(501))).toEqual([{ topic: 'cards', message: { reload: true } }])
    expect(await saidBy(() => area.row(`delete from public.info_cards where title = 'Bulk'`))).toEqual([
      { topic: 'cards', message: { reload: true } },
    ])
    expect(await saidBy(() => area.row(`delete from public.info_cards where title = 'Bulk'`))).toEqual([])
  })

  it('is not announced for a refused change', async () => {
    const id = await card()
    expect(await saidBy(() => area.member.from('info_cards').update({ is_active: false }).eq('id', id))).toEqual([])
    expect(await saidBy(() => area.member.from('info_cards').delete().eq('id', id))).toEqual([])
  })
})

describe('the moment of the next card', () => {
  const next = async (client: Pick<Persona, 'rpc'> = area.member) => expectAllowed(await client.rpc('next_card_change'))

  it('is returned to guests and members in milliseconds, when it is at most ten minutes away', async () => {
    await area.row('delete from public.info_cards')
    expect(await area.member.rpc('next_card_change')).toMatchObject({ data: null, error: null })
    await card({ start_date: from(20 * MINUTE), end_date: from(30 * MINUTE) })
    await card({ is_active: false, start_date: from(MINUTE), end_date: from(2 * MINUTE) })
    expect(await area.member.rpc('next_card_change')).toMatchObject({ data: null, error: null })
    await card({ end_date: from(5 * MINUTE) })
    expect(await next()).toBeGreaterThan(4 * MINUTE)
    await card({ start_date: from(2 * MINUTE), end_date: from(3 * MINUTE) })
    for (const client of [area.member, guest(area.engine)]) {
      const left = await next(client as Persona)
      expect(left).toBeGreaterThan(MINUTE)
      expect(left).toBeLessThanOrEqual(2 * MINUTE)
    }
  })
})

describe('a live video', () => {
  const videos = () => area.admin.from('live_videos')
  const video = async (is_active: boolean) =>
    expectAllowed(
      await videos()
        .insert({ title: 'Rigs', embed_code: 'https://youtu.be/dQw4w9WgXcQ', scheduled_for: from(0), is_active })
        .select('id')
        .single(),
    ).id as string

  it('is announced when it is activated, edited, ended or deleted, and never while idle', async () => {
    let id = ''
    expect(await saidBy(async () => (id = await video(false)))).toEqual([])
    const edit = (fields: object) => saidBy(() => videos().update(fields).eq('id', id).throwOnError())
    expect(await edit({ title: 'Winter rigs' })).toEqual([])
    expect(await edit({ is_active: true })).toEqual([changed('live', id), notice])
    expect(await edit({ title: 'Spring rigs' })).toEqual([changed('live', id)])
    expect(await edit({ is_active: false })).toEqual([gone('live', id), notice])
    await edit({ is_active: true })
    expect(await saidBy(() => videos().delete().eq('id', id).throwOnError())).toEqual([gone('live', id)])
  })

  it('is announced as gone when another replaces it', async () => {
    const first = await video(true)
    let second = ''
    expect(await saidBy(async () => (second = await video(true)))).toEqual([
      { topic: 'live', message: { changed: [second], gone: [first] } },
      notice,
    ])
  })
})

describe('a game', () => {
  const games = () => area.admin.from('games')
  const draft = async () =>
    expectAllowed(
      await games()
        .insert(game({ type: 'carp_of_week' }))
        .select('id')
        .single(),
    ).id as string

  it('is announced when it opens, is edited, completed, cancelled or deleted, and never as a draft', async () => {
    let id = ''
    expect(await saidBy(async () => (id = await draft()))).toEqual([])
    const edit = (fields: object) => saidBy(() => games().update(fields).eq('id', id).throwOnError())
    expect(await edit({ title: 'Carp of the week' })).toEqual([])
    expect(await edit({ status: 'active' })).toEqual([changed('games', id), notice])
    expect(await edit({ title: 'Best carp' })).toEqual([changed('games', id)])
    expect(await edit({ status: 'completed' })).toEqual([changed('games', id), notice])
    expect(await saidBy(() => games().delete().eq('id', id).throwOnError())).toEqual([gone('games', id), notice])
    const [called, dropped] = [await draft(), await draft()]
    await games().update({ status: 'active' }).in('id', [called, dropped]).throwOnError()
    expect(await saidBy(() => games().update({ status: 'cancelled' }).eq('id', called).throwOnError())).toEqual([
      gone('games', called),
      notice,
    ])
    expect(await saidBy(() => games().delete().eq('id', called).throwOnError())).toEqual([])
    expect(await saidBy(() => games().delete().eq('id', dropped).throwOnError())).toEqual([
      gone('games', dropped),
      notice,
    ])
  })

  it('is announced with the number of its entries when one is made or leaves, only while members see it', async () => {
    const row = game({ type: 'guess_weight', status: 'active', metadata: { actual_weight: 20, unit: 'lbs' } })
    const game_id = expectAllowed(await games().insert(row).select('id').single()).id as string
    const leaver = await signUp(area.engine)
    const enter = (member: Persona) =>
      member
        .from('game_entries')
        .insert({ game_id, user_id: member.user.id, entry_data: { weight: 19 } })
        .throwOnError()
    const entries = (count: number): Said => ({ topic: 'games', message: { entries: { [game_id]: count } } })
    const onGames = (topic: string) => topic === 'games'
    expect(await saidBy(() => enter(area.member))).toEqual([entries(1)])
    expect(await saidBy(() => enter(leaver), onGames)).toEqual([entries(2)])
    const leave = () => area.row('delete from auth.users where id = $1', [leaver.user.id])
    expect(await saidBy(leave, onGames)).toEqual([entries(1)])
    const both = await saidBy(async () => {
      await games().update({ title: 'Last hour' }).eq('id', game_id).throwOnError()
      await area.row('delete from public.game_entries where game_id = $1', [game_id])
    })
    expect(both).toEqual([{ topic: 'games', message: { changed: [game_id], gone: [], entries: { [game_id]: 0 } } }])
    await enter(area.member)
    expect(await saidBy(() => games().update({ status: 'cancelled' }).eq('id', game_id).throwOnError())).toEqual([
      gone('games', game_id),
      notice,
    ])
    expect(await saidBy(() => games().delete().eq('id', game_id).throwOnError())).toEqual([])
  })
})

describe('a prize', () => {
  const packages = () => area.admin.from('prize_packages')
  const stocked = async (quantity = 3) => {
    const { id } = expectAllowed(await packages().insert({ name: 'Box' }).select('id').single())
    const item = { package_id: id, title: 'Alarm', type: 'digital', quantity }
    expectAllowed(await area.admin.from('prize_items').insert(item).select('id').single())
    return id as string
  }
  const assign = async (id: string, { user }: Persona) =>
    await area.admin.rpc('assign_prize_package', { package_id: id, user_id: user.id }).throwOnError()
  const awards = () => area.admin.from('prize_awards')
  const ownTopic = (topic: string) => topic.startsWith('member:')

  it('is announced only to its winner when it is assigned, sent or taken back', async () => {
    const id = await stocked()
    const winner = await signUp(area.engine)
    expect(await saidBy(() => assign(id, winner), ownTopic)).toEqual([notified(winner, ['prizes', 'notifications'], 1)])
    const { user } = winner
    expect(
      await saidBy(() => awards().update({ tracking_number: 'BK 1' }).eq('user_id', user.id).throwOnError(), ownTopic),
    ).toEqual([own(winner, 'prizes')])
    expect(await saidBy(() => awards().delete().eq('user_id', user.id).throwOnError(), ownTopic)).toEqual([
      // In place of what it said about the prize there is a notification that it was taken back.
      notified(winner, ['prizes', 'notifications'], 1),
    ])
    // The returned stock is not announced to winners from the package.
  })

  it('is announced to its winners and the games that show it when it is renamed or its package deactivated', async () => {
    const id = await stocked()
    await assign(id, area.member)
    const offered = expectAllowed(
      await area.admin
        .from('games')
        .insert(game({ type: 'carp_of_week', status: 'active', prize_package_id: id }))
        .select('id')
        .single(),
    ).id as string
    const expected = [changed('games', offered), own(area.member, 'prizes')]
    for (const fields of [{ name: 'Big box' }, { is_active: false }, { is_active: true }])
      expect(await saidBy(() => packages().update(fields).eq('id', id).throwOnError())).toEqual(expected)
    const items = () => area.row(`update public.prize_items set title = 'Loud alarm' where package_id = $1`, [id])
    // Who has won it gets a notification that it is described differently.
    expect(await saidBy(items)).toEqual([
      changed('games', offered),
      {
        topic: `member:${area.member.user.id}`,
        message: { what: ['notifications', 'prizes'], unread: expect.any(Number) },
      },
    ])
    expect(await saidBy(items)).toEqual([])
    await area.admin.from('games').delete().eq('id', offered).throwOnError()
  })

  it('is announced only to admins when its package or the item is created', async () => {
    const admins = (topic: string) => topic === 'admin'
    const expected = [{ topic: 'admin', message: { tables: ['prize_items', 'prize_packages'] } }]
    expect(await saidBy(() => stocked(), admins)).toEqual(expected)
    expect(await saidBy(() => stocked())).toEqual([])
  })

  it('is not announced when its package has no winners', async () => {
    const id = await stocked()
    expect(await saidBy(() => packages().update({ name: 'Bag' }).eq('id', id).throwOnError())).toEqual([])
    expect(await saidBy(() => packages().delete().eq('id', id).throwOnError())).toEqual([])
  })
})

describe('changes by other admins', () => {
  const admins = (topic: string) => topic === 'admin'
  const expected = (table: string) => [{ topic: 'admin', message: { tables: [table] } }]

  it('of badges are announced to admins only', async () => {
    const badges = () => area.admin.from('badges')
    let id = ''
    const make = async () =>
      (id = expectAllowed(await badges().insert({ name: 'Warden', description: 'x' }).select('id').single()).id)
    const edit = () => badges().update({ name: 'Keeper' }).eq('id', id).throwOnError()
    const remove = () => badges().delete().eq('id', id).throwOnError()
    for (const act of [make, edit, remove]) expect(await saidBy(act, admins)).toEqual(expected('badges'))
    for (const act of [make, edit, remove]) expect(await saidBy(act)).toEqual([])
  })

  it('of a game’s entries are announced to admins', async () => {
    const row = game({ type: 'carp_of_week', status: 'active' })
    const game_id = expectAllowed(await area.admin.from('games').insert(row).select('id').single()).id as string
    const entry = { game_id, user_id: area.member.user.id, photo_url: await area.file(area.member, 'game-photos') }
    const enter = () => area.member.from('game_entries').insert(entry).throwOnError()
    const place = () =>
      area.admin.from('game_entries').update({ winner_place: 1 }).eq('game_id', game_id).throwOnError()
    for (const act of [enter, place]) expect(await saidBy(act, admins)).toEqual(expected('game_entries'))
  })
})

describe('a badge', () => {
  const badge = async () =>
    expectAllowed(
      await area.admin.from('badges').insert({ name: 'Bailiff', description: 'Keeps the bank' }).select('id').single(),
    ).id as string
  const ownTopic = (topic: string) => topic.startsWith('member:')

  it('is announced to the member who gets or loses it, and to all holders when it is deleted', async () => {
    const id = await badge()
    const held = area.admin.from('user_badges')
    const { member, other } = area
    const give = ({ user }: Persona) => held.insert({ user_id: user.id, badge_id: id }).throwOnError()
    const unread = async (who: Persona) => expectAllowed(await who.rpc('unread_notifications')) as number
    const before = await unread(member)
    const changed = (who: Persona, count: number) => notified(who, ['badges', 'notifications'], count)
    expect(await saidBy(() => give(member), ownTopic)).toEqual([changed(member, before + 1)])
    const take = area.admin.from('user_badges').delete().eq('badge_id', id).eq('user_id', member.user.id)
    expect(await saidBy(() => take.throwOnError(), ownTopic)).toEqual([changed(member, before)])
    const otherBefore = await unread(other)
    await give(member)
    await give(other)
    const deleted = await saidBy(() => area.admin.from('badges').delete().eq('id', id).throwOnError(), ownTopic)
    expect(deleted.toSorted((a, b) => a.topic.localeCompare(b.topic))).toEqual(
      [changed(member, before), changed(other, otherBefore)].toSorted((a, b) => a.topic.localeCompare(b.topic)),
    )
  })
})

describe('a member’s standing', () => {
  const standing = (member: Persona, fields: object) =>
    saidBy(() => area.admin.from('profiles').update(fields).eq('id', member.user.id).throwOnError())
  const write = async (author: Persona) => {
    const post = expectAllowed(
      await author
        .from('newsfeed_posts')
        .insert({ content: `Tench ${author.user.id}` })
        .select('id')
        .single(),
    )
    return post.id as string
  }

  it('is announced to the member, the feed, open threads and the rankings on suspension and reinstatement', async () => {
    const [member, host, fan] = [await signUp(area.engine), await signUp(area.engine), await signUp(area.engine)]
    const [post, foreign, liked] = [await write(member), await write(host), await write(fan)]
    const comment = expectAllowed(
      await member.from('newsfeed_comments').insert({ post_id: foreign, content: 'Nice' }).select('id').single(),
    ).id as string
    await member.from('newsfeed_reactions').insert({ post_id: liked, reaction: 'fish' }).throwOnError()
    await member.from('newsfeed_reactions').insert({ post_id: post, reaction: 'fish' }).throwOnError()
    const zero = [0, 0, 0, 0, 0, 0]

    const off = await standing(member, { is_suspended: true })
    expect(off).toEqual(
      inOrder(
        notified(member, ['standing', 'notifications'], 1),
        notified(host, ['notifications'], 0),
        notified(fan, ['notifications'], 0),
        { topic: 'feed', message: { numbers: { [foreign]: zero, [liked]: zero }, changed: [foreign], gone: [post] } },
        { topic: `post:${foreign}`, message: { comments: [], gone: [comment] } },
        { topic: 'leaderboard', message: { rows: [], what: ['members'] } },
      ),
    )
    const on = await standing(member, { is_suspended: false })
    const numbers = { [foreign]: [1, 0, 0, 0, 0, 0], [liked]: [0, 0, 0, 0, 1, 0], [post]: [0, 0, 0, 0, 1, 0] }
    expect(on).toEqual(
      inOrder(
        notified(member, ['standing', 'notifications'], 0),
        notified(host, ['notifications'], 1),
        notified(fan, ['notifications'], 1),
        { topic: 'feed', message: { numbers, changed: [foreign, post].toSorted() } },
        { topic: `post:${foreign}`, message: { comments: [expect.objectContaining({ id: comment })], gone: [] } },
        { topic: 'leaderboard', message: { rows: [], what: ['members'] } },
      ),
    )
  })

  it('makes the whole feed load again for a member with more than 500 posts', async () => {
    const writer = await signUp(area.engine)
    await area.row(
      `insert into public.newsfeed_posts (user_id, content) select $1, 'Bream ' || n from generate_series(1, 501) as n`,
      [writer.user.id],
    )
    expect(await standing(writer, { is_suspended: true })).toContainEqual({ topic: 'feed', message: { reload: true } })
  })

  it('is announced only to the member when admin rights are given or removed', async () => {
    const member = await signUp(area.engine)
    expect(await standing(member, { is_admin: true })).toEqual([notified(member, ['standing', 'notifications'], 1)])
    expect(await standing(member, { is_admin: false })).toEqual([notified(member, ['standing', 'notifications'], 0)])
  })

  it('is not announced when it stays the same', async () => {
    const member = await signUp(area.engine)
    expect(await standing(member, { is_suspended: false, is_admin: false })).toEqual([])
  })

  it('is announced to rankings and feed when the account is deleted, in every way', async () => {
    for (const remove of [
      (member: Persona) => area.admin.rpc('delete_user', { user_id: member.user.id }).throwOnError(),
      (member: Persona) => member.rpc('delete_own_account', { password: member.user.password }).throwOnError(),
    ]) {
      const member = await signUp(area.engine)
      const post = await write(member)
      const said = await saidBy(() => remove(member))
      expect(said).toEqual([
        { topic: 'feed', message: { gone: [post] } },
        { topic: 'leaderboard', message: { rows: [], what: ['members'] } },
      ])
    }
  })

  it('is announced to admins with the points that are deleted with the account, if there are any', async () => {
    const [rich, poor] = [await signUp(area.engine), await signUp(area.engine)]
    await area.givePoints(rich, 5)
    const announced = async ({ user }: Persona) => {
      const said = await saidBy(
        () => area.admin.rpc('delete_user', { user_id: user.id }).throwOnError(),
        (topic) => topic === 'admin',
      )
      return said.flatMap(({ message }) => message.tables)
    }
    expect(await announced(poor)).not.toContain('points_log')
    expect(await announced(rich)).toContain('points_log')
  })
})

describe('a random sequence of admins’ actions', () => {
  it('announces no row that a member cannot read, and none as gone that a member can still read', async () => {
    const ids = await Promise.all([card(), card({ is_active: false }), card(), card({ is_active: false })])
    const readable = async () =>
      new Set(expectAllowed(await area.member.from('info_cards').select('id').in('id', ids)).map(({ id }) => id))
    // A fixed pseudo-random sequence; any other would do as well.
    for (let step = 1; step <= 40; step += 1) {
      const chosen = ids.filter((_, at) => ((step * 7 + at * 5) % 11) % 3 === 0)
      const fields =
        [{ is_active: step % 2 === 0 }, { end_date: from(step % 3 === 0 ? -1000 : MINUTE) }][step % 2] ?? {}
      const before = await readable()
      const [said] = await saidBy(() => cards().update(fields).in('id', chosen).throwOnError())
      const after = await readable()
      const lost = [...before].filter((id) => !after.has(id))
      expect(new Set(said?.message.gone as string[]), `step ${step}`).toEqual(new Set(lost))
      for (const id of (said?.message.changed as string[] | undefined) ?? []) expect(after).toContain(id)
    }
  })
})

describe('every table that members can read', () => {
  // Changes of these tables reach an open page in another way, or may wait until the page is opened again.
  const NOT_ANNOUNCED = {
    game_changes: 'written with a change of the game, which is announced',
    landing_content: 'read when the page is opened',
    levels: 'read when the page is opened',
    point_gifts: 'both sides see points_log',
    prize_award_notes: 'for admins; announced with prize_awards',
    referral_settings: 'read when the page is opened',
    shipping_addresses: 'read by their owner alone',
    site_settings: 'read when the page is opened',
  }

  it('is announced on a topic, or listed here with the reason why not', async () => {
    const rows = await area.engine.owner.query<{ name: string; announced: boolean }>(
      `select c.relname as name, exists (
          select from pg_trigger as t join pg_proc as p on p.oid = t.tgfoid
          where t.tgrelid = c.oid and t.tgenabled = 'O' and not t.tgisinternal and p.proname ~ '__note'
        ) as announced
        from pg_class as c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and (has_any_column_privilege('authenticated', c.oid, 'select')
            or has_any_column_privilege('anon', c.oid, 'select'))
        order by c.relname collate "C"`,
    )
    expect(rows.filter(({ announced }) => !announced).map(({ name }) => name)).toEqual(Object.keys(NOT_ANNOUNCED))
  })
})
