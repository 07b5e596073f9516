import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { inbox, readAll, unread } from './inbox.ts'

let area: MemberArea
let author: Persona
let anglers: Persona[]
let postId: string
beforeAll(async () => {
  area = await openMemberArea()
  anglers = await Promise.all([1, 2, 3, 4].map(() => signUp(area.engine)))
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  author = await signUp(area.engine)
  const post = { content: `Which bait\nfor cold water? ${randomUUID()}` }
  postId = expectAllowed(await author.from('newsfeed_posts').insert(post).select('id').single()).id
})

const angler = (n: number) => anglers[n] as Persona
const react = async (who: Persona, reaction = 'fish') =>
  expectAllowed(
    await who
      .from('newsfeed_reactions')
      .upsert({ post_id: postId, user_id: who.user.id, reaction }, { onConflict: 'post_id,user_id' })
      .select(),
  )
const takeBack = (who: Persona) =>
  who.from('newsfeed_reactions').delete().eq('post_id', postId).eq('user_id', who.user.id).throwOnError()
const comment = async (who: Persona, content: string = randomUUID()) =>
  String(expectAllowed(await who.from('newsfeed_comments').insert({ post_id: postId, content }).select().single()).id)
const suspend = (who: Persona, yes: boolean) =>
  area.row('update public.profiles set is_suspended = $2 where id = $1', [who.user.id, yes])
const rows = () =>
  area.engine.owner.query('select kind, read_at from private.notifications where user_id = $1', [author.user.id])

describe('reactions to a post', () => {
  it('are one notification for its author, with the latest members and the number of members', async () => {
    for (const who of anglers) await react(who)
    const [first, ...others] = await inbox(author)
    expect(others).toEqual([])
    expect(first).toMatchObject({
      kind: 'reaction',
      subject_id: postId,
      path: `/newsfeed/${postId}`,
      actor_count: 4,
      read_at: null,
    })
    expect(first?.title).toMatch(/^Which bait for cold water\? /)
    expect(first?.actors.map(({ username }) => username)).toEqual([3, 2, 1].map((n) => angler(n).user.username))
    expect(await unread(author)).toBe(1)
  })

  it('at the same moment are one notification without anyone failing or missing', async () => {
    await Promise.all(anglers.map((who) => react(who)))
    expect(await inbox(author)).toMatchObject([{ actor_count: 4 }])
    expect(await rows()).toHaveLength(1)
  })

  it('count a member who changes the reaction once, and none for the author', async () => {
    await react(angler(0), 'fish')
    await react(angler(0), 'heart')
    await react(author)
    expect(await inbox(author)).toMatchObject([{ actor_count: 1 }])
  })

  it('after the notification was read start another, and leave the read one as it was', async () => {
    await react(angler(0))
    await readAll(author)
    await react(angler(1))
    const list = await inbox(author)
    expect(list.map(({ actor_count, read_at }) => [actor_count, read_at !== null])).toEqual([
      [1, false],
      [1, true],
    ])
    expect(list[0]?.actors[0]?.id).toBe(angler(1).user.id)
  })

  it('that are taken back leave the notification, the last one with it, and can be made again', async () => {
    await react(angler(0))
    await react(angler(1))
    await takeBack(angler(0))
    expect(await inbox(author)).toMatchObject([{ actor_count: 1 }])
    await takeBack(angler(1))
    expect(await inbox(author)).toEqual([])
    expect(await rows()).toEqual([])
    await react(angler(1))
    expect(await inbox(author)).toMatchObject([{ actor_count: 1, read_at: null }])
  })

  it('show a member under the current name', async () => {
    const renamed = await signUp(area.engine)
    await react(renamed)
    const username = `tench-${randomUUID().slice(0, 12)}`
    await renamed.from('profiles').update({ username }).eq('id', renamed.user.id).throwOnError()
    expect((await inbox(author))[0]?.actors).toMatchObject([{ username }])
  })
})

describe('a comment', () => {
  it('is notified to the author and to those who commented before, not to its writer', async () => {
    await comment(angler(0))
    await comment(angler(1), 'Halibut pellet')
    expect(await inbox(author, 'comment')).toMatchObject([{ actor_count: 2, excerpt: 'Halibut pellet' }])
    const reply = (who: Persona) => inbox(who, 'reply').then((list) => list.filter((row) => row.subject_id === postId))
    expect(await reply(angler(0))).toMatchObject([{ actor_count: 1, excerpt: 'Halibut pellet' }])
    expect(await reply(angler(1))).toEqual([])
    await comment(author, 'Thank you')
    expect(await reply(angler(1))).toMatchObject([{ actors: [{ id: author.user.id }], excerpt: 'Thank you' }])
    expect(await inbox(author, 'comment')).toMatchObject([{ actor_count: 2 }])
    expect(await inbox(author, 'reply')).toEqual([])
  })

  it.each([
    ['a short text', 'Well in', 'Well in'],
    ['140 characters', 'x'.repeat(139).concat('y'), 'x'.repeat(139).concat('y')],
    ['a long text', 'carp '.repeat(60), `${'carp '.repeat(27)}carp…`],
    ['a comma at the cut', `${'carp, '.repeat(60)}`, `${'carp, '.repeat(22)}carp…`],
    ['one long word', 'x'.repeat(300), `${'x'.repeat(139)}…`],
    ['a script without spaces', '鯉'.repeat(300), `${'鯉'.repeat(139)}…`],
  ])('is quoted up to the end of a word, with an ellipsis where it goes on: %s', async (_, content, quoted) => {
    await comment(angler(1), content)
    const [row] = await inbox(author)
    expect(row?.excerpt).toBe(quoted)
    expect(row?.excerpt?.length).toBeLessThanOrEqual(140)
  })

  it('counts members, not comments', async () => {
    for (const n of [0, 0, 1]) await comment(angler(n))
    expect(await inbox(author)).toMatchObject([{ actor_count: 2 }])
  })

  it('leaves the notification when it is deleted, and the excerpt is that of another', async () => {
    await comment(angler(0), 'Maize')
    const id = await comment(angler(1), 'Halibut pellet')
    await angler(1).from('newsfeed_comments').delete().eq('id', id).throwOnError()
    expect(await inbox(author)).toMatchObject([{ actor_count: 1, excerpt: 'Maize' }])
  })

  it('is removed from every list with its post', async () => {
    await comment(angler(0))
    await comment(angler(1))
    await react(angler(2))
    await author.from('newsfeed_posts').delete().eq('id', postId).throwOnError()
    expect(await inbox(author)).toEqual([])
    expect(await area.engine.owner.query('select from private.notifications where subject_id = $1', [postId])).toEqual(
      [],
    )
  })

  it('on a thread of many members is notified to the last 20 of them', async () => {
    const posted = await area.engine.owner.query<{ id: string }>(
      `insert into auth.users (id, email, email_confirmed_at)
        select gen_random_uuid(), gen_random_uuid() || '@example.com', now() from generate_series(1, 25) returning id`,
    )
    for (const { id } of posted)
      await area.row('insert into public.newsfeed_comments (post_id, user_id, content) values ($1, $2, $3)', [
        postId,
        id,
        randomUUID(),
      ])
    await area.row('delete from private.notifications')
    await comment(angler(0))
    const told = await area.engine.owner.query<{ user_id: string }>(
      `select user_id from private.notifications where kind = 'reply' and subject_id = $1`,
      [postId],
    )
    expect(told.map(({ user_id }) => user_id).sort()).toEqual(
      posted
        .slice(5)
        .map(({ id }) => id)
        .sort(),
    )
  })
})

describe('a suspended or deleted member', () => {
  it('is not shown in notifications, and is shown again when reinstated', async () => {
    const bad = await signUp(area.engine)
    await comment(bad, 'Read me')
    await comment(angler(0), 'Maize')
    await suspend(bad, true)
    expect(await inbox(author)).toMatchObject([
      { actor_count: 1, actors: [{ id: angler(0).user.id }], excerpt: 'Maize' },
    ])
    await area.row('delete from public.newsfeed_comments where user_id = $1', [angler(0).user.id])
    expect([await inbox(author), await unread(author)]).toEqual([[], 0])
    await suspend(bad, false)
    expect(await inbox(author)).toMatchObject([{ actor_count: 1, excerpt: 'Read me' }])
    expect(await unread(author)).toBe(1)
  })

  it('leaves no notification behind', async () => {
    const leaver = await signUp(area.engine)
    await react(leaver)
    await leaver.rpc('delete_own_account', { password: leaver.user.password }).throwOnError()
    expect(await inbox(author)).toEqual([])
    expect(
      await area.engine.owner.query('select from private.notification_causes where actor_id = $1', [leaver.user.id]),
    ).toEqual([])
  })

  it('reads nothing of the newsfeed while suspended', async () => {
    await comment(angler(0))
    await suspend(author, true)
    expect((await inbox(author)).map(({ kind }) => kind)).toEqual(['suspension'])
    await suspend(author, false)
    expect((await inbox(author)).map(({ kind }) => kind)).toEqual(['comment'])
  })

  it('who wrote the post removes the replies to it from the lists', async () => {
    await comment(angler(0))
    await comment(angler(1))
    const replies = async () => (await inbox(angler(0), 'reply')).filter((row) => row.subject_id === postId).length
    expect(await replies()).toBe(1)
    await suspend(author, true)
    expect(await replies()).toBe(0)
  })
})

describe('a muted post', () => {
  it('makes no notification until it is unmuted', async () => {
    const mute = (is_muted: boolean) =>
      author.rpc('mute_notifications', { subject_id: postId, is_muted }).throwOnError()
    await mute(true)
    expect((await author.rpc('is_muted', { subject_id: postId })).data).toBe(true)
    await react(angler(0))
    await comment(angler(0))
    expect([await inbox(author), await rows()]).toEqual([[], []])
    await mute(false)
    await react(angler(1))
    expect(await inbox(author)).toMatchObject([{ kind: 'reaction', actor_count: 1 }])
  })
})

describe('an announcement', () => {
  const announce = async (is_announcement: boolean, id = postId) =>
    area.admin.from('newsfeed_posts').update({ is_announcement }).eq('id', id).throwOnError()
  const told = async (who: Persona) => (await inbox(who, 'announcement')).filter((row) => row.subject_id === postId)

  it('is one row for all members, except its author and the admin who announced it', async () => {
    await announce(true)
    expect(await told(angler(0))).toMatchObject([{ actors: [{ id: author.user.id }], path: `/newsfeed/${postId}` }])
    expect(await told(author)).toEqual([])
    expect(await told(area.admin)).toEqual([])
    expect(
      await area.engine.owner.query('select from private.notifications where subject_id = $1', [postId]),
    ).toHaveLength(1)
  })

  it('is not for those who join later or have muted it, and is read by each for themselves', async () => {
    await announce(true)
    expect(await told(await signUp(area.engine))).toEqual([])
    await angler(1).rpc('mute_notifications', { subject_id: postId, is_muted: true }).throwOnError()
    expect(await told(angler(1))).toEqual([])
    const before = await unread(angler(2))
    await angler(2)
      .rpc('mark_notifications_read', { path: `/newsfeed/${postId}` })
      .throwOnError()
    expect(await unread(angler(2))).toBe(before - 1)
    expect((await told(angler(2)))[0]?.read_at).not.toBeNull()
    expect((await told(angler(0)))[0]?.read_at).toBeNull()
  })

  it('leaves nothing about it when its post is deleted, also for those whom the post mentions', async () => {
    const { data } = await author
      .from('newsfeed_posts')
      .insert({ content: `Well in, @${angler(0).user.username}` })
      .select('id')
      .single()
      .throwOnError()
    await announce(true, data.id)
    const stored = async () =>
      (
        await area.engine.owner.query('select kind from private.notifications where subject_id = $1 order by kind', [
          data.id,
        ])
      ).map(({ kind }) => kind)
    await angler(1).from('newsfeed_posts').delete().eq('id', data.id)
    expect(await stored()).toEqual(['announcement', 'mention'])
    await author.from('newsfeed_posts').delete().eq('id', data.id).throwOnError()
    expect(await stored()).toEqual([])
  })

  it('is removed when it becomes an ordinary post again, is deleted, or its author is suspended', async () => {
    await announce(true)
    await announce(false)
    expect(await told(angler(0))).toEqual([])
    await announce(true)
    expect(await told(angler(0))).toHaveLength(1)
    await suspend(author, true)
    expect(await told(angler(0))).toEqual([])
    await suspend(author, false)
    expect(await told(angler(0))).toHaveLength(1)
    await area.admin.from('newsfeed_posts').delete().eq('id', postId).throwOnError()
    expect(await told(angler(0))).toEqual([])
  })
})
