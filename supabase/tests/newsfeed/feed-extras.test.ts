import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

// What a card of the feed shows beside the post: that it was edited, one comment, and who reacted.

let area: MemberArea
let postId: string
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  await area.row('delete from public.newsfeed_posts')
  postId = expectAllowed(
    await area.member.from('newsfeed_posts').insert({ content: 'Thirty' }).select('id').single(),
  ).id
})

const editedAt = async () =>
  (await area.row('select edited_at from public.newsfeed_posts where id = $1', [postId]))?.edited_at
const comment = async (client: SupabaseClient, content: string): Promise<string> =>
  String(
    expectAllowed(await client.from('newsfeed_comments').insert({ post_id: postId, content }).select('id').single()).id,
  )
const suspend = (id: string, is_suspended = true) =>
  area.row('update public.profiles set is_suspended = $2 where id = $1', [id, is_suspended])

describe('the mark of an edited post', () => {
  it('is set by a change of the text, and by nothing else', async () => {
    expect(await editedAt()).toBeNull()
    expectAllowed(await area.member.from('newsfeed_posts').update({ content: 'Thirty' }).eq('id', postId))
    expectAllowed(await area.member.from('newsfeed_comments').insert({ post_id: postId, content: 'Lovely' }))
    expect(await editedAt()).toBeNull()
    expectAllowed(await area.member.from('newsfeed_posts').update({ content: 'Thirty-one' }).eq('id', postId))
    expect(await editedAt()).not.toBeNull()
    const { edited_at } = expectAllowed(
      await area.other.from('newsfeed_posts').select('edited_at').eq('id', postId).single(),
    )
    expect(edited_at).not.toBeNull()
  })

  it('cannot be written by anyone', async () => {
    expectDenied(await area.member.from('newsfeed_posts').insert({ content: 'New', edited_at: '2026-01-01' } as never))
    expectDenied(
      await area.member
        .from('newsfeed_posts')
        .update({ edited_at: null } as never)
        .eq('id', postId),
    )
    expect(await editedAt()).toBeNull()
  })
})

describe('the newest comment', () => {
  /** As a page of the feed and a request for the post itself have it. */
  async function shownTo(client: SupabaseClient): Promise<unknown> {
    const row = expectAllowed(await client.from('newsfeed_posts').select('last_comment').eq('id', postId).maybeSingle())
    const page = expectAllowed(await client.rpc('newsfeed_page')) as { id: string; last_comment: unknown }[]
    const onPage = page.find(({ id }) => id === postId)
    expect(onPage?.last_comment).toEqual(row?.last_comment)
    return row?.last_comment
  }

  it('is the last one, with its author and the beginning of its text', async () => {
    expect(await shownTo(area.other)).toBeNull()
    await comment(area.member, 'First')
    const id = await comment(area.other, 'x'.repeat(400))
    const { username } = expectAllowed(
      await area.other.from('profiles').select('username').eq('id', area.other.user.id).single(),
    )
    expect(await shownTo(area.member)).toEqual({ id, username, content: 'x'.repeat(280) })
  })

  it('is one that the reader can see: members do not see that of a suspended member, admins do', async () => {
    const first = await comment(area.member, 'First')
    const spam = await signUp(area.engine)
    const hidden = await comment(spam, 'Buy my bait')
    expect(await shownTo(area.other)).toMatchObject({ id: hidden })
    await suspend(spam.user.id)
    expect(await shownTo(area.other)).toMatchObject({ id: first })
    expect(await shownTo(area.admin)).toMatchObject({ id: hidden })
    await suspend(spam.user.id, false)
    expect(await shownTo(area.other)).toMatchObject({ id: hidden })
  })
})

describe('who reacted', () => {
  const reactors = async (client: SupabaseClient): Promise<string[]> =>
    expectAllowed(
      await client
        .from('newsfeed_reactions')
        .select('id, reaction, created_at, member:profiles(id, username, avatar_url)')
        .eq('post_id', postId)
        .order('created_at', { ascending: false }),
    ).map(({ member }) => (member as unknown as { id: string }).id)

  beforeEach(async () => {
    expectAllowed(await area.other.from('newsfeed_reactions').insert({ post_id: postId, reaction: 'fish' }))
  })

  it('is for members, and not for guests or suspended members', async () => {
    expect(await reactors(area.member)).toEqual([area.other.user.id])
    expect(await reactors(area.suspended)).toEqual([])
    expectDenied(await guest(area.engine).from('newsfeed_reactions').select('id').eq('post_id', postId))
  })

  it('leaves out suspended members, and is empty for a hidden post', async () => {
    const spam = await signUp(area.engine)
    expectAllowed(await spam.from('newsfeed_reactions').insert({ post_id: postId, reaction: 'trophy' }))
    expect(await reactors(area.member)).toHaveLength(2)
    await suspend(spam.user.id)
    expect(await reactors(area.member)).toEqual([area.other.user.id])
    await suspend(area.member.user.id)
    expect(await reactors(area.other)).toEqual([])
    await suspend(area.member.user.id, false)
  })
})
