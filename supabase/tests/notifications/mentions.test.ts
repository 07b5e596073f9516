import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { inbox, readAll, unread } from './inbox.ts'

let area: MemberArea
let author: Persona
let writer: Persona
let named: Persona
let at: string
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  author = await signUp(area.engine)
  writer = await signUp(area.engine)
  named = await signUp(area.engine)
  at = `@${named.user.username}`
})

const post = async (content: string, by = author) =>
  String(expectAllowed(await by.from('newsfeed_posts').insert({ content }).select('id').single()).id)
const comment = async (postId: string, content: string, by = writer) =>
  String(
    expectAllowed(await by.from('newsfeed_comments').insert({ post_id: postId, content }).select('id').single()).id,
  )
const change = async (table: 'newsfeed_posts' | 'newsfeed_comments', id: string, content: string, by: Persona) =>
  expectAllowed(await by.from(table).update({ content }).eq('id', id).select())
const suspend = (who: Persona, yes: boolean) =>
  area.row('update public.profiles set is_suspended = $2 where id = $1', [who.user.id, yes])
const kinds = async (who: Persona) => (await inbox(who)).map(({ kind }) => kind)

describe('a mention', () => {
  it('in a post is a notification with the text and its address', async () => {
    const id = await post(`Good evening ${at}`)
    expect(await inbox(named)).toMatchObject([
      {
        kind: 'mention',
        subject_id: id,
        path: `/newsfeed/${id}`,
        excerpt: `Good evening ${at}`,
        actors: [{ id: author.user.id }],
      },
    ])
    expect(await unread(named)).toBe(1)
  })

  it('in a comment replaces the notifications for the author of the post and for the thread', async () => {
    const id = await post('Which bait?')
    await comment(id, 'Corn', named)
    const of = `@${author.user.username}`
    const thread = await comment(id, `${at} ${of} agreed`)
    expect(await kinds(named)).toEqual(['mention'])
    expect(await kinds(author)).toEqual(['mention', 'comment'])
    expect(await inbox(named)).toMatchObject([
      { excerpt: `${at} ${of} agreed`, path: `/newsfeed/${id}#comment-${thread}` },
    ])
    expect(await comment(id, 'And boilies')).not.toBe(thread)
    expect(await kinds(named)).toEqual(['reply', 'mention'])
  })

  it('of the writer makes no notification', async () => {
    await post(`I, @${author.user.username}`)
    expect(await inbox(author)).toEqual([])
  })

  it('is not bundled: each text has its own', async () => {
    const id = await post('Who is there?')
    await comment(id, `${at} one`)
    await comment(id, `${at} two`)
    expect(await kinds(named)).toEqual(['mention', 'mention'])
  })

  it('twice in a text, or added again by an edit, is notified once', async () => {
    const id = await post(`${at} and ${at}`)
    expect(await kinds(named)).toEqual(['mention'])
    await readAll(named)
    await change('newsfeed_posts', id, 'Without', author)
    expect(await kinds(named)).toEqual([])
    await change('newsfeed_posts', id, `With ${at}`, author)
    expect(await inbox(named)).toMatchObject([{ kind: 'mention', excerpt: `With ${at}` }])
    expect(await unread(named)).toBe(0)
  })

  it('that an edit adds is notified then', async () => {
    const id = await post('Which bait?')
    const reply = await comment(id, 'Corn')
    expect(await kinds(named)).toEqual([])
    await change('newsfeed_comments', reply, `Corn, ask ${at}`, writer)
    expect(await kinds(named)).toEqual(['mention'])
  })

  it('is hidden with its comment, its post, its writer or a suspension of one of them, and shown again with it', async () => {
    const id = await post('Which bait?')
    const reply = await comment(id, `Ask ${at}`)
    for (const who of [author, writer]) {
      await suspend(who, true)
      expect(await kinds(named)).toEqual([])
      expect(await unread(named)).toBe(0)
      await suspend(who, false)
      expect(await kinds(named)).toEqual(['mention'])
    }
    await writer.from('newsfeed_comments').delete().eq('id', reply).throwOnError()
    expect(await kinds(named)).toEqual([])
    await comment(id, `Again ${at}`)
    await author.from('newsfeed_posts').delete().eq('id', id).throwOnError()
    expect(await kinds(named)).toEqual([])
  })

  it('of a muted post makes no notification', async () => {
    const id = await post(`Which bait? ${randomUUID()}`)
    expectAllowed(await named.rpc('mute_notifications', { subject_id: id, is_muted: true }))
    await comment(id, `Ask ${at}`)
    expect(await kinds(named)).toEqual([])
  })

  it('is a comment or reply for those who have switched mentions off', async () => {
    const id = await post('Which bait?', named)
    expectAllowed(
      await named.rpc('save_notification_setting', { group_name: 'mentions', channel: 'in_app', is_on: false }),
    )
    await comment(id, `${at}, corn`)
    expect(await kinds(named)).toEqual(['comment'])
  })

  it('is pushed at once, by default', async () => {
    await area.row(`update private.notification_times set quiet_from = null, quiet_until = null where user_id = $1`, [
      named.user.id,
    ])
    await post(`Good evening ${at}`)
    const queued = await area.row(
      'select array_agg(o.channel) as channels from private.outbox as o where o.user_id = $1',
      [named.user.id],
    )
    expect(queued?.channels).toEqual(['push'])
  })
})
