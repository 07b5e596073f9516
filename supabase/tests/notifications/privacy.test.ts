import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { game } from '../games/game-rows.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { inbox, readAll, unread } from './inbox.ts'

// What somebody who wants to learn more than they may can get out of notifications.

let area: MemberArea
let author: Persona
let attacker: Persona
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  author = await signUp(area.engine)
  attacker = await signUp(area.engine)
})

const write = async (who: Persona, content: string = randomUUID()) =>
  String(expectAllowed(await who.from('newsfeed_posts').insert({ content }).select('id').single()).id)
const comment = (who: Persona, post_id: string, content: string = randomUUID()) =>
  who.from('newsfeed_comments').insert({ post_id, content }).throwOnError()
const idOf = async (who: Persona) => (await inbox(who))[0]?.id as string

describe('notifications of others', () => {
  it('can be neither listed nor marked as read', async () => {
    await comment(attacker, await write(author))
    const id = await idOf(author)
    expect(await inbox(attacker)).toEqual([])
    await attacker.rpc('mark_notifications_read', { ids: [id] }).throwOnError()
    expect(await unread(author)).toBe(1)
    expect((await inbox(author))[0]?.read_at).toBeNull()
    await author.rpc('mark_notifications_read', { ids: [id] }).throwOnError()
    expect(await unread(author)).toBe(0)
  })

  it('look the same to the member who caused them, whether they were read, muted or neither', async () => {
    const answers: unknown[] = []
    for (const act of [
      async () => undefined,
      () => readAll(author),
      (post: string) => author.rpc('mute_notifications', { subject_id: post, is_muted: true }).throwOnError(),
    ]) {
      const post = await write(author)
      await comment(attacker, post)
      await act(post)
      const id = await idOf(author)
      const { data, error, status } = await attacker
        .from('newsfeed_reactions')
        .insert({ post_id: post, reaction: 'fish' })
        .select('reaction')
      const marked = await attacker.rpc('mark_notifications_read', { ids: [id] })
      const muted = await attacker.rpc('is_muted', { subject_id: post })
      answers.push([data, error, status, marked.data, muted.data, await unread(attacker), await inbox(attacker)])
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  it('cannot be reached as a table, or by a guest', async () => {
    for (const table of ['notifications', 'outbox', 'notification_causes'])
      expect((await attacker.from(table).select()).error, table).not.toBeNull()
    expectError(await attacker.schema('private').from('notifications').select(), 'PGRST106')
    for (const [name, args] of Object.entries({
      notifications_page: {},
      unread_notifications: {},
      mark_notifications_read: { before: '2199-01-01T00:00:00Z' },
      mute_notifications: { subject_id: randomUUID(), is_muted: true },
      is_muted: { subject_id: randomUUID() },
      my_notification_settings: {},
      save_notification_setting: { group_name: 'games', channel: 'push', is_on: true },
      save_notification_times: { digest: 'off' },
    }))
      expectDenied(await guest(area.engine).rpc(name, args))
  })
})

describe('what is hidden', () => {
  it('in a post of a suspended member is in no notification, also of those who had it before', async () => {
    const post = await write(author, 'Secret swim 14')
    await comment(attacker, post)
    await comment(area.member, post, 'I know swim 14')
    await area.row('update public.newsfeed_posts set is_announcement = true where id = $1', [post])
    expect(JSON.stringify(await inbox(attacker))).toContain('swim 14')
    await area.row('update public.profiles set is_suspended = true where id = $1', [author.user.id])
    const seen = JSON.stringify(await inbox(attacker))
    for (const text of ['swim 14', post, author.user.id, author.user.username]) expect(seen).not.toContain(text)
    expect(await unread(attacker)).toBe(0)
    expect(expectAllowed(await attacker.rpc('mark_notifications_read', { path: `/newsfeed/${post}` }))).toBe(0)
  })

  it('by a comment’s suspended writer is neither quoted nor counted', async () => {
    const post = await write(attacker)
    await comment(author, post, 'Secret swim 14')
    await comment(area.member, post, 'Nice')
    await area.row('update public.profiles set is_suspended = true where id = $1', [author.user.id])
    expect(await inbox(attacker)).toMatchObject([{ actor_count: 1, excerpt: 'Nice' }])
    expect(JSON.stringify(await inbox(attacker))).not.toContain(author.user.id)
  })

  it('as a draft, a cancelled game or another’s guess is in no notification', async () => {
    const add = async (status: string) =>
      String(
        expectAllowed(
          await area.admin
            .from('games')
            .insert(game({ type: 'guess_weight', status, metadata: { actual_weight: 23.75, unit: 'lbs' } }))
            .select('id')
            .single(),
        ).id,
      )
    const draft = await add('draft')
    const open = await add('active')
    for (const [who, weight] of [
      [author, 17.31],
      [attacker, 9],
    ] as const)
      await who
        .from('game_entries')
        .insert({ game_id: open, user_id: who.user.id, entry_data: { weight } })
        .throwOnError()
    const seen = JSON.stringify(await inbox(attacker))
    expect(seen).toContain(open)
    for (const secret of [draft, '17.31', '23.75']) expect(seen).not.toContain(secret)
    await area.admin.from('games').update({ status: 'cancelled' }).eq('id', open).throwOnError()
    expect(JSON.stringify(await inbox(attacker))).not.toContain(open)
  })
})

describe('notifications for admins', () => {
  it('are for those who are admins now, in list, number and settings', async () => {
    const second = await signUp(area.engine, { admin: true })
    const prize = await area.row(
      `with p as (insert into public.prize_packages (name) values ('Box') returning id)
        insert into public.prize_items (package_id, title, type, quantity) select p.id, 'Rod', 'physical', 2 from p
        returning id`,
    )
    await area.admin.from('prize_awards').insert({ user_id: area.other.user.id, item_id: prize?.id }).throwOnError()
    const low = async (who: Persona) => (await inbox(who, 'stock_low')).length
    const groups = async (who: Persona) =>
      (expectAllowed(await who.rpc('my_notification_settings')) as { groups: { name: string }[] }).groups.map(
        ({ name }) => name,
      )
    expect([await low(second), await low(attacker)]).toEqual([1, 0])
    expect([(await groups(second)).includes('club'), (await groups(attacker)).includes('club')]).toEqual([true, false])
    const before = await unread(second)
    await area.row('update public.profiles set is_admin = false where id = $1', [second.user.id])
    expect([await low(second), await unread(second)]).toEqual([0, before - 1])
    expectError(
      await attacker.rpc('save_notification_setting', { group_name: 'club', channel: 'push', is_on: false }),
      '22023',
    )
  })
})

describe('muting', () => {
  it('answers the same for what exists, what is hidden and what does not exist', async () => {
    const post = await write(author)
    await area.row('update public.profiles set is_suspended = true where id = $1', [author.user.id])
    const visible = await write(area.member)
    const answers: unknown[] = []
    for (const subject_id of [visible, post, randomUUID()]) {
      const { data, error, status } = await attacker.rpc('mute_notifications', { subject_id, is_muted: true })
      answers.push([data, error, status])
    }
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
  })
})
