import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed } from '../support/denied.ts'
import { hearLive, type LiveMessages, type Said } from '../support/live-messages.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

// What the feed, open threads, the rankings and members' own topics announce at each step of a row.

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

/** What one flush announces after an action. */
async function saidBy(act: () => PromiseLike<unknown>): Promise<Said[]> {
  await live.flushed()
  await act()
  return await live.flushed()
}
const on = (topic: string, said: Said[]) => said.filter((one) => one.topic === topic).map(({ message }) => message)
const write = async (who: Persona = area.member) =>
  expectAllowed(await who.from('newsfeed_posts').insert({ content: crypto.randomUUID() }).select('id').single())
    .id as string
const suspend = (who: Persona, is_suspended: boolean) =>
  area.admin.from('profiles').update({ is_suspended }).eq('id', who.user.id).throwOnError()
const threadRow = async (id: string) =>
  expectAllowed(
    await area.other
      .from('newsfeed_comments')
      .select(
        'id, user_id, content, mentioned, created_at, author:profiles(id, username, avatar_url, is_admin, is_moderator)',
      )
      .eq('id', id)
      .single(),
  )

describe('a mention', () => {
  it('is shown under the new name, as text while the member is suspended, and again afterwards', async () => {
    const named = await signUp(area.engine)
    const text = { content: `@${named.user.username}` }
    const [post, other] = [await write(), await write()]
    await area.member.from('newsfeed_posts').update(text).eq('id', post).throwOnError()
    const comment = expectAllowed(
      await area.member
        .from('newsfeed_comments')
        .insert({ post_id: other, ...text })
        .select('id')
        .single(),
    ).id
    const rename = () =>
      area.row('update public.profiles set username = $2 where id = $1', [named.user.id, `x${post.slice(1, 9)}`])
    for (const change of [rename, () => suspend(named, true), () => suspend(named, false)]) {
      const said = await saidBy(change)
      expect(on('feed', said)).toEqual([{ changed: [post] }])
      expect(on(`post:${other}`, said)).toEqual([{ comments: [await threadRow(comment)], gone: [] }])
    }
    const said = await saidBy(() => area.row('delete from public.profiles where id = $1', [named.user.id]))
    expect(on('feed', said)).toEqual([{ changed: [post] }])
    expect((await threadRow(comment)).mentioned).toEqual([])
  })

  it('in a hidden text is not announced', async () => {
    const [named, author] = [await signUp(area.engine), await signUp(area.engine)]
    const post = await write(author)
    await author
      .from('newsfeed_posts')
      .update({ content: `@${named.user.username}` })
      .eq('id', post)
      .throwOnError()
    const other = await write()
    await author
      .from('newsfeed_comments')
      .insert({ post_id: other, content: `@${named.user.username}` })
      .throwOnError()
    await suspend(author, true)
    const said = await saidBy(() => suspend(named, true))
    expect([on('feed', said), on(`post:${other}`, said)]).toEqual([[], []])
  })
})

it('does not count posts again whose numbers a new name does not change', async () => {
  const renamed = await signUp(area.engine)
  const [liked, commented, own] = [await write(), await write(), await write(renamed)]
  await renamed.from('newsfeed_reactions').insert({ post_id: liked, reaction: 'heart' }).throwOnError()
  await renamed.from('newsfeed_comments').insert({ post_id: commented, content: 'A run' }).throwOnError()
  const rename = () =>
    area.row('update public.profiles set username = $2 where id = $1', [renamed.user.id, `y${own.slice(1, 9)}`])
  const [message, ...others] = on('feed', await saidBy(rename)) as { changed: string[] }[]
  expect([message, others]).toEqual([{ changed: expect.toSatisfy((ids) => ids.length === 2) }, []])
  expect(message?.changed.toSorted()).toEqual([commented, own].toSorted())
})

describe('a post', () => {
  it('is announced as new, changed, and gone, by its author and by an admin', async () => {
    for (const who of [area.member, area.admin]) {
      let id = ''
      expect(await saidBy(async () => (id = await write()))).toEqual([{ topic: 'feed', message: { new: [id] } }])
      const edit = who
        .from('newsfeed_posts')
        .update({ content: `By ${who.user.id}` })
        .eq('id', id)
      expect(await saidBy(() => edit.throwOnError())).toEqual([{ topic: 'feed', message: { changed: [id] } }])
      const remove = who.from('newsfeed_posts').delete().eq('id', id)
      expect(await saidBy(() => remove.throwOnError())).toEqual([{ topic: 'feed', message: { gone: [id] } }])
    }
  })

  it('that is written and deleted between two messages is listed as gone', async () => {
    let id = ''
    const said = await saidBy(async () => {
      id = await write()
      await area.member.from('newsfeed_posts').delete().eq('id', id).throwOnError()
    })
    expect(said).toEqual([{ topic: 'feed', message: { gone: [id] } }])
  })

  it('of a suspended member is not mentioned, whatever happens to it', async () => {
    const author = await signUp(area.engine)
    const id = await write(author)
    await suspend(author, true)
    const posts = () => area.admin.from('newsfeed_posts')
    expect(await saidBy(() => posts().update({ is_announcement: true }).eq('id', id).throwOnError())).toEqual([])
    expect(
      await saidBy(() => area.admin.from('newsfeed_comments').insert({ post_id: id, content: 'Seen' }).throwOnError()),
    ).toEqual([])
    expect(await saidBy(() => posts().delete().eq('id', id).throwOnError())).toEqual([])
  })

  it('of a suspended member is not mentioned when the account is deleted', async () => {
    const author = await signUp(area.engine)
    const foreign = await write()
    await author.from('newsfeed_comments').insert({ post_id: foreign, content: 'Nice' }).throwOnError()
    await write(author)
    await suspend(author, true)
    const said = await saidBy(() => area.admin.rpc('delete_user', { user_id: author.user.id }).throwOnError())
    expect(on('feed', said)).toEqual([{ numbers: { [foreign]: [0, 0, 0, 0, 0, 0] } }])
    expect(said.map(({ topic }) => topic).sort()).toEqual(['admin', 'feed', 'leaderboard'])
  })

  it('is not mentioned for a refused change', async () => {
    const id = await write()
    expect(
      await saidBy(async () => {
        await area.other.from('newsfeed_posts').update({ content: 'x' }).eq('id', id)
        await area.other.from('newsfeed_posts').delete().eq('id', id)
        await guest(area.engine).from('newsfeed_posts').insert({ content: 'x' })
      }),
    ).toEqual([])
  })
})

describe('a comment', () => {
  it('reaches the thread as the thread reads it, written, edited, and gone when deleted', async () => {
    const post = await write()
    const comments = () => area.member.from('newsfeed_comments')
    let id = ''
    const written = await saidBy(async () => {
      id = expectAllowed(await comments().insert({ post_id: post, content: 'Well in' }).select('id').single()).id
    })
    expect(written).toEqual([
      { topic: `post:${post}`, message: { comments: [await threadRow(id)], gone: [] } },
      { topic: 'feed', message: { numbers: { [post]: [1, 0, 0, 0, 0, 0] } } },
    ])
    const edited = await saidBy(() => comments().update({ content: 'Well done' }).eq('id', id).throwOnError())
    // The feed shows one comment of each post, which may be this one.
    expect(edited).toEqual([
      { topic: `post:${post}`, message: { comments: [await threadRow(id)], gone: [] } },
      { topic: 'feed', message: { changed: [post] } },
    ])
    const deleted = await saidBy(() => comments().delete().eq('id', id).throwOnError())
    expect(deleted).toEqual([
      { topic: `post:${post}`, message: { comments: [], gone: [id] } },
      { topic: 'feed', message: { numbers: { [post]: [0, 0, 0, 0, 0, 0] }, changed: [post] } },
    ])
  })

  it('is removed when its author is suspended, and shown again after the reinstatement', async () => {
    const author = await signUp(area.engine)
    const post = await write()
    const { id } = expectAllowed(
      await author.from('newsfeed_comments').insert({ post_id: post, content: 'Nice' }).select('id').single(),
    )
    const row = await threadRow(id)
    expect(on(`post:${post}`, await saidBy(() => suspend(author, true)))).toEqual([{ comments: [], gone: [id] }])
    expect(on(`post:${post}`, await saidBy(() => suspend(author, false)))).toEqual([{ comments: [row], gone: [] }])
    const remove = () => author.rpc('delete_own_account', { password: author.user.password }).throwOnError()
    expect(on(`post:${post}`, await saidBy(remove))).toEqual([{ comments: [], gone: [id] }])
  })
})

describe('an author', () => {
  it('whose name, picture or rights change is shown so with posts and comments; other edits are not announced', async () => {
    const author = await signUp(area.engine)
    const own = await write(author)
    const post = await write()
    const { id } = expectAllowed(
      await author.from('newsfeed_comments').insert({ post_id: post, content: 'Nice' }).select('id').single(),
    )
    const profile = () => area.admin.from('profiles')
    const acts = [
      () =>
        profile()
          .update({ username: `tench-${author.user.username}` })
          .eq('id', author.user.id),
      () => profile().update({ is_admin: true }).eq('id', author.user.id),
      () => profile().update({ is_admin: false }).eq('id', author.user.id),
      () => profile().update({ is_moderator: true }).eq('id', author.user.id),
      () => profile().update({ is_moderator: false }).eq('id', author.user.id),
    ]
    for (const act of acts) {
      const said = await saidBy(act)
      expect(
        on('feed', said).map(({ changed }) => (changed as string[]).toSorted()),
        String(act),
      ).toEqual([[own, post].toSorted()])
      expect(on(`post:${post}`, said)).toEqual([{ comments: [await threadRow(id)], gone: [] }])
    }
    const quiet = () => author.from('profiles').update({ bio: 'Margin stalker' }).eq('id', author.user.id)
    expect(on('feed', await saidBy(quiet))).toEqual([])
    await suspend(author, true)
    const hidden = () =>
      profile()
        .update({ username: `rudd-${author.user.username}` })
        .eq('id', author.user.id)
    const said = await saidBy(hidden)
    expect([on('feed', said), on(`post:${post}`, said)]).toEqual([[], []])
  })
})

it('a name that is sent again as it is, or with spaces around it, says nothing to feeds, rankings and lists', async () => {
  const author = await signUp(area.engine)
  await write(author)
  const { username } = author.user
  for (const name of [username, ` ${username}  `]) {
    const said = await saidBy(() => author.from('profiles').update({ username: name }).eq('id', author.user.id))
    expect([on('feed', said), on('leaderboard', said)]).toEqual([[], []])
  }
})

describe('a reaction', () => {
  it('that is sent again as it is says nothing', async () => {
    const posts = [await write(), await write()]
    for (const post_id of posts)
      await area.other.from('newsfeed_reactions').insert({ post_id, reaction: 'fish' }).throwOnError()
    const again = (fields: { user_id?: string; reaction?: string }) =>
      area.other
        .from('newsfeed_reactions')
        .update(fields)
        .eq('user_id', area.other.user.id)
        .in('post_id', posts)
        .select('post_id')
    expect(on('feed', await saidBy(async () => expectAllowed(await again({ user_id: area.other.user.id }))))).toEqual(
      [],
    )
    expect(on('feed', await saidBy(async () => expectAllowed(await again({ reaction: 'fish' }))))).toEqual([])
    expect(await area.row("select from private.live_pending where topic = 'feed'", [])).toBeUndefined()
    expect(on('feed', await saidBy(async () => expectAllowed(await again({ reaction: 'heart' }))))).toMatchObject([
      { numbers: Object.fromEntries(posts.map((id) => [id, expect.anything()])) },
    ])
  })

  it('is announced by numbers alone when it is added, changed and taken back', async () => {
    const post = await write()
    const react = (reaction: string) =>
      area.other
        .from('newsfeed_reactions')
        .upsert({ post_id: post, reaction }, { onConflict: 'post_id,user_id' })
        .throwOnError()
    const numbers = (...counts: number[]) => [{ topic: 'feed', message: { numbers: { [post]: counts } } }]
    // The author has a notification, which goes with the reaction.
    const notified = (unread: number) => [
      { topic: `member:${area.member.user.id}`, message: { what: ['notifications'], unread } },
    ]
    const before = expectAllowed(await area.member.rpc('unread_notifications')) as number
    const on = (said: Said[]) => said.toSorted((a, b) => (a.topic < b.topic ? -1 : 1))
    expect(on(await saidBy(() => react('heart')))).toEqual([...numbers(0, 1, 0, 0, 0, 0), ...notified(before + 1)])
    expect(await saidBy(() => react('trophy'))).toEqual(numbers(0, 0, 0, 0, 0, 1))
    const back = area.other.from('newsfeed_reactions').delete().eq('post_id', post)
    expect(on(await saidBy(() => back.throwOnError()))).toEqual([...numbers(0, 0, 0, 0, 0, 0), ...notified(before)])
  })

  it('of each kind has its place, after the comments', async () => {
    const post = await write()
    const kinds = ['heart', 'thumbs_up', 'fishing_rod', 'fish', 'trophy']
    const said = await saidBy(async () => {
      for (const [at, reaction] of kinds.entries())
        for (let n = 0; n <= at; n += 1) {
          const member = await signUp(area.engine)
          await member.from('newsfeed_reactions').insert({ post_id: post, reaction }).throwOnError()
        }
    })
    expect(on('feed', said)).toEqual([{ numbers: { [post]: [0, 1, 2, 3, 4, 5] } }])
  })
})

describe('the rankings', () => {
  const rows = async () =>
    expectAllowed(await guest(area.engine).from('leaderboard').select().order('rank').order('username').limit(50))

  it('are announced as guests read them when points, names, pictures or standings change', async () => {
    const member = await signUp(area.engine)
    const acts = [
      () => area.givePoints(member, 12),
      () =>
        member
          .from('profiles')
          .update({ username: `perch-${member.user.username}` })
          .eq('id', member.user.id),
      () => suspend(member, true),
      () => suspend(member, false),
      () => area.admin.rpc('delete_user', { user_id: member.user.id }),
    ]
    for (const [place, act] of acts.entries()) {
      const said = on('leaderboard', await saidBy(act))
      // Lists of members need not load again for points.
      const what = place > 0 ? { what: ['members'] } : {}
      expect(said, String(act)).toEqual([{ rows: await rows(), ...what }])
    }
    expect(on('leaderboard', await saidBy(() => area.givePoints(area.member, 5)))[0]?.rows).toContainEqual(
      expect.objectContaining({ username: area.member.user.username, points: 5, rank: 1 }),
    )
  })

  it('contain the first 50', async () => {
    await area.row(`update public.profiles set points = 0`)
    for (let n = 1; n <= 55; n += 1) await area.givePoints(await signUp(area.engine), n)
    const [message] = on('leaderboard', await live.flushed())
    expect(message?.rows).toEqual(await rows())
    expect(message?.rows).toHaveLength(50)
  })

  it('are not announced for an edit that they do not show', async () => {
    const edit = area.member.from('profiles').update({ bio: 'Margin stalker' }).eq('id', area.member.user.id)
    expect(on('leaderboard', await saidBy(() => edit.throwOnError()))).toEqual([])
  })
})

describe('a member’s own topic', () => {
  const parts = async (who: Persona, act: () => PromiseLike<unknown>) => on(`member:${who.user.id}`, await saidBy(act))

  it('names the part that changed, to that member only', async () => {
    const [one, other] = [await signUp(area.engine), await signUp(area.engine)]
    expect(await parts(one, () => area.givePoints(one, 50))).toEqual([{ what: ['points'] }])
    expect(await parts(other, () => area.givePoints(one, 60))).toEqual([])
    const edit = (bio: string) => one.from('profiles').update({ bio }).eq('id', one.user.id).throwOnError()
    expect(await parts(one, () => edit('Carp'))).toEqual([{ what: ['profile'] }])
    expect(await parts(other, () => edit('Tench'))).toEqual([])
    const gift = () =>
      one.from('point_gifts').insert({ from_user_id: one.user.id, to_user_id: other.user.id, points: 1 }).throwOnError()
    expect(await parts(one, gift)).toEqual([{ what: ['points'] }])
    expect(await parts(other, gift)).toEqual([{ what: ['notifications', 'points'], unread: 2 }])
    const ask = () =>
      one
        .from('member_connections')
        .insert({ user_id: one.user.id, connected_user_id: other.user.id, status: 'pending' })
        .throwOnError()
    expect(await parts(other, ask)).toEqual([{ what: ['connections', 'notifications'], unread: 3 }])
    const accept = () =>
      other
        .from('member_connections')
        .update({ status: 'accepted' })
        .eq('connected_user_id', other.user.id)
        .throwOnError()
    expect(await parts(one, accept)).toEqual([{ what: ['connections', 'notifications'], unread: 1 }])
    const end = () => other.from('member_connections').delete().eq('user_id', one.user.id).throwOnError()
    expect(await parts(one, end)).toEqual([{ what: ['connections', 'notifications'], unread: 0 }])
  })

  it('says nothing when a member changes prizes in vain', async () => {
    await live.flushed()
    for (const table of ['prize_items', 'prize_packages'] as const)
      await area.member.from(table).update({ description: 'mine' }).not('id', 'is', null).select('id')
    expect(await live.flushed()).toEqual([])
  })

  it('names referrals to both sides', async () => {
    const referrer = await signUp(area.engine)
    let friend = referrer
    const join = async () => {
      friend = await signUp(area.engine, { data: { referrer_id: referrer.user.id } })
    }
    expect(await parts(referrer, join)).toEqual([{ what: ['notifications', 'referrals'], unread: 1 }])
    const again = () =>
      referrer.from('referrals').update({ status: 'pending' }).eq('referrer_id', referrer.user.id).throwOnError()
    expect(await saidBy(again)).toEqual([])
    const approve = () =>
      referrer.from('referrals').update({ status: 'completed' }).eq('referrer_id', referrer.user.id).throwOnError()
    const said = await saidBy(approve)
    expect(on(`member:${referrer.user.id}`, said)).toEqual([
      { what: ['notifications', 'points', 'referrals'], unread: 0 },
    ])
    expect(on(`member:${friend.user.id}`, said)).toEqual([{ what: ['referrals'] }])
  })

  it('sends nothing to a deleted account', async () => {
    const member = await signUp(area.engine)
    await area.givePoints(member, 5)
    const remove = () => area.admin.rpc('delete_user', { user_id: member.user.id }).throwOnError()
    expect(await parts(member, remove)).toEqual([])
  })
})
