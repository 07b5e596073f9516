import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { offered, verified } from './offers.ts'

// What guests see of the club records, where the club shows them.

let area: MemberArea
let tom: Persona
let today: string
beforeAll(async () => {
  area = await openMemberArea()
  today = String((await area.row('select private.club_day()::text as day'))?.day)
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  await area.row('delete from public.catches')
  await show(true)
  tom = await signUp(area.engine)
})

const show = (is: boolean) => area.row('update public.site_settings set records_for_guests = $1', [is])
const boards = async (who = guest(area.engine), all_time = false) =>
  expectAllowed(await who.rpc('guest_records', { all_time })) as unknown as {
    holders: Record<string, unknown>[]
    top: Record<string, unknown>[]
    ever: Record<string, unknown>[]
  }[]
const grams = async (all_time = false) => (await boards(guest(area.engine), all_time))[0]?.top.map((one) => one.grams)
const head = async () => expectAllowed(await guest(area.engine).rpc('page_head', { path: '/records' }))

describe('whether guests see the records', () => {
  const change = (who: ReturnType<typeof guest>, records_for_guests: boolean) =>
    who.from('site_settings').update({ records_for_guests }).not('id', 'is', null).select('records_for_guests')

  it('is set by admins, and by nobody else', async () => {
    await show(false)
    const moderator = await signUp(area.engine, { moderator: true })
    for (const who of [guest(area.engine), area.member, area.suspended, moderator])
      expectDeniedOrNothing(await change(who, true))
    expect(await boards()).toEqual([])
    expect(expectAllowed(await change(area.admin, true))).toEqual([{ records_for_guests: true }])
    expect(await boards()).toHaveLength(1)
    expect(
      await area.row(
        `select details from private.audit_log where action = 'edit_site_settings' order by created_at desc limit 1`,
      ),
    ).toMatchObject({ details: { before: { records_for_guests: false }, after: { records_for_guests: true } } })
  })

  it('is no unless an admin has said so, and ends at once', async () => {
    expect(
      await area.row(`select column_default from information_schema.columns where column_name = 'records_for_guests'`),
    ).toEqual({ column_default: 'false' })
    await verified(area, tom, { caught_on: today })
    expect(await grams()).toHaveLength(1)
    await show(false)
    for (const who of [guest(area.engine), area.member, area.admin]) expect(await boards(who)).toEqual([])
  })
})

describe('a guest', () => {
  it('sees weight, variety, day, username and avatar, and nothing else', async () => {
    await area.row('update public.profiles set avatar_url = $2 where id = $1', [
      tom.user.id,
      await area.file(tom, 'avatars'),
    ])
    const id = await verified(area, tom, { caught_on: today, words: 'By the old willow' })
    const shown = { variety: 'mirror', grams: 14_742, caught_on: today, username: tom.user.username }
    for (const all_time of [false, true]) {
      const [board] = await boards(guest(area.engine), all_time)
      for (const list of [board?.holders, board?.top])
        expect(list).toEqual([{ ...shown, avatar_url: expect.stringContaining('/avatars/') }])
      const { photo_path } = (await area.row('select photo_path from public.catches where id = $1', [id])) ?? {}
      for (const secret of [id, 'willow', String(photo_path)]) expect(JSON.stringify(board)).not.toContain(secret)
    }
  })

  it('sees no more as a member who asks as guests do', async () => {
    await verified(area, tom, { caught_on: today })
    expect(await boards(area.member)).toEqual(await boards())
  })

  it('reads neither the photo nor the catch, the history or the members’ board', async () => {
    const id = await verified(area, tom, { caught_on: today })
    const { photo_path } = (await area.row('select photo_path from public.catches where id = $1', [id])) ?? {}
    const who = guest(area.engine)
    expect((await area.member.storage.from('catch-photos').download(String(photo_path))).error).toBeNull()
    expect((await who.storage.from('catch-photos').download(String(photo_path))).error).not.toBeNull()
    expect((await who.storage.from('catch-photos').createSignedUrl(String(photo_path), 60)).error).not.toBeNull()
    expectDenied(await who.from('catches').select('id'))
    expectDenied(await who.rpc('record_history', { variety: 'mirror' }))
    expectDenied(await who.rpc('club_records'))
  })

  it('sees only what is verified and for all members', async () => {
    await offered(area, tom, { caught_on: today, grams: 20_000 })
    const hidden = await verified(area, tom, { caught_on: today, grams: 18_000 })
    await verified(area, tom, { caught_on: today, grams: 12_000 })
    expect(await grams()).toEqual([18_000, 12_000])
    await tom.from('catches').update({ visibility: 'connections' }).eq('id', hidden).throwOnError()
    expect(await grams()).toEqual([12_000])
  })

  it('sees nothing of suspended members and of those who have left', async () => {
    await verified(area, tom, { caught_on: today })
    await area.row('update public.profiles set is_suspended = true where id = $1', [tom.user.id])
    expect((await boards())[0]).toMatchObject({ holders: [], top: [], ever: [] })
    await area.row('update public.profiles set is_suspended = false where id = $1', [tom.user.id])
    expect(await grams()).toHaveLength(1)
    await area.row('delete from auth.users where id = $1', [tom.user.id])
    expect((await boards())[0]).toMatchObject({ holders: [], top: [], ever: [] })
  })
})

it('the head of a shared link names no catch, and says when only members see the records', async () => {
  await verified(area, tom, { caught_on: today })
  const text = 'The heaviest carp of each variety, verified by the team.'
  expect(await head()).toEqual([
    {
      status: 200,
      title: 'Club records',
      description: text,
      picture: { path: '/records', kind: 'club', title: 'Club records', text },
    },
  ])
  await show(false)
  expect(await head()).toEqual([
    {
      status: 200,
      title: 'Club records',
      description: 'Only members can see the club records. Log in to see them.',
      picture: null,
    },
  ])
})
