import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { inbox, unread } from './inbox.ts'

let area: MemberArea
let reader: Persona
let posts: string[]
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  reader = await signUp(area.engine)
  posts = []
  for (const content of ['First', 'Second']) {
    const post = await reader.from('newsfeed_posts').insert({ content }).select('id').single()
    posts.push(expectAllowed(post).id)
    await react(area.other, posts.length - 1)
  }
})

const react = (who: Persona, n: number) =>
  who.from('newsfeed_reactions').upsert({ post_id: posts[n], user_id: who.user.id, reaction: 'fish' }).throwOnError()
const markAll = async (who = reader) => {
  const [marked] = expectAllowed(await who.rpc('mark_all_notifications_read', { before: '2199-01-01T00:00:00Z' }))
  return marked as { unread: number; marked_at: string }
}
const undo = (marked_at: string, who = reader) => who.rpc('undo_marking', { marked_at })

describe('marking all as read', () => {
  it('is undone for the marked notifications, both own ones and those for all', async () => {
    await area.admin.from('newsfeed_posts').insert({ content: 'Gates open', is_announcement: true }).throwOnError()
    expect(await unread(reader)).toBe(3)
    const { unread: left, marked_at } = await markAll()
    expect([left, await unread(reader)]).toEqual([0, 0])
    expect(expectAllowed(await undo(marked_at))).toBe(3)
    expect((await inbox(reader)).map(({ read_at }) => read_at)).toEqual([null, null, null])
    expect(expectAllowed(await undo(marked_at))).toBe(3)
  })

  it('leaves what is hidden unread, so that it is still new when it is shown again', async () => {
    const [loud, id] = [await signUp(area.engine), posts[1]]
    await loud.from('newsfeed_comments').insert({ post_id: id, content: 'Corn' }).throwOnError()
    const suspend = (yes: boolean) =>
      area.row('update public.profiles set is_suspended = $2 where id = $1', [loud.user.id, yes])
    for (const mark of [
      () => markAll(),
      () => reader.rpc('mark_notifications_read', { path: `/newsfeed/${id}` }).throwOnError(),
      () => reader.rpc('mark_notifications_read', { before: '2199-01-01T00:00:00Z' }).throwOnError(),
    ]) {
      await suspend(true)
      await mark()
      expect((await inbox(reader)).map(({ kind }) => kind)).not.toContain('comment')
      await suspend(false)
      expect(await inbox(reader, 'comment')).toMatchObject([{ read_at: null }])
    }
    expect(await unread(reader)).toBe(1)
    await markAll()
    expect(await unread(reader)).toBe(0)
  })

  it('is not undone for what was read before or afterwards', async () => {
    const [first, second] = await inbox(reader)
    await reader.rpc('mark_notifications_read', { ids: [first?.id ?? ''] }).throwOnError()
    const { marked_at } = await markAll()
    expect(expectAllowed(await undo(marked_at))).toBe(1)
    await reader.rpc('mark_notifications_read', { ids: [second?.id ?? ''] }).throwOnError()
    expect(expectAllowed(await undo(marked_at))).toBe(0)
  })

  it('is not undone for a bundle that has begun again meanwhile', async () => {
    const { marked_at } = await markAll()
    await react(area.admin, 0)
    expect(expectAllowed(await undo(marked_at))).toBe(2)
    const about = (await inbox(reader)).filter(({ subject_id }) => subject_id === posts[0])
    expect(about.map(({ read_at, actors }) => [read_at === null, actors[0]?.id])).toEqual([
      [true, area.admin.user.id],
      [false, area.other.user.id],
    ])
  })

  it('cannot be undone by another member', async () => {
    const { marked_at } = await markAll()
    for (const who of [area.other, area.admin]) await undo(marked_at, who).throwOnError()
    expect(await unread(reader)).toBe(0)
    expectDenied(await guest(area.engine).rpc('undo_marking', { marked_at }))
    expectError(await reader.rpc('undo_marking', { marked_at: null as never }), '22023')
  })
})
