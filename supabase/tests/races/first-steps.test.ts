import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { game } from '../games/game-rows.ts'
import { newReward, redeem } from '../prizes/reward-rows.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { race } from '../support/races.ts'

// Real connections at the same moment. No client may ever see a deadlock.

let area: MemberArea
let post: string
beforeAll(async () => {
  area = await openMemberArea()
  await area.scaleLimits(1_000_000)
  await area.row(
    'update public.site_settings set photo_step_points = 10, hello_step_points = 20, game_step_points = 30',
  )
  post = String(
    (
      await area.row(`insert into public.newsfeed_posts (user_id, content) values ($1, 'Hello') returning id`, [
        area.admin.user.id,
      ])
    )?.id,
  )
})
afterAll(() => area.engine.close())

const codes = (answers: { error: { code?: string } | null }[]) => answers.flatMap(({ error }) => error?.code ?? [])
const write = (by: Persona) =>
  by.from('newsfeed_posts').insert({ content: randomUUID(), user_id: by.user.id, request_id: randomUUID() })
const comment = (by: Persona) =>
  by
    .from('newsfeed_comments')
    .insert({ content: randomUUID(), post_id: post, user_id: by.user.id, request_id: randomUUID() })
const picture = (of: Persona, address: string) =>
  of.from('profiles').update({ avatar_url: address }).eq('id', of.user.id)
const gift = (from: Persona, to: Persona) =>
  from
    .from('point_gifts')
    .insert({ from_user_id: from.user.id, to_user_id: to.user.id, points: 1, request_id: randomUUID() })
const suspend = (of: Persona, is_suspended: boolean) =>
  area.admin.from('profiles').update({ is_suspended }).eq('id', of.user.id)
const newGame = async () =>
  String(
    (
      await area.admin
        .from('games')
        .insert(game({ status: 'active' }))
        .select('id')
        .single()
        .throwOnError()
    ).data.id,
  )
const enter = (by: Persona, id: string) =>
  by.from('game_entries').insert({ game_id: id, user_id: by.user.id, entry_data: { square: 12 } })
const paid = async (ids: string[]) =>
  (
    await area.engine.owner.query<{ entry: string }>(
      `select (metadata ->> 'step') || ' ' || sum(points_change) as entry from public.points_log
        where user_id = any ($1) and kind = 'first_step' group by metadata ->> 'step' order by 1`,
      [ids],
    )
  ).map(({ entry }) => entry)

race('a member takes every step several times at once, beside gifts and a reward: each is paid once', async () => {
  const member = await signUp(area.engine)
  await area.givePoints(member, 500)
  await area.givePoints(area.other, 500)
  const reward = await newReward(area, { limit: null })
  const games = await Promise.all([newGame(), newGame(), newGame()])
  const files = await Promise.all([area.file(member, 'avatars'), area.file(member, 'avatars')])
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => write(member)),
    ...Array.from({ length: 4 }, () => comment(member)),
    ...games.map((id) => enter(member, id)),
    ...files.map((file) => picture(member, file)),
    gift(member, area.other),
    gift(area.other, member),
    redeem(member, reward),
  ])
  expect(codes(answers)).toEqual([])
  expect(await paid([member.user.id])).toEqual(['game 30', 'hello 20', 'photo 10'])
})

race('two accounts of one person take the same steps at once: one is paid', async () => {
  const email = `${randomUUID()}@example.com`
  const first = await signUp(area.engine)
  const second = await signUp(area.engine)
  // As after a change of address: both have had the same one.
  await area.row(
    `insert into private.account_addresses (account_id, address_hash, mailbox_hash, is_proved)
      select u.id, private.exact_address_hash($2), private.address_hash($2), true from unnest($1::uuid[]) as u (id)`,
    [[first.user.id, second.user.id], email],
  )
  const files = await Promise.all([area.file(first, 'avatars'), area.file(second, 'avatars')])
  const [one, two] = [await newGame(), await newGame()]
  const answers = await Promise.all([
    write(first),
    write(second),
    enter(first, one),
    enter(second, two),
    picture(first, String(files[0])),
    picture(second, String(files[1])),
  ])
  expect(codes(answers)).toEqual([])
  expect(await paid([first.user.id, second.user.id])).toEqual(['game 30', 'hello 20', 'photo 10'])
})

race('a member writes, enters and changes the photo while an admin suspends them: no deadlock', async () => {
  const member = await signUp(area.engine)
  const [id, file] = [await newGame(), await area.file(member, 'avatars')]
  const answers = await Promise.all([
    write(member),
    suspend(member, true),
    comment(member),
    enter(member, id),
    picture(member, file),
    suspend(member, false),
    write(member),
  ])
  expect(codes(answers).filter((code) => code !== '42501')).toEqual([])
  await suspend(member, false)
  expect((await write(member)).error).toBeNull()
  expect(await paid([member.user.id])).toContain('hello 20')
})
