import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const stored = (id: string) => area.row('select * from public.newsfeed_posts where id = $1', [id])
const exists = async (id: string) => (await stored(id)) !== undefined
const write = async (who = area.member, post: object = {}) =>
  expectAllowed(
    await who
      .from('newsfeed_posts')
      .insert({ content: randomUUID(), ...post })
      .select()
      .single(),
  )

describe('a post', () => {
  it('can be written by a member only in their own name', async () => {
    const { member, other, engine } = area
    const post = await write(member, {
      user_id: member.user.id,
      type: 'post',
      is_announcement: false,
      pinned_until: null,
    })
    expect(post).toMatchObject({ user_id: member.user.id, type: 'post' })
    expectDenied(await other.from('newsfeed_posts').insert({ content: 'as you', user_id: member.user.id }))
    expectDenied(await guest(engine).from('newsfeed_posts').insert({ content: 'hello', user_id: member.user.id }))
    expectDenied(await guest(engine).from('newsfeed_posts').select('id'))
  })

  it('needs visible text of at most 5000 characters, without hidden direction marks', async () => {
    const unseen = [
      '\u2800',
      '\ufe0f',
      '\u115f',
      '\uffa0',
      '\u180e',
      '\u034f',
      '\u061c',
      '\u{e0041}',
      '\u3000',
      '\u202f',
    ]
    for (const content of ['', ' \n\t', '\u200b', unseen.join(''), ...unseen, 'x'.repeat(5001)]) {
      expectError(await area.member.from('newsfeed_posts').insert({ content }), '23514')
    }
    const post = await write(area.member, { content: '🎣'.repeat(5000) })
    // An override of the writing direction; marks stacked on one letter, Latin and Thai.
    // An invisible character between marks does not end their row.
    const hidden = ['\u00ad', '\u200b', '\u200d', '\u2060', '\ufe0f', '\u{e0100}']
    for (const content of [
      'abc\u202edef',
      'a\u0301\u0300\u0302\u0303\u0306',
      `\u0e01${'\u0e47'.repeat(5)}`,
      ...hidden.map((sign) => `o${`${'\u0325'.repeat(4)}${sign}`.repeat(2)}`),
    ]) {
      expectError(await area.member.from('newsfeed_posts').insert({ content }), 'NF003')
      expectError(await area.member.from('newsfeed_posts').update({ content }).eq('id', post.id), 'NF003')
    }
    // Vietnamese taken apart, pointed Hebrew, vocalised Arabic, Hindi, Thai.
    const marked = [
      'Vie\u0323\u0302t',
      '\u05e9\u05c1\u05bc\u05b8',
      '\u0645\u0651\u064e',
      'हिन्दीं',
      'ที่นี่',
      '1\ufe0f\u20e3',
    ]
    await write(area.member, { content: marked.join(' ') })
    expect(
      await area.row('select count(*)::int as n from public.newsfeed_posts where content = $1', ['abc\u202edef']),
    ).toEqual({ n: 0 })
  })

  it('can show only a picture from the own folder of newsfeed-images', async () => {
    const { member, other, file } = area
    const own = await file(member, 'newsfeed-images')
    expect((await write(member, { image_url: own })).image_url).toBe(new URL(own).pathname)
    expect((await write(member, { image_url: ' ' })).image_url).toBeNull()
    for (const image_url of [
      await file(other, 'newsfeed-images'),
      await file(member, 'avatars'),
      'https://evil.example/x.png',
    ]) {
      expectError(await member.from('newsfeed_posts').insert({ content: randomUUID(), image_url }), '23514')
    }
  })

  it('cannot pretend to be an award, unless an admin writes it', async () => {
    const { member, admin } = area
    const award = { content: 'won the Box', type: 'prize_award', metadata: { package_name: 'Box' } }
    expectDenied(await member.from('newsfeed_posts').insert({ ...award, user_id: member.user.id }))
    const given = await write(admin, { ...award, user_id: member.user.id })
    expect(given).toMatchObject({ user_id: member.user.id })
    const reword = (by: typeof member, content: string) =>
      by.from('newsfeed_posts').update({ content }).eq('id', given.id).select('content')
    expectDenied(await reword(member, 'won the World Cup'))
    expect(expectAllowed(await reword(admin, 'won the Box of May'))).toEqual([{ content: 'won the Box of May' }])
    const post = await write(member)
    expectDenied(await member.from('newsfeed_posts').update({ type: 'badge_award' }).eq('id', post.id))
    expectDenied(
      await member
        .from('newsfeed_posts')
        .update({ metadata: { badge_name: 'x' } })
        .eq('id', post.id),
    )
    expect(await stored(post.id)).toMatchObject({ type: 'post', metadata: {} })
  })

  it('is dated by the server', async () => {
    const forged = { content: 'From the future', created_at: '2999-01-01T00:00:00Z' }
    expectDenied(await area.member.from('newsfeed_posts').insert(forged))
    const post = await write(area.member)
    expectDenied(
      await area.member.from('newsfeed_posts').update({ created_at: '2000-01-01T00:00:00Z' }).eq('id', post.id),
    )
    expect((await stored(post.id))?.created_at).toEqual(new Date(post.created_at))
  })

  it('can be edited and deleted by its author and by admins, not by other members', async () => {
    const { member, other, admin } = area
    const post = await write(member)
    expectDeniedOrNothing(await other.from('newsfeed_posts').update({ content: 'mine now' }).eq('id', post.id).select())
    expectDeniedOrNothing(await other.from('newsfeed_posts').delete().eq('id', post.id).select())
    expect((await stored(post.id))?.content).toBe(post.content)
    expectDenied(await member.from('newsfeed_posts').update({ user_id: other.user.id }).eq('id', post.id))
    expectAllowed(await member.from('newsfeed_posts').update({ content: 'better' }).eq('id', post.id).select().single())
    expectAllowed(await admin.from('newsfeed_posts').update({ content: 'milder' }).eq('id', post.id).select().single())
    await member.from('newsfeed_posts').delete().eq('id', post.id)
    expect(await exists(post.id)).toBe(false)
    const second = await write(member)
    await admin.from('newsfeed_posts').delete().eq('id', second.id)
    expect(await exists(second.id)).toBe(false)
  })
})

describe('an announcement', () => {
  it('is for admins, and pinned for 7 days by the server', async () => {
    const { admin } = area
    const post = await write(admin, { is_announcement: true, pinned_until: '2999-01-01T00:00:00Z' })
    expect(new Date(post.pinned_until).getTime() - new Date(post.created_at).getTime()).toBe(7 * 86_400_000)
    await admin.from('newsfeed_posts').update({ is_announcement: false }).eq('id', post.id)
    expect(await stored(post.id)).toMatchObject({ is_announcement: false, pinned_until: null })
  })

  it('has its pin ended and extended by admins, to 90 days from now at most', async () => {
    const { admin, member } = area
    const other = await signUp(area.engine)
    await area.row('update public.profiles set is_admin = true where id = $1', [other.user.id])
    const { id, pinned_until } = await write(admin, { is_announcement: true })
    const pin = (who: Persona, until: string | null, of = id) =>
      who.from('newsfeed_posts').update({ pinned_until: until }).eq('id', of).select('pinned_until')
    const end = async (of = id) => (await stored(of))?.pinned_until as Date
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

    expectDeniedOrNothing(await pin(member, inDays(14).toISOString()))
    expect(await end()).toEqual(new Date(pinned_until))
    for (const who of [admin, other]) {
      const until = inDays(who === admin ? 14 : 89)
      expectAllowed(await pin(who, until.toISOString()))
      expect(await end()).toEqual(until)
    }
    for (const tooLate of [inDays(91).toISOString(), 'infinity']) {
      expect((await pin(other, tooLate)).error).toMatchObject({ code: 'NF004' })
      expect((await end()).getTime()).toBeLessThan(inDays(90).getTime())
    }
    const before = await end()
    expectAllowed(await pin(other, null))
    expect(await end()).toEqual(before)

    const called = Date.now()
    expectAllowed(await pin(other, '2000-01-01T00:00:00Z'))
    expect(Math.abs((await end()).getTime() - called)).toBeLessThan(60_000)
    expect(await stored(id)).toMatchObject({ is_announcement: true })
    expectAllowed(await pin(admin, inDays(7).toISOString()))
    expect((await end()).getTime()).toBeGreaterThan(inDays(6).getTime())

    // The author of an announcement who is no longer an admin.
    const own = await write(other, { is_announcement: true })
    await area.row('update public.profiles set is_admin = false where id = $1', [other.user.id])
    expectDeniedOrNothing(await pin(other, inDays(14).toISOString(), own.id))
    expect(await end(own.id)).toEqual(new Date(own.pinned_until))
  })

  it('cannot be created by a member, at once or later', async () => {
    const { member } = area
    expectDenied(await member.from('newsfeed_posts').insert({ content: 'Hear ye', is_announcement: true }))
    const post = await write(member, { pinned_until: '2999-01-01T00:00:00Z' })
    expect(post.pinned_until).toBeNull()
    expectDenied(await member.from('newsfeed_posts').update({ is_announcement: true }).eq('id', post.id))
    await member.from('newsfeed_posts').update({ pinned_until: '2999-01-01T00:00:00Z' }).eq('id', post.id)
    expect(await stored(post.id)).toMatchObject({ is_announcement: false, pinned_until: null })
  })
})

describe('suspension', () => {
  it('hides a member from all but admins', async () => {
    const { suspended, member, admin, row } = area
    const made = await row(`insert into public.newsfeed_posts (user_id, content) values ($1, 'before') returning id`, [
      suspended.user.id,
    ])
    expect(expectAllowed(await member.from('newsfeed_posts').select().eq('id', made?.id))).toEqual([])
    const { count } = await member.from('newsfeed_posts').select('*', { count: 'exact', head: true }).eq('id', made?.id)
    expect(count).toBe(0)
    expect(expectAllowed(await admin.from('newsfeed_posts').select().eq('id', made?.id))).toHaveLength(1)
    expectDenied(await member.from('newsfeed_comments').insert({ post_id: made?.id, content: 'where are you' }))
  })

  it('prevents a member from reading, posting, editing and deleting', async () => {
    const { suspended, row } = area
    await write()
    expect(expectAllowed(await suspended.from('newsfeed_posts').select())).toEqual([])
    expectDenied(await suspended.from('newsfeed_posts').insert({ content: 'let me in' }))
    const own = await row(`insert into public.newsfeed_posts (user_id, content) values ($1, 'mine') returning id`, [
      suspended.user.id,
    ])
    await suspended.from('newsfeed_posts').update({ content: 'changed' }).eq('id', own?.id)
    await suspended.from('newsfeed_posts').delete().eq('id', own?.id)
    expect((await stored(own?.id as string))?.content).toBe('mine')
  })
})

describe('awards', () => {
  it('of a badge are posted in the name of the member, by the database', async () => {
    const { admin, member } = area
    const name = `Night Owl ${randomUUID().slice(0, 8)}`
    const badge = expectAllowed(
      await admin.from('badges').insert({ name, description: 'Up all night', icon: '🎣' }).select().single(),
    )
    expectAllowed(await admin.from('user_badges').insert({ user_id: member.user.id, badge_id: badge.id }).select())
    const posts = expectAllowed(await member.from('newsfeed_posts').select().eq('metadata->>badge_name', name))
    expect(posts).toMatchObject([{ user_id: member.user.id, type: 'badge_award', content: `earned ${name}` }])
  })
})

describe('limits', () => {
  it('refuse the same text for 5 minutes, also when sent simultaneously', async () => {
    const { member, other, row } = area
    const content = `Moved swims ${randomUUID()}`
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => member.from('newsfeed_posts').insert({ content })),
    )
    expect(answers.filter((answer) => answer.error === null)).toHaveLength(1)
    expect(answers.filter(({ status, error }) => status === 429 && error?.code === 'NF001')).toHaveLength(7)
    expectAllowed(await other.from('newsfeed_posts').insert({ content }).select())
    await row(`update public.newsfeed_posts set created_at = created_at - interval '5 minutes' where content = $1`, [
      content,
    ])
    expectAllowed(await member.from('newsfeed_posts').insert({ content }).select())
  })

  it('allow 10 posts in 10 minutes', async () => {
    const { member, scaleLimits } = area
    await scaleLimits(1)
    for (let i = 0; i < 10; i++) await write(member)
    const eleventh = await member.from('newsfeed_posts').insert({ content: 'one more' })
    expect([eleventh.status, eleventh.error?.code]).toEqual([429, 'PT429'])
    // The seconds until the next post, for the web app.
    expect(Number(eleventh.error?.details)).toSatisfy((seconds: number) => seconds > 0 && seconds <= 600)
    await scaleLimits(1000)
  })
})

describe('a feed page', () => {
  it('includes author, counts and the viewer’s own reaction', async () => {
    const { member, other } = area
    const post = await write(other)
    expectAllowed(await member.from('newsfeed_comments').insert({ post_id: post.id, content: 'Lovely' }).select())
    expectAllowed(await member.from('newsfeed_reactions').insert({ post_id: post.id, reaction: 'fish' }).select())
    const page = await member
      .from('newsfeed_posts')
      .select('content, comment_count, reaction_counts, my_reaction, profiles(username), newsfeed_comments(content)')
      .eq('id', post.id)
      .single()
    expect(expectAllowed(page)).toEqual({
      content: post.content,
      comment_count: 1,
      reaction_counts: { fish: 1 },
      my_reaction: 'fish',
      profiles: { username: other.user.username },
      newsfeed_comments: [{ content: 'Lovely' }],
    })
  })
})
