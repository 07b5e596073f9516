import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
let postId: string
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  const post = await area.row('insert into public.newsfeed_posts (user_id, content) values ($1, $2) returning id', [
    area.other.user.id,
    randomUUID(),
  ])
  postId = String(post?.id)
})

const stored = (table: string, id: string) => area.row(`select * from public.${table} where id = $1`, [id])

describe('a comment', () => {
  const write = async (who = area.member, content: string = randomUUID()) =>
    expectAllowed(await who.from('newsfeed_comments').insert({ post_id: postId, content }).select().single())

  it("can be written only in one's own name", async () => {
    const { member, other, engine } = area
    expect(await write()).toMatchObject({ user_id: member.user.id, post_id: postId })
    expectDenied(
      await other.from('newsfeed_comments').insert({ post_id: postId, user_id: member.user.id, content: 'x' }),
    )
    expectDenied(await guest(engine).from('newsfeed_comments').insert({ post_id: postId, content: 'x' }))
  })

  it('is deleted with its post, by the author of the post', async () => {
    const { id } = await write()
    expectAllowed(await area.other.from('newsfeed_posts').delete().eq('id', postId).select('id').single())
    expect(await stored('newsfeed_comments', id)).toBeUndefined()
  })

  it('must not be blank or longer than 2000 characters', async () => {
    for (const content of ['', '  ', 'x'.repeat(2001)]) {
      expectError(await area.member.from('newsfeed_comments').insert({ post_id: postId, content }), '23514')
    }
    const comment = await write(area.member, 'x'.repeat(2000))
    const marks = { content: 'a\u0007' }
    expectError(await area.member.from('newsfeed_comments').insert({ ...marks, post_id: postId }), 'NF003')
    expectError(await area.member.from('newsfeed_comments').update(marks).eq('id', comment.id), 'NF003')
    expect(await stored('newsfeed_comments', comment.id)).toMatchObject({ content: comment.content })
  })

  it('can be edited and deleted by its author and by admins, but by no other member', async () => {
    const { member, other, admin } = area
    const comment = await write()
    expectDeniedOrNothing(await other.from('newsfeed_comments').update({ content: 'x' }).eq('id', comment.id).select())
    await other.from('newsfeed_comments').delete().eq('id', comment.id)
    expect(await stored('newsfeed_comments', comment.id)).toMatchObject({ content: comment.content })
    expectAllowed(
      await member.from('newsfeed_comments').update({ content: 'edited' }).eq('id', comment.id).select().single(),
    )
    expectDenied(await member.from('newsfeed_comments').update({ user_id: other.user.id }).eq('id', comment.id))
    expectError(await member.from('newsfeed_comments').update({ content: ' ' }).eq('id', comment.id), '23514')
    await admin.from('newsfeed_comments').delete().eq('id', comment.id)
    expect(await stored('newsfeed_comments', comment.id)).toBeUndefined()
  })

  it('of a suspended member is hidden, and they cannot write any', async () => {
    const { suspended, member, row } = area
    await row('insert into public.newsfeed_comments (post_id, user_id, content) values ($1, $2, $3)', [
      postId,
      suspended.user.id,
      'hidden',
    ])
    expect(expectAllowed(await member.from('newsfeed_comments').select().eq('post_id', postId))).toEqual([])
    expect(expectAllowed(await suspended.from('newsfeed_comments').select())).toEqual([])
    expectDenied(await suspended.from('newsfeed_comments').insert({ post_id: postId, content: 'x' }))
  })

  it('cannot be repeated under the same post within 5 minutes, or written more than 30 times in 5 minutes', async () => {
    const { member, scaleLimits } = area
    await scaleLimits(1)
    await write(member, 'Nice one')
    expectError(await member.from('newsfeed_comments').insert({ post_id: postId, content: 'Nice one' }), 'NF002')
    for (let i = 0; i < 29; i++) await write(member)
    expectError(await member.from('newsfeed_comments').insert({ post_id: postId, content: 'the 31st' }), 'PT429')
    await scaleLimits(1000)
  })

  it('can be repeated under the same post after 5 minutes, not before', async () => {
    const row = { post_id: postId, content: `Tight lines ${postId}` }
    const again = () => area.member.from('newsfeed_comments').insert(row).select('id')
    const writtenAgo = (time: string) =>
      area.row('update public.newsfeed_comments set created_at = now() - $2::interval where content = $1', [
        row.content,
        time,
      ])
    expectAllowed(await again())
    await writtenAgo('4 minutes 50 seconds')
    expectError(await again(), 'NF002')
    await writtenAgo('5 minutes 1 second')
    expectAllowed(await again())
  })
})

describe('a reaction', () => {
  const react = (who = area.member, reaction = 'heart', user_id = who.user.id) =>
    who.from('newsfeed_reactions').upsert({ post_id: postId, user_id, reaction }, { onConflict: 'post_id,user_id' })

  it('exists once per member and post: another replaces it', async () => {
    expectAllowed(await react().select())
    expectAllowed(await react(area.member, 'trophy').select())
    const rows = expectAllowed(await area.other.from('newsfeed_reactions').select('reaction').eq('post_id', postId))
    expect(rows).toEqual([{ reaction: 'trophy' }])
    expectError(await area.member.from('newsfeed_reactions').insert({ post_id: postId, reaction: 'fish' }), '23505')
  })

  it.each(['heart', 'thumbs_up', 'fishing_rod', 'fish', 'trophy'])('may be %s', async (reaction) => {
    expectAllowed(await react(area.member, reaction).select())
  })

  it('must be one of the five', async () => {
    for (const reaction of ['poop', '', 'HEART']) expectError(await react(area.member, reaction), '23514')
  })

  it('can be given and taken back only in one’s own name', async () => {
    const { member, other } = area
    expectDenied(await react(other, 'fish', member.user.id))
    expectAllowed(await react().select())
    await other.from('newsfeed_reactions').delete().eq('post_id', postId).eq('user_id', member.user.id)
    const rows = () => member.from('newsfeed_reactions').select('id').eq('post_id', postId)
    expect(expectAllowed(await rows())).toHaveLength(1)
    await member.from('newsfeed_reactions').delete().eq('post_id', postId).eq('user_id', member.user.id)
    expect(expectAllowed(await rows())).toEqual([])
  })

  it('cannot be moved to another post or member', async () => {
    const { member, other } = area
    const mine = expectAllowed(await react().select().single())
    expectDenied(await member.from('newsfeed_reactions').update({ user_id: other.user.id }).eq('id', mine.id))
    expectDenied(await member.from('newsfeed_reactions').update({ post_id: randomUUID() }).eq('id', mine.id))
    expect(await stored('newsfeed_reactions', mine.id)).toMatchObject({ post_id: postId, user_id: member.user.id })
  })

  it('is refused to suspended members', async () => {
    expectDenied(await react(area.suspended))
  })

  it('can be changed 60 times in a minute', async () => {
    const { scaleLimits } = area
    await scaleLimits(1)
    for (let i = 0; i < 60; i++) expectAllowed(await react(area.member, i % 2 ? 'fish' : 'heart').select())
    expectError(await react(area.member, 'trophy'), 'PT429')
    await scaleLimits(1000)
  })
})
