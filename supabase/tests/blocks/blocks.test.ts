import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, signIn, signUp } from '../../../test-support/personas.ts'
import { comment, decide, post, report } from '../moderation/case.ts'
import { inbox, unread } from '../notifications/inbox.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { hearLive } from '../support/live-messages.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

// A block, as the one who blocks, the one who is blocked, and a third member see it.

let area: MemberArea
let ann: Persona
let ben: Persona
let cat: Persona
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  ann = await signUp(area.engine)
  ben = await signUp(area.engine)
  cat = await signUp(area.engine)
})

const block = (who: Persona, whom: Persona) => who.rpc('block_member', { member_id: whom.user.id })
const unblock = (who: Persona, whom: Persona) => who.rpc('unblock_member', { member_id: whom.user.id })
const blocks = async (who: Persona) =>
  (expectAllowed(await who.rpc('my_blocks')) as { member_id: string }[]).map(({ member_id }) => member_id)
const stored = async () => area.engine.owner.query('select blocker_id, blocked_id from private.member_blocks')
const nameOf = async ({ user }: Persona) =>
  String((await area.row('select username from public.profiles where id = $1', [user.id]))?.username)
const connect = (from: Persona, to: Persona) =>
  from.from('member_connections').insert({ user_id: from.user.id, connected_user_id: to.user.id })
const ids = (rows: unknown) => (rows as { id: string }[]).map(({ id }) => id)

/** Everywhere that a member reads what another wrote or is: whether the reader finds the author there. */
const PLACES: Record<string, (reader: Persona, author: Persona, made: Made) => Promise<boolean>> = {
  'the feed': async (reader, _author, { ownPost }) =>
    ids(expectAllowed(await reader.rpc('newsfeed_page', { ids: [ownPost] }))).includes(ownPost),
  'the table of posts': async (reader, author) =>
    expectAllowed(await reader.from('newsfeed_posts').select('id').eq('user_id', author.user.id)).length > 0,
  'a post counted only': async (reader, author) =>
    ((await reader.from('newsfeed_posts').select('id', { count: 'exact', head: true }).eq('user_id', author.user.id))
      .count ?? 0) > 0,
  'comments of a third member’s post': async (reader, _author, { answer, thirdPost }) =>
    ids(expectAllowed(await reader.from('newsfeed_comments').select('id').eq('post_id', thirdPost))).includes(answer),
  'comments embedded in a post': async (reader, _author, { answer, thirdPost }) =>
    JSON.stringify(
      expectAllowed(await reader.from('newsfeed_posts').select('id, newsfeed_comments(id)').eq('id', thirdPost)),
    ).includes(answer),
  'the newest comment below a post': async (reader, _author, { answer, thirdPost }) =>
    JSON.stringify(expectAllowed(await reader.rpc('newsfeed_page', { ids: [thirdPost] }))).includes(answer),
  'who reacted': async (reader, author, { thirdPost }) =>
    expectAllowed(await reader.from('newsfeed_reactions').select('user_id').eq('post_id', thirdPost)).some(
      ({ user_id }) => user_id === author.user.id,
    ),
  'the list of members': async (reader, author) =>
    expectAllowed(await reader.from('member_search').select('id').eq('id', author.user.id)).length > 0,
  'the look-up of a mention': async (reader, author) =>
    ids(expectAllowed(await reader.rpc('find_members', { name: await nameOf(author) }))).includes(author.user.id),
  'the search for a member': async (reader, author) =>
    ids(expectAllowed(await reader.rpc('search', { query: await nameOf(author) }))).includes(author.user.id),
  'the search for a post': async (reader, _author, { ownPost, word }) =>
    ids(expectAllowed(await reader.rpc('search', { query: word }))).includes(ownPost),
  'the search for a comment': async (reader, _author, { answer, word }) =>
    ids(expectAllowed(await reader.rpc('search', { query: word }))).includes(answer),
  'what was muted': async (reader, author, { ownPost }) => {
    for (const subject_id of [ownPost, author.user.id])
      await reader.rpc('mute_notifications', { subject_id, is_muted: true }).throwOnError()
    const muted = expectAllowed(await reader.rpc('muted_subjects')) as { title: string | null }[]
    for (const subject_id of [ownPost, author.user.id])
      await reader.rpc('mute_notifications', { subject_id, is_muted: false }).throwOnError()
    return muted.some(({ title }) => title !== null)
  },
  'the page of the member': async (reader, author) =>
    expectAllowed(await reader.rpc('member_page', { name: await nameOf(author) })).length > 0,
}
/** What both show on: decision 87 keeps the rankings and the results whole. */
const KEPT: Record<string, (reader: Persona, author: Persona) => Promise<boolean>> = {
  'the leaderboard': async (reader, author) =>
    JSON.stringify(expectAllowed(await reader.from('leaderboard').select('*'))).includes(await nameOf(author)),
}

interface Made {
  ownPost: string
  thirdPost: string
  answer: string
  word: string
}
/** A post of the author, and a comment and a reaction on a third member's. */
async function made(author: Persona, third: Persona): Promise<Made> {
  const word = `zander${randomUUID().slice(0, 8)}`
  const [ownPost, thirdPost] = [await post(author, `First ${word}`), await post(third)]
  const answer = await comment(author, thirdPost, `Second ${word}`)
  await author.from('newsfeed_reactions').insert({ post_id: thirdPost, reaction: 'fish' }).throwOnError()
  await area.givePoints(author, 10)
  return { ownPost, thirdPost, answer, word }
}

describe('neither sees the other', () => {
  it.each(Object.keys(PLACES))('%s', async (name) => {
    const look = PLACES[name] as (typeof PLACES)[string]
    const [byAnn, byBen] = [await made(ann, cat), await made(ben, cat)]
    const seen = async () => [
      await look(ann, ben, byBen),
      await look(ben, ann, byAnn),
      await look(cat, ann, byAnn),
      await look(cat, ben, byBen),
      await look(area.admin, ann, byAnn),
    ]
    expect(await seen()).toEqual([true, true, true, true, true])
    expectAllowed({ ...(await block(ann, ben)), data: true })
    expect(await seen()).toEqual([false, false, true, true, true])
    expectAllowed({ ...(await unblock(ann, ben)), data: true })
    expect(await seen()).toEqual([true, true, true, true, true])
  })

  it.each(Object.keys(KEPT))('but both are still on %s', async (name) => {
    const look = KEPT[name] as (typeof KEPT)[string]
    await made(ann, cat)
    await made(ben, cat)
    await block(ann, ben)
    expect([await look(ann, ben), await look(ben, ann)]).toEqual([true, true])
  })

  it('also when both have blocked each other, until the second block ends', async () => {
    const { ownPost } = await made(ann, cat)
    await block(ann, ben)
    await block(ben, ann)
    await unblock(ann, ben)
    const sees = async () => expectAllowed(await ben.from('newsfeed_posts').select('id').eq('id', ownPost)).length > 0
    expect(await sees()).toBe(false)
    await unblock(ben, ann)
    expect(await sees()).toBe(true)
  })
})

describe('neither reaches the other', () => {
  /** The same act about a member who has left, whose ID is replaced in the answer. */
  const asGone = (error: unknown, id: string) => JSON.stringify(error).replaceAll(id, 'the member')

  it('a request to connect and a gift are refused as for a member who has left, in both directions', async () => {
    const gone = randomUUID()
    await area.givePoints(ann, 50)
    await area.givePoints(ben, 50)
    await block(ann, ben)
    for (const [from, to] of [
      [ann, ben],
      [ben, ann],
    ] as const) {
      const asked = await connect(from, to)
      expectError(asked, '23503')
      const unknown = await from.from('member_connections').insert({ user_id: from.user.id, connected_user_id: gone })
      expect(asGone(asked.error, to.user.id)).toBe(asGone(unknown.error, gone))
      const gift = (to_user_id: string) => from.from('point_gifts').insert({ to_user_id, points: 5 })
      const given = await gift(to.user.id)
      expectError(given, '23503')
      expect(asGone(given.error, to.user.id)).toBe(asGone((await gift(gone)).error, gone))
      // Also where the gift is wrong for everybody, or more than the giver has.
      for (const points of [0, -1, 1001, 900]) {
        const give = (to_user_id: string) => from.from('point_gifts').insert({ to_user_id, points })
        const refused = await give(to.user.id)
        expect(refused.error).not.toBeNull()
        expect(asGone(refused.error, to.user.id)).toBe(asGone((await give(gone)).error, gone))
      }
    }
    expect(
      await area.row('select from public.member_connections where user_id in ($1, $2)', [ann.user.id, ben.user.id]),
    ).toBeUndefined()
    expect(await area.row('select points from public.profiles where id = $1', [ann.user.id])).toEqual({ points: '50' })
    await unblock(ann, ben)
    expect((await connect(ben, ann)).error).toBeNull()
    expect((await ben.from('point_gifts').insert({ to_user_id: ann.user.id, points: 5 })).error).toBeNull()
  })

  it('what one reported is not shown by the notification, however the report was decided, nor after a change', async () => {
    const before = await post(ann, 'Before the block')
    const thirdPost = await post(cat)
    const annPost = await post(ann)
    const things = [
      ['post', before],
      ['comment', await comment(ann, thirdPost, 'Before the block')],
      ['comment', await comment(cat, annPost, 'Before the block')],
      ['member', ann.user.id],
    ] as const
    for (const [kind, subject_id] of things) {
      expectAllowed({ ...(await report(ben, { kind, subject_id, reason: 'spam' })), data: true })
      await decide(area, subject_id, { decision: 'dismiss' })
    }
    const told = () => inbox(ben, 'report_decided')
    expect(await told()).toHaveLength(4)
    expect((await told()).every(({ title }) => title !== null)).toBe(true)
    await block(ann, ben)
    await ann.from('newsfeed_posts').update({ content: 'After the block' }).eq('id', before).throwOnError()
    for (const { title, excerpt, path } of await told())
      expect([title, excerpt, path]).toEqual([null, null, '/newsfeed'])
    // A new report of what was written afterwards shows no more.
    const after = await post(ann, 'Another one after the block')
    await report(ben, { kind: 'post', subject_id: after, reason: 'spam' })
    await decide(area, after, { decision: 'dismiss' })
    expect(JSON.stringify(await told())).not.toMatch(/(after|before) the block/i)
    await unblock(ann, ben)
    expect((await told()).every(({ title }) => title !== null)).toBe(true)
  })

  it.each(['post', 'comment'])(
    'the number of hits does not tell whether the other wrote a word in a %s',
    async (kind) => {
      const word = `barbel${randomUUID().slice(0, 8)}`
      const [annPost, thirdPost] = [await post(ann), await post(cat)]
      for (let n = 0; n < 40; n++)
        await (kind === 'post' ? post(ben, `${n} ${word}`) : comment(ben, thirdPost, `${n} ${word}`))
      const found = async () => ids(expectAllowed(await ben.rpc('search', { query: word })))
      const own = await found()
      expect(own).toHaveLength(40)
      await block(ann, ben)
      if (kind === 'post') await post(ann, `Mine ${word}`)
      else {
        await comment(ann, thirdPost, `Mine ${word}`)
        await comment(cat, annPost, `Below a post that Ben cannot read ${word}`)
      }
      expect((await found()).toSorted()).toEqual(own.toSorted())
    },
  )

  it('a comment on and a reaction to the other’s post are refused as to a post that is gone', async () => {
    const id = await post(ann)
    await block(ann, ben)
    for (const post_id of [id, randomUUID()]) {
      expectDenied(await ben.from('newsfeed_comments').insert({ post_id, content: 'Well in' }))
      expectDenied(await ben.from('newsfeed_reactions').upsert({ post_id, user_id: ben.user.id, reaction: 'fish' }))
    }
    expect(await area.row('select from public.newsfeed_comments where post_id = $1', [id])).toBeUndefined()
    expectAllowed(await cat.from('newsfeed_comments').insert({ post_id: id, content: 'Well in' }).select('id').single())
  })

  it('a mention, a comment, a reaction and a reply make no notification', async () => {
    const [name, thirdPost] = [await nameOf(ann), await post(cat)]
    const old = await post(ann)
    await comment(ann, thirdPost)
    await block(ann, ben)
    await post(ben, `Ask @${name}`)
    await comment(ben, thirdPost, `And @${name}`)
    expect(await inbox(ann)).toEqual([])
    expect(await unread(ann)).toBe(0)
    await comment(cat, old)
    expect((await inbox(ann)).map(({ kind }) => kind)).toEqual(['comment'])
  })

  it('what was there ends with the block: the connection, the request, the notifications of both', async () => {
    expectAllowed(await connect(ann, ben).select('id').single())
    const id = await post(ann)
    await comment(ben, id, 'Well in')
    await comment(cat, id, 'From me too')
    const kinds = async (who: Persona) => (await inbox(who)).map((row) => [row.kind, row.actor_count])
    expect(await kinds(ann)).toEqual([['comment', 2]])
    expect(await kinds(ben)).toContainEqual(['connection_asked', 1])
    await block(ben, ann)
    expect(await kinds(ann)).toEqual([['comment', 1]])
    expect((await inbox(ann))[0]?.excerpt).toBe('From me too')
    expect((await kinds(ben)).map(([kind]) => kind)).not.toContain('connection_asked')
    const between = () => area.row('select from public.member_connections where user_id = $1', [ann.user.id])
    expect(await between()).toBeUndefined()
    await unblock(ben, ann)
    expect(await between()).toBeUndefined()
    // It was not a refusal: she may ask again.
    expect((await connect(ann, ben)).error).toBeNull()
  })

  it('the referral of one by the other is not there, with its address, and cannot be approved, until the block ends', async () => {
    for (const status of ['pending', 'completed']) {
      const friend = await signUp(area.engine, { data: { referrer_id: ann.user.id } })
      const approve = () =>
        ann.from('referrals').update({ status: 'completed' }).eq('referred_user_id', friend.user.id).select('id')
      if (status === 'completed') expect(expectAllowed(await approve())).toHaveLength(1)
      const found = async (who: Persona) => {
        const row = (table: 'referrals' | 'referral_details') =>
          who.from(table).select('status').eq('referred_email', String(friend.user.email))
        return [await row('referrals'), await row('referral_details')].flatMap((answer) => expectAllowed(answer))
      }
      const whole = [{ status }, { status }]
      expect(await found(ann)).toEqual(whole)
      for (const [who, whom] of [
        [friend, ann],
        [ann, friend],
      ] as const) {
        await block(who, whom)
        expect(await found(ann)).toEqual([])
        expect(expectAllowed(await approve())).toEqual([])
        expect(JSON.stringify(expectAllowed(await ann.rpc('my_data')))).not.toContain(friend.user.email)
        expect(await found(area.admin)).toEqual(whole)
        await unblock(who, whom)
        expect(await found(ann)).toEqual(whole)
      }
    }
  })

  it('a notification that is hidden by a block is told no more, neither live nor by the export', async () => {
    const id = await post(ann)
    await comment(ben, id)
    await comment(cat, id)
    const replies = async () =>
      (expectAllowed(await ben.rpc('my_data')).notifications as { kind: string }[]).map(({ kind }) => kind)
    expect((await inbox(ben)).map(({ kind }) => kind)).toEqual(['reply'])
    expect(await replies()).toEqual(['reply'])
    const live = await hearLive(area.engine)
    const heard = async () => {
      await live.flushed()
      await comment(cat, id)
      return (await live.flushed()).map(({ topic }) => topic).filter((topic) => topic === `member:${ben.user.id}`)
    }
    try {
      expect(await heard()).toHaveLength(1)
      await block(ann, ben)
      expect(await heard()).toEqual([])
      expect(await inbox(ben)).toEqual([])
      expect(await replies()).toEqual([])
      await unblock(ann, ben)
      expect(await heard()).toHaveLength(1)
    } finally {
      await live.close()
    }
  })

  it('a thread does not say live what one of them wrote: those who see it load it', async () => {
    const id = await post(cat)
    await block(ann, ben)
    const live = await hearLive(area.engine)
    await live.flushed()
    await comment(ben, id, 'Not for her')
    const said = await live.flushed()
    expect(said.filter(({ topic }) => topic === `post:${id}`)).toEqual([
      { topic: `post:${id}`, message: { reload: true } },
    ])
    await live.close()
  })

  it('a thread says live the same of all comments, whoever is part of a block', async () => {
    const id = await post(cat)
    const live = await hearLive(area.engine)
    await area.row('delete from private.member_blocks')
    await live.flushed()
    const saidOf = async (write: () => PromiseLike<unknown>) => {
      await write()
      return (await live.flushed()).filter(({ topic }) => topic === `post:${id}`).map(({ message }) => message)
    }
    const whole = await saidOf(() => comment(cat, id, 'For all'))
    expect(JSON.stringify(whole)).toContain('For all')
    await block(ann, ben)
    const each = [
      await saidOf(() => comment(ben, id, 'From one of them')),
      await saidOf(() => comment(cat, id, 'From another')),
    ]
    expect(each).toEqual([[{ reload: true }], [{ reload: true }]])
    await unblock(ann, ben)
    expect(JSON.stringify(await saidOf(() => comment(ben, id, 'Again')))).toContain('Again')
    await live.close()
  })

  it('the topic of the other’s post cannot be joined, and an open one ends', async () => {
    const id = await post(ann)
    /** Joins; resolves to the state, and later states are noted. */
    const join = async (who: Persona) => {
      await who.realtime.setAuth()
      const channel = who.channel(`post:${id}`, { config: { private: true } })
      const states: string[] = []
      await new Promise<void>((resolve) => {
        channel.subscribe((status) => {
          states.push(status)
          resolve()
        })
      })
      return states
    }
    const [byBen, byCat] = [await join(ben), await join(cat)]
    expect([byBen, byCat]).toEqual([['SUBSCRIBED'], ['SUBSCRIBED']])
    await block(ann, ben)
    await expect.poll(() => byBen.length).toBeGreaterThan(1)
    expect(byBen[1]).not.toBe('SUBSCRIBED')
    await ben.removeAllChannels()
    expect(await join(ben)).toEqual(['CHANNEL_ERROR'])
    expect(byCat).toEqual(['SUBSCRIBED'])
    await Promise.all([ben, cat].map((who) => who.removeAllChannels()))
  })
})

describe('a block', () => {
  it('is known to the one who made it only, and can be made twice', async () => {
    await block(ann, ben)
    expectAllowed({ ...(await block(ann, ben)), data: true })
    expect(await blocks(ann)).toEqual([ben.user.id])
    for (const who of [ben, cat, area.admin]) expect(await blocks(who)).not.toContain(ben.user.id)
    expect(await blocks(ben)).toEqual([])
    expect(JSON.stringify(expectAllowed(await ben.rpc('my_data')))).not.toContain(await nameOf(ann))
    expect((expectAllowed(await ann.rpc('my_data')) as { blocked: unknown[] }).blocked).toEqual([
      { member: await nameOf(ben), created_at: expect.any(String) },
    ])
    // Ending one that there is not, is the same.
    expectAllowed({ ...(await unblock(ben, ann)), data: true })
    expect(await blocks(ann)).toEqual([ben.user.id])
  })

  it('is for members, about another who exists', async () => {
    expectError(await block(ann, ann), '22023')
    expectError(await ann.rpc('block_member', { member_id: null as never }), '22023')
    expectError(await ann.rpc('block_member', { member_id: randomUUID() }), 'PT404')
    expectDenied(await guest(area.engine).rpc('block_member', { member_id: ann.user.id }))
    expectDenied(await guest(area.engine).rpc('unblock_member', { member_id: ann.user.id }))
    expectDenied(await guest(area.engine).rpc('my_blocks'))
    for (const table of ['member_blocks', 'private.member_blocks'])
      expect((await ben.from(table as never).select('*')).error).not.toBeNull()
    expect(await blocks(ann)).toEqual([])
  })

  it('reaches neither admins nor moderators, nor can they make one; a new role ends it', async () => {
    const moderator = await signUp(area.engine, { moderator: true })
    for (const who of [area.admin, moderator]) {
      expectError(await block(ann, who), 'BK001')
      expectError(await block(who, ann), 'BK002')
    }
    await block(ann, ben)
    await block(ben, cat)
    await area.admin.from('profiles').update({ is_moderator: true }).eq('id', ben.user.id).throwOnError()
    expect([await blocks(ann), await blocks(ben)]).toEqual([[], []])
    await area.admin.from('profiles').update({ is_moderator: false }).eq('id', ben.user.id).throwOnError()
    expect([await blocks(ann), await blocks(ben)]).toEqual([[], []])
  })

  it('is made 50 times a day', async () => {
    await area.scaleLimits(1)
    for (let n = 0; n < 50; n += 1) expectAllowed({ ...(await block(cat, ben)), data: true })
    expectError(await block(cat, ben), 'PT429')
    await area.scaleLimits(1000)
  })

  it('is one of 500 at most', async () => {
    await block(ann, cat)
    // Of members who need not exist.
    const add = (count: number) =>
      area.row(
        `do $$ begin
          perform set_config('session_replication_role', 'replica', true);
          insert into private.member_blocks (blocker_id, blocked_id)
            select '${ann.user.id}', gen_random_uuid() from generate_series(1, ${count});
        end $$`,
      )
    await add(498)
    expectAllowed({ ...(await block(ann, ben)), data: true })
    expectError(await block(ann, await signUp(area.engine)), 'BK003')
    // One that there is already is no further one.
    expectAllowed({ ...(await block(ann, ben)), data: true })
    await area.row('delete from private.member_blocks where blocker_id = $1', [ann.user.id])
  })

  it('goes with either account', async () => {
    const other = await signUp(area.engine)
    await block(ann, ben)
    await block(other, ann)
    await ben.rpc('delete_own_account', { password: ben.user.password }).throwOnError()
    expect(await blocks(ann)).toEqual([])
    await ann.rpc('delete_own_account', { password: ann.user.password }).throwOnError()
    const left = (await stored()) as { blocker_id: string; blocked_id: string }[]
    expect(left.filter((row) => [ann, ben, other].some(({ user }) => user.id === row.blocker_id))).toEqual([])
  })

  it('holds while one of them is suspended, who may block as well', async () => {
    await area.admin.from('profiles').update({ is_suspended: true }).eq('id', ann.user.id).throwOnError()
    expectAllowed({ ...(await block(ann, ben)), data: true })
    await area.admin.from('profiles').update({ is_suspended: false }).eq('id', ann.user.id).throwOnError()
    const again = await signIn(area.engine, ann.user)
    expect(await blocks(again)).toEqual([ben.user.id])
  })
})
