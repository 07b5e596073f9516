import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { game } from '../games/game-rows.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { inbox, unread } from './inbox.ts'

let area: MemberArea
let author: Persona
let loud: Persona
let quiet: Persona
let postId: string
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  author = await signUp(area.engine)
  loud = await signUp(area.engine)
  quiet = await signUp(area.engine)
  postId = expectAllowed(
    await author.from('newsfeed_posts').insert({ content: 'Which bait?' }).select('id').single(),
  ).id
})

const mute = async (is_muted: boolean, who = loud, by = author) =>
  expectAllowed({ ...(await by.rpc('mute_notifications', { subject_id: who.user.id, is_muted })), data: true })
const comment = (who: Persona, content: string) =>
  who.from('newsfeed_comments').insert({ post_id: postId, content }).throwOnError()
const react = (who: Persona) =>
  who.from('newsfeed_reactions').insert({ post_id: postId, reaction: 'fish' }).throwOnError()
const kinds = async (who = author) => (await inbox(who)).map(({ kind }) => kind)

describe('a muted member', () => {
  it('causes no notification: reaction, comment, reply, mention, connection, gift', async () => {
    await mute(true)
    await area.givePoints(loud, 100)
    await react(loud)
    await comment(loud, `@${author.user.username} corn`)
    await comment(loud, 'Maize, then')
    await loud.from('member_connections').insert({ connected_user_id: author.user.id }).throwOnError()
    await loud
      .from('point_gifts')
      .insert({ from_user_id: loud.user.id, to_user_id: author.user.id, points: 5 })
      .throwOnError()
    expect(await kinds()).toEqual([])
    const queued = await area.row('select count(*)::int as n from private.outbox where user_id = $1', [author.user.id])
    expect(queued?.n).toBe(0)
  })

  it('is left out of notifications that others cause as well, from the moment of muting until its end', async () => {
    await react(loud)
    await react(quiet)
    await comment(loud, 'Corn')
    expect(await kinds()).toEqual(['comment', 'reaction'])
    await mute(true)
    expect(await inbox(author)).toMatchObject([{ kind: 'reaction', actor_count: 1, actors: [{ id: quiet.user.id }] }])
    expect(await unread(author)).toBe(1)
    await comment(quiet, 'Maize')
    await comment(loud, 'Corn, as I said')
    expect(await inbox(author)).toMatchObject([
      { kind: 'comment', actor_count: 1, excerpt: 'Maize' },
      { kind: 'reaction' },
    ])
    await mute(false)
    expect(await inbox(author)).toMatchObject([
      { kind: 'comment', actor_count: 2 },
      { kind: 'reaction', actor_count: 2 },
    ])
    await comment(loud, 'And again')
    expect(await inbox(author)).toMatchObject([{ kind: 'comment', excerpt: 'And again' }, { kind: 'reaction' }])
  })

  it('causes no further messages: those that wait for the morning are dropped', async () => {
    await comment(loud, 'Corn')
    const waiting = async () =>
      (await area.row('select count(*)::int as n from private.outbox where user_id = $1', [author.user.id]))?.n
    expect(await waiting()).toBe(1)
    await mute(true)
    expect(await waiting()).toBe(0)
  })

  it('does not learn of it, nor does anyone else', async () => {
    await mute(true)
    expect(expectAllowed(await author.rpc('is_muted', { subject_id: loud.user.id }))).toBe(true)
    for (const who of [loud, quiet, area.admin]) {
      expect(expectAllowed(await who.rpc('is_muted', { subject_id: loud.user.id }))).toBe(false)
      expect(expectAllowed(await who.rpc('muted_subjects'))).toEqual([])
    }
    expectDenied(await guest(area.engine).rpc('mute_notifications', { subject_id: loud.user.id, is_muted: true }))
  })

  it('is not muted by a call that does not say whether to mute', async () => {
    const unsaid = { subject_id: loud.user.id, is_muted: null }
    expectError(await author.rpc('mute_notifications', unsaid), '22023')
    expect(expectAllowed(await author.rpc('muted_subjects'))).toEqual([])
    await comment(loud, 'Corn')
    expect(await kinds()).toEqual(['comment'])
    await mute(true)
    expectError(await author.rpc('mute_notifications', unsaid), '22023')
    expect(await kinds()).toEqual([])
  })

  it('is in the list under the current name, without one while suspended, and no longer when deleted', async () => {
    await mute(true)
    const rename = `second ${loud.user.id.slice(0, 8)}`
    await area.row('update public.profiles set username = $2 where id = $1', [loud.user.id, rename])
    expect(expectAllowed(await author.rpc('muted_subjects'))).toEqual([
      { subject_id: loud.user.id, kind: 'member', title: rename, path: `/members/${encodeURIComponent(rename)}` },
    ])
    await area.row('update public.profiles set is_suspended = true where id = $1', [loud.user.id])
    expect(expectAllowed(await author.rpc('muted_subjects'))).toMatchObject([{ kind: null, title: null, path: null }])
    await area.row('update public.profiles set is_suspended = false where id = $1', [loud.user.id])
    await comment(loud, 'Corn')
    expect(await kinds()).toEqual([])
    await area.row('delete from auth.users where id = $1', [loud.user.id])
    expect(expectAllowed(await author.rpc('muted_subjects'))).toEqual([])
  })
})

describe('the list of what is muted', () => {
  it('names posts to those who can read the newsfeed, and to suspended members only their IDs', async () => {
    const list = async () => expectAllowed(await quiet.rpc('muted_subjects'))
    await quiet.rpc('mute_notifications', { subject_id: postId, is_muted: true }).throwOnError()
    expect(await list()).toMatchObject([{ kind: 'post', title: 'Which bait?' }])
    const suspend = (is: boolean) =>
      area.row('update public.profiles set is_suspended = $2 where id = $1', [quiet.user.id, is])
    await suspend(true)
    expect(await quiet.from('newsfeed_posts').select('id').eq('id', postId).throwOnError()).toMatchObject({ data: [] })
    expect(await list()).toEqual([{ subject_id: postId, kind: null, title: null, path: null }])
    await suspend(false)
    expect(await list()).toMatchObject([{ title: 'Which bait?' }])
  })

  it('does not distinguish a draft of a game from a game that does not exist', async () => {
    const draft = await area.row(
      `insert into public.games (type, title, image_url, start_date, end_date, status, metadata)
        select r.type, r.title, r.image_url, r.start_date, r.end_date, r.status, r.metadata
        from jsonb_populate_record(null::public.games, $1) as r returning id`,
      [JSON.stringify(game({ type: 'carp_of_week', status: 'draft' }))],
    )
    for (const subject_id of [String(draft?.id), randomUUID()]) {
      await quiet.rpc('mute_notifications', { subject_id, is_muted: true }).throwOnError()
      expect(expectAllowed(await quiet.rpc('muted_subjects'))[0]).toEqual({
        subject_id,
        kind: null,
        title: null,
        path: null,
      })
    }
  })
})
