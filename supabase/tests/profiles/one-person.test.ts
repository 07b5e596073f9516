import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { game } from '../games/game-rows.ts'
import { expectAllowed, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

// What passes to the next account of an address: refusals, debts and used-up limits are not shed.

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const demote = ({ user }: Persona) => area.row('update public.profiles set is_admin = false where id = $1', [user.id])
const leave = async (who: Persona) =>
  expect(expectAllowed(await who.rpc('delete_own_account', { password: who.user.password }))).toBe(true)
/** The same person with a new account; `tag` for another spelling of the address. */
const comeBack = async (who: Persona, tag = '') => {
  await leave(who)
  return signUp(area.engine, { email: tag ? who.user.email.replace('@', `+${tag}@`) : who.user.email.toUpperCase() })
}
/** Confirms the address as if the mailed link had been opened. */
const prove = (who: Persona) =>
  area.row(
    `update auth.users set confirmation_sent_at = created_at, email_confirmed_at = now() + interval '1 s' where id = $1`,
    [who.user.id],
  )
const openGame = async () =>
  expectAllowed(
    await area.admin
      .from('games')
      .insert(game({ status: 'active' }))
      .select('id')
      .single(),
  ).id as string
const enter = (game_id: string, who: Persona) =>
  who
    .from('game_entries')
    .insert({ game_id, user_id: who.user.id, entry_data: { square: 47 } })
    .select()
    .single()
const suspend = (who: Persona, is_suspended = true) =>
  area.admin.from('profiles').update({ is_suspended }).eq('id', who.user.id).throwOnError()
const isSuspended = async (who: Persona) =>
  (await area.row('select is_suspended from public.profiles where id = $1', [who.user.id]))?.is_suspended
const balance = async (who: Persona) =>
  Number((await area.row('select points from public.profiles where id = $1', [who.user.id]))?.points)

describe('a member who knows the answer of a game', () => {
  it.each([
    ['under the same address', ''],
    ['with a tag', 'player'],
  ])('counts as knowing it with the next account as well, %s', async (_, tag) => {
    const admin = await signUp(area.engine, { admin: true })
    const id = await openGame()
    expectAllowed(await admin.rpc('game_answer', { game_id: id }))
    await demote(admin)
    const player = await comeBack(admin, tag)
    const refused = await enter(id, player)
    expectError(refused, 'GM013')
    expect(refused.error?.message).toBe('You have seen the answer of this game, so you cannot enter it.')
    expectAllowed(await enter(await openGame(), player))
    expectAllowed(await enter(id, area.member))
  })

  it('cannot be identified by the stored row, which has no ID of the deleted account', async () => {
    const admin = await signUp(area.engine, { admin: true })
    const id = await openGame()
    expectAllowed(await admin.rpc('game_answer', { game_id: id }))
    await demote(admin)
    await leave(admin)
    const rows = await area.engine.owner.query('select user_id from private.answer_viewers where game_id = $1', [id])
    expect(rows).toHaveLength(2)
    expect(rows.map(({ user_id }) => user_id)).not.toContain(admin.user.id)
  })
})

describe('an open game', () => {
  it('can be entered once by an address, also with a new account', async () => {
    const first = await signUp(area.engine)
    const id = await openGame()
    expectAllowed(await enter(id, first))
    const second = await comeBack(first)
    expectError(await enter(id, second), '23505')
    expectError(await enter(id, await comeBack(second)), '23505')
    expect(await area.row('select id from public.game_entries where game_id = $1', [id])).toBeUndefined()
    const stranger = await signUp(area.engine, { email: first.user.email.replace('@', '2@') })
    expectAllowed(await enter(id, stranger))
  })

  it('is open to the owner of an address when a stranger entered with an invented tag of it', async () => {
    const email = `tom${randomUUID().slice(0, 8)}@example.com`
    const stranger = await signUp(area.engine, { email: email.replace('@', '+evil@') })
    const id = await openGame()
    expectAllowed(await enter(id, stranger))
    await leave(stranger)
    expectAllowed(await enter(id, await signUp(area.engine, { email })))
  })
})

describe('several accounts at once', () => {
  const mailbox = () => {
    const email = `${randomUUID()}@example.com`
    return { email, tagged: email.replace('@', '+two@') }
  }

  it('of one confirmed mailbox enter a game once', async () => {
    const { email, tagged } = mailbox()
    const [one, two] = [await signUp(area.engine, { email }), await signUp(area.engine, { email: tagged })]
    for (const who of [one, two]) await prove(who)
    const id = await openGame()
    expectAllowed(await enter(id, one))
    expectError(await enter(id, two), '23505')
  })

  it('of unconfirmed spellings count as several people', async () => {
    const { email, tagged } = mailbox()
    const id = await openGame()
    for (const spelling of [email, tagged])
      expectAllowed(await enter(id, await signUp(area.engine, { email: spelling })))
  })
})

describe('a stranger with the plain spelling of another’s address', () => {
  it('cannot affect its owner’s games, limits, names or standing', async () => {
    await area.scaleLimits(1)
    const unique = randomUUID().slice(0, 8)
    const owner = await signUp(area.engine, { email: `pat.${unique}@gmail.com` })
    const stranger = await signUp(area.engine, { email: `pat${unique}@gmail.com` })
    const id = await openGame()
    expectAllowed(await enter(id, stranger))
    for (let n = 0; n < 10; n++)
      await stranger
        .from('newsfeed_posts')
        .insert({ user_id: stranger.user.id, content: `Bite ${randomUUID()}` })
        .throwOnError()
    await area.givePoints(stranger, -70)
    await suspend(stranger)
    await leave(stranger)
    expectAllowed(await enter(id, owner))
    const late = await signUp(area.engine, { email: `p.at${unique}@gmail.com` })
    expect(await isSuspended(late)).toBe(false)
    expect(await balance(late)).toBe(0)
    expectAllowed(await enter(id, late))
    expectAllowed(
      await late
        .from('newsfeed_posts')
        .insert({ user_id: late.user.id, content: `Bite ${randomUUID()}` })
        .select(),
    )
    await area.scaleLimits(1000)
  })

  it('cannot take a name that its owner gave up', async () => {
    const unique = randomUUID().slice(0, 8)
    const username = `Withy ${unique}`
    const owner = await signUp(area.engine, { username, email: `kim${unique}@example.com` })
    await leave(owner)
    await expect(signUp(area.engine, { username, email: `kim${unique}+zz@example.com` })).rejects.toMatchObject({
      message: 'Username was given up recently',
    })
    const again = await signUp(area.engine, { username, email: `kim${unique}@example.com` })
    expect(again.user.username).toBe(username)
  })
})

describe('a debt of an account', () => {
  it('passes to the next one, once, but a credit does not', async () => {
    const first = await signUp(area.engine)
    await area.givePoints(first, -70)
    const second = await comeBack(first)
    expect(await balance(second)).toBe(-70)
    expect(
      expectAllowed(await second.from('points_log').select('points_change, reason').eq('user_id', second.user.id)),
    ).toEqual([{ points_change: -70, reason: 'Balance of your earlier account' }])
    const third = await comeBack(second)
    expect(await balance(third)).toBe(-70)
    await area.givePoints(third, 30)
    expect(await balance(await comeBack(third))).toBe(0)
  })

  it('counts in the points earned of the next one; below zero in these alone, it ends with the account', async () => {
    const earned = async (of: Persona) =>
      (await area.row('select points::int from private.points_earned where user_id = $1', [of.user.id]))?.points
    const indebted = await signUp(area.engine)
    await area.givePoints(indebted, -70)
    const next = await comeBack(indebted)
    expect([await balance(next), await earned(next)]).toEqual([-70, -70])
    await area.row(
      `insert into public.points_log (user_id, kind, points_change, reason, source_key)
        values ($1, 'gift_received', 100, 'Gift', $2)`,
      [next.user.id, randomUUID()],
    )
    expect([await balance(next), await earned(next)]).toEqual([30, -70])
    const last = await comeBack(next)
    expect([await balance(last), await earned(last)]).toEqual([0, undefined])
  })
})

describe('a limit', () => {
  it('stays used up for the next account', async () => {
    await area.scaleLimits(1)
    const first = await signUp(area.engine)
    const post = (who: Persona) =>
      who.from('newsfeed_posts').insert({ user_id: who.user.id, content: `Bite ${randomUUID()}` })
    for (let n = 0; n < 10; n++) expectAllowed(await post(first))
    expectError(await post(first), 'PT429')
    const second = await comeBack(first)
    expectError(await post(second), 'PT429')
    expectAllowed(await post(area.other))
    await area.scaleLimits(1000)
  })
})

describe('a declined request', () => {
  const ask = (from: Persona, to: Persona) =>
    from.from('member_connections').insert({ user_id: from.user.id, connected_user_id: to.user.id, status: 'pending' })

  it('still blocks when either of the two returns', async () => {
    const [asker, asked] = [await signUp(area.engine), await signUp(area.engine)]
    expect((await ask(asker, asked)).error).toBeNull()
    expectAllowed(
      await asked
        .from('member_connections')
        .delete()
        .eq('user_id', asker.user.id)
        .eq('connected_user_id', asked.user.id)
        .select(),
    )
    const again = await comeBack(asker)
    expectError(await ask(again, asked), 'NC001')
    const askedAgain = await comeBack(asked)
    expectError(await ask(again, askedAgain), 'NC001')
    expect((await ask(again, area.other)).error).toBeNull()
    expect((await ask(askedAgain, again)).error).toBeNull()
  })

  it('cannot be repeated with a second account of the mailbox', async () => {
    const email = `${randomUUID()}@example.com`
    const [one, two] = [
      await signUp(area.engine, { email }),
      await signUp(area.engine, { email: email.replace('@', '+two@') }),
    ]
    for (const who of [one, two]) await prove(who)
    const asked = await signUp(area.engine)
    expect((await ask(one, asked)).error).toBeNull()
    await asked.from('member_connections').delete().eq('user_id', one.user.id).throwOnError()
    expectError(await ask(two, asked), 'NC001')
    expect((await ask(await signUp(area.engine), asked)).error).toBeNull()
  })
})

describe('a suspension', () => {
  it('is lifted for one account and remains for the other of the mailbox', async () => {
    const email = `${randomUUID()}@example.com`
    const one = await signUp(area.engine, { email })
    const two = await signUp(area.engine, { email: email.replace('@', '+two@') })
    for (const who of [one, two]) {
      await prove(who)
      await suspend(who)
    }
    await suspend(one, false)
    await leave(two)
    expect(await isSuspended(await signUp(area.engine, { email: two.user.email }))).toBe(true)
    expect(await isSuspended(one)).toBe(false)
  })

  it('of several deleted accounts passes to the next account, and ends with it', async () => {
    const email = `${randomUUID()}@example.com`
    const one = await signUp(area.engine, { email })
    const two = await signUp(area.engine, { email: email.replace('@', '+two@') })
    for (const who of [one, two]) {
      await prove(who)
      await suspend(who)
      await leave(who)
    }
    const next = await signUp(area.engine, { email })
    expect(await isSuspended(next)).toBe(true)
    await suspend(next, false)
    expect(await isSuspended(await comeBack(next))).toBe(false)
  })

  it('of an invented tag does not affect the plain address, but that of a confirmed one does', async () => {
    const email = `${randomUUID()}@example.com`
    const stranger = await signUp(area.engine, { email: email.replace('@', '+evil@') })
    await suspend(stranger)
    await leave(stranger)
    expect(await isSuspended(await signUp(area.engine, { email: stranger.user.email }))).toBe(true)
    const owner = await signUp(area.engine, { email })
    expect(await isSuspended(owner)).toBe(false)
    await leave(owner)
    const proved = await signUp(area.engine, { email: email.replace('@', '+mine@') })
    await prove(proved)
    await suspend(proved)
    await leave(proved)
    expect(await isSuspended(await signUp(area.engine, { email }))).toBe(true)
  })
})

describe('a name', () => {
  it('of a deleted account can be taken back only by the next one of the address', async () => {
    const username = `Willow ${randomUUID().slice(0, 8)}`
    const first = await signUp(area.engine, { username })
    await leave(first)
    await expect(signUp(area.engine, { username })).rejects.toMatchObject({ message: 'Username was given up recently' })
    expectError(await area.member.from('profiles').update({ username }).eq('id', area.member.user.id), '23U02')
    expect((await signUp(area.engine, { username, email: first.user.email })).user.username).toBe(username)
  })
})
