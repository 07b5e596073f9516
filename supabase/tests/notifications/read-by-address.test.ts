import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { game } from '../games/game-rows.ts'
import { comment, decide, post, report } from '../moderation/case.ts'
import { expectAllowed } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { inbox, unread } from './inbox.ts'

// Opening the address of a thing, by whichever way, marks what it was notified for as read: only the opener's own.

let area: MemberArea
let member: Persona
let other: Persona
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  member = await signUp(area.engine)
  other = await signUp(area.engine)
})

const open = async (who: Persona, path: string) =>
  expectAllowed(await who.rpc('mark_notifications_read', { path })) as number
const unreadKinds = async (who: Persona) =>
  (await inbox(who)).filter(({ read_at }) => read_at === null).map(({ kind }) => kind)

it('the address of a post marks comments, mentions and bundled reactions about it, and nothing of other members', async () => {
  const write = async () =>
    String(
      expectAllowed(await member.from('newsfeed_posts').insert({ content: randomUUID() }).select('id').single()).id,
    )
  const [post, second] = [await write(), await write()]
  for (const who of [other, area.member]) {
    await who.from('newsfeed_reactions').insert({ post_id: post, reaction: 'fish' }).throwOnError()
    for (const post_id of [post, second])
      await who
        .from('newsfeed_comments')
        .insert({ post_id, content: `Well in @${member.user.username}` })
        .throwOnError()
  }
  const mine = await unreadKinds(member)
  const theirs = await unreadKinds(other)
  expect(mine.filter((kind) => kind === 'reaction')).toHaveLength(1)
  await open(member, `/newsfeed/${post}`)
  const left = await inbox(member)
  expect(left.filter((row) => row.read_at === null).map((row) => row.subject_id)).toEqual(
    left.filter((row) => row.subject_id === second).map((row) => row.subject_id),
  )
  expect(await unreadKinds(other)).toEqual(theirs)
})

it('the address of a member marks what they caused, by the name they have and by the one they had', async () => {
  await other.from('member_connections').insert({ connected_user_id: member.user.id }).throwOnError()
  const before = await unreadKinds(member)
  expect(before).toHaveLength(1)
  await open(member, `/members/${area.member.user.username}`)
  expect(await unreadKinds(member)).toEqual(before)
  const earlier = other.user.username
  await area.row('update public.profiles set username = $2 where id = $1', [
    other.user.id,
    `angler-${randomUUID().slice(0, 12)}`,
  ])
  expect(await open(member, `/members/${earlier.toUpperCase()}`)).toBe(0)
})

it('an address that is too long for a name marks nothing, and is not folded', async () => {
  const row = await area.row(
    `select private.username_key(repeat('ﬁ', 2000)) = repeat('fi', 2000) as folded,
            private.username_key(repeat('ﬁ', 2001)) = repeat('ﬁ', 2001) as kept`,
  )
  expect(row).toEqual({ folded: true, kept: true })
  expect(await open(member, `/members/a${'\u0301\u0316'.repeat(50_000)}`)).toBe(0)
})

it('the page of the live video marks it as read', async () => {
  await area.admin
    .from('live_videos')
    .insert({
      title: `Rigs ${randomUUID()}`,
      embed_code: 'https://youtu.be/dQw4w9WgXcQ',
      scheduled_for: new Date(Date.now() - 1000).toISOString(),
      is_active: true,
    })
    .throwOnError()
  expect(await unreadKinds(member)).toEqual(['live_begins'])
  expect(await open(member, '/live')).toBe(0)
  expect(await unreadKinds(other)).toEqual(['live_begins'])
  await area.row('update public.live_videos set is_active = false where is_active')
})

it('the profile with its referrals marks those that wait, and only the referrer’s own', async () => {
  for (const referrer of [member, other]) await signUp(area.engine, { data: { referrer_id: referrer.user.id } })
  expect(await unreadKinds(member)).toEqual(['referral_waiting'])
  expect(await open(member, '/profile')).toBe(0)
  expect(await unread(other)).toBe(1)
})

it('a game’s page is not where its result is due: the admin who looks at it still has that to do', async () => {
  const admin = await signUp(area.engine, { admin: true })
  const { id } = expectAllowed(
    await area.admin
      .from('games')
      .insert(game({ status: 'active' }))
      .select('id')
      .single(),
  )
  await area.row(`select private.notify_all('game_to_settle', $1)`, [id])
  const about = async () =>
    (await inbox(admin)).filter((row) => row.subject_id === id && row.read_at === null).map(({ kind }) => kind)
  expect((await about()).sort()).toEqual(['game_opened', 'game_to_settle'])
  await open(admin, `/games/${id}`)
  expect(await about()).toEqual(['game_to_settle'])
  await open(member, `/admin/games?entries=${id}`)
  expect((await inbox(member, 'game_opened')).find((row) => row.subject_id === id)?.read_at).toBeNull()
  await open(admin, `/admin/games?entries=${id}`)
  expect(await about()).toEqual([])
})

it('the notice in the newsfeed marks a suspension as read, and the newsfeed marks nothing else', async () => {
  const post_id = await post(member)
  await comment(other, post_id)
  await open(member, '/newsfeed')
  expect(await unreadKinds(member)).toEqual(['comment'])
  for (const who of [member, other])
    await area.admin.from('profiles').update({ is_suspended: true }).eq('id', who.user.id).throwOnError()
  expect(await unreadKinds(member)).toEqual(['suspension'])
  expect(await open(member, '/newsfeed')).toBe(0)
  expect(await unreadKinds(other)).toContain('suspension')
  await area.admin.from('profiles').update({ is_suspended: false }).eq('id', member.user.id).throwOnError()
  expect(await unreadKinds(member)).not.toContain('suspension')
})

it.each<[string, (author: Persona) => Promise<{ kind: string; subject: string; path: string }>]>([
  [
    'post',
    async (author) => {
      const subject = await post(author)
      return { kind: 'post', subject, path: `/newsfeed/${subject}` }
    },
  ],
  [
    'post of a comment',
    async (author) => {
      const above = await post(area.member)
      return { kind: 'comment', subject: await comment(author, above), path: `/newsfeed/${above}` }
    },
  ],
  [
    'member',
    async ({ user }) => ({ kind: 'member', subject: user.id, path: `/members/${user.username.toUpperCase()}` }),
  ],
  [
    'game of a photo',
    async (author) => {
      const { id } = expectAllowed(
        await area.admin
          .from('games')
          .insert(game({ status: 'active', type: 'carp_of_week' }))
          .select('id')
          .single(),
      )
      const entry = await author
        .from('game_entries')
        .insert({ game_id: id, user_id: author.user.id, photo_url: await area.file(author, 'game-photos') } as never)
        .select('id')
        .single()
      return { kind: 'entry', subject: expectAllowed(entry).id, path: `/games/${id}` }
    },
  ],
])('the address of a reported %s marks for its reporters that the report was dealt with', async (_, write) => {
  const { kind, subject, path } = await write(await signUp(area.engine))
  const elsewhere = await post(await signUp(area.engine))
  for (const who of [member, other]) expectAllowed(await report(who, { kind, subject_id: subject }))
  expectAllowed(await report(member, { subject_id: elsewhere }))
  for (const about of [subject, elsewhere]) expectAllowed(await decide(area, about, { decision: 'dismiss' }))
  const decided = async (who: Persona) =>
    (await inbox(who, 'report_decided')).filter(({ read_at }) => read_at === null).map(({ details }) => details.kind)
  expect((await decided(member)).sort()).toEqual([kind, 'post'].sort())
  await open(member, path)
  expect(await decided(member)).toEqual(['post'])
  expect((await inbox(member, 'report_decided')).find(({ read_at }) => !read_at)?.path).toBe(`/newsfeed/${elsewhere}`)
  expect(await decided(other)).toEqual([kind])
})

it('the address of a post does not mark the warning that its author got for it', async () => {
  const id = await post(member)
  expectAllowed(await report(other, { subject_id: id }))
  expectAllowed(await decide(area, id, { decision: 'warn', reason: 'No insults' }))
  await open(member, `/newsfeed/${id}`)
  expect(await unreadKinds(member)).toEqual(['warning'])
})
