import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

// How fast referrals are credited with all limits at their usual values.

let area: MemberArea
beforeEach(async () => {
  await area?.engine.close()
  area = await openMemberArea()
  await area.scaleLimits(1)
})
afterAll(() => area.engine.close())

const bring = (by: Persona, email = `${randomUUID()}@example.com`) =>
  signUp(area.engine, { email, data: { referrer_id: by.user.id } })
const approve = (by: Persona, friend: Persona) =>
  by.from('referrals').update({ status: 'completed' }).eq('referred_user_id', friend.user.id).select('id').single()
const bringMany = async (by: Persona, count: number) => {
  const friends: Persona[] = []
  for (let n = 0; n < count; n++) friends.push(await bring(by))
  return friends
}
const balance = async (who: Persona) =>
  Number((await area.row('select points from public.profiles where id = $1', [who.user.id]))?.points)
const daysPass = (days: number) =>
  area.row(
    `update public.referrals set completed_at = completed_at - make_interval(days => $1) where status = 'completed'`,
    [days],
  )
const isOld = (who: Persona) =>
  area.row(`update public.profiles set created_at = now() - interval '8 days' where id = $1`, [who.user.id])

describe('the referrals of one member', () => {
  it('are credited three times a day, and the others have to wait for the next day', async () => {
    const friends = await bringMany(area.member, 4)
    for (const friend of friends.slice(0, 3)) expectAllowed(await approve(area.member, friend))
    const refused = await approve(area.member, friends[3] as Persona)
    expectError(refused, 'RF005')
    expect(refused.status).toBe(400)
    expect(await balance(area.member)).toBe(300)
    await area.row('alter table public.referrals disable trigger _300_approve')
    await daysPass(1)
    await area.row('alter table public.referrals enable trigger _300_approve')
    expectAllowed(await approve(area.member, friends[3] as Persona))
    expect(await balance(area.member)).toBe(400)
  })

  it('are credited ten times in 30 days', async () => {
    await isOld(area.member)
    await area.row('alter table public.referrals disable trigger _300_approve')
    for (let n = 0; n < 10; n++) {
      const friend = await bring(area.member)
      await area.row(
        `update public.referrals set status = 'completed', points_awarded = 0, completed_at = now() - interval '20 days'
          where referred_user_id = $1`,
        [friend.user.id],
      )
    }
    await area.row('alter table public.referrals enable trigger _300_approve')
    const last = await bring(area.member)
    expectError(await approve(area.member, last), 'RF005')
    await area.row('alter table public.referrals disable trigger _300_approve')
    await daysPass(11)
    await area.row('alter table public.referrals enable trigger _300_approve')
    expectAllowed(await approve(area.member, last))
  })

  it('are not credited more often by many requests at once', async () => {
    const friends = await bringMany(area.member, 6)
    const answers = await Promise.all(friends.map((friend) => approve(area.member, friend)))
    expect(answers.filter(({ error }) => error === null)).toHaveLength(3)
    expect(answers.filter(({ error }) => error?.code === 'RF005')).toHaveLength(3)
    expect(await balance(area.member)).toBe(300)
  })

  it('keep counting when the account is deleted and created again', async () => {
    const email = `${randomUUID()}@example.com`
    const first = await signUp(area.engine, { email })
    for (const friend of await bringMany(first, 3)) expectAllowed(await approve(first, friend))
    await first.rpc('delete_own_account', { password: first.user.password }).throwOnError()
    const second = await signUp(area.engine, { email })
    expectError(await approve(second, await bring(second)), 'RF005')
    expect(await balance(second)).toBe(0)
    expectAllowed(await approve(area.other, await bring(area.other)))
  })
})

it('referrals of members of less than a week are credited ten times a day in total, older ones as before', async () => {
  const friends: [Persona, Persona][] = []
  for (let n = 0; n < 4; n++) {
    const host = await signUp(area.engine)
    for (const friend of await bringMany(host, 3)) friends.push([host, friend])
  }
  const answers = await Promise.all(friends.map(([host, friend]) => approve(host, friend)))
  expect(answers.filter(({ error }) => error === null)).toHaveLength(10)
  expect(answers.filter(({ error }) => error?.code === 'RF006')).toHaveLength(2)
  const known = await signUp(area.engine)
  await isOld(known)
  await area.givePoints(known, 5)
  expectAllowed(await approve(known, await bring(known)))
})

it('new members with a confirmed address are counted separately from those without one', async () => {
  const prove = (who: Persona) =>
    area.row('update auth.users set confirmation_sent_at = email_confirmed_at where id = $1', [who.user.id])
  const friends: [Persona, Persona][] = []
  for (let n = 0; n < 4; n++) {
    const host = await signUp(area.engine)
    for (const friend of await bringMany(host, 3)) friends.push([host, friend])
  }
  for (const [host, friend] of friends.slice(0, 10)) expectAllowed(await approve(host, friend))
  const [unproved, proved] = [await signUp(area.engine), await signUp(area.engine)]
  await prove(proved)
  expectError(await approve(unproved, await bring(unproved)), 'RF006')
  expect(await balance(unproved)).toBe(0)
  expectAllowed(await approve(proved, await bring(proved)))
  expect(await balance(proved)).toBe(100)
})

it('referrals of week-old accounts without any points are credited ten times a day in total', async () => {
  const friends: [Persona, Persona][] = []
  const hosts = await Promise.all([1, 2, 3, 4].map(() => signUp(area.engine)))
  for (const host of hosts) {
    await isOld(host)
    for (const friend of await bringMany(host, 3)) friends.push([host, friend])
  }
  const answers = await Promise.all(friends.map(([host, friend]) => approve(host, friend)))
  // Earlier tests have credited some of the ten.
  expect(answers.filter(({ error }) => error?.code === 'RF006').length).toBeGreaterThanOrEqual(2)
  expect(answers.filter(({ error }) => error === null).length).toBeLessThanOrEqual(10)
  const known = await signUp(area.engine)
  await isOld(known)
  await area.givePoints(known, 5)
  expectAllowed(await approve(known, await bring(known)))
})

describe('a circle of referrals', () => {
  it('is still detected when its middle member leaves', async () => {
    const first = await signUp(area.engine)
    const second = await bring(first)
    const third = await bring(second)
    expectAllowed(await approve(first, second))
    expectAllowed(await approve(second, third))
    await second.rpc('delete_own_account', { password: second.user.password }).throwOnError()
    const row = { referrer_id: third.user.id, referred_email: first.user.email, status: 'pending' }
    expectAllowed(await first.from('referrals').insert(row))
    expectError(await approve(third, first), 'RF002')
    expect(await balance(third)).toBe(0)
  })

  it('is still detected when its first member leaves and returns through it', async () => {
    const first = await signUp(area.engine)
    const second = await bring(first)
    expectAllowed(await approve(first, second))
    await first.rpc('delete_own_account', { password: first.user.password }).throwOnError()
    const again = await bring(second, first.user.email)
    expectError(await approve(second, again), 'RF002')
    expect(await balance(second)).toBe(0)
  })
})

describe('an unconfirmed address with a tag', () => {
  const mailbox = () => {
    const name = `tom${randomUUID().slice(0, 8)}`
    return { plain: `${name}@example.com`, tagged: (tag: string) => `${name}+${tag}@example.com` }
  }

  it('counts once, whatever the tag, and leaves the plain address to its owner, once', async () => {
    const { plain, tagged } = mailbox()
    const stranger = await bring(area.member, tagged('evil'))
    const other = await bring(area.member, tagged('more'))
    expectAllowed(await approve(area.member, stranger))
    expectError(await approve(area.member, other), 'RF001')
    const owner = await bring(area.other, plain)
    expectAllowed(await approve(area.other, owner))
    expect([await balance(area.member), await balance(area.other)]).toEqual([100, 100])
    await owner.rpc('delete_own_account', { password: owner.user.password }).throwOnError()
    for (const email of [plain, tagged('evil2'), tagged('new')]) {
      const again = await bring(area.other, email)
      expect(
        await area.row('select id from public.referrals where referred_user_id = $1', [again.user.id]),
      ).toBeUndefined()
    }
  })

  it('counts for the whole mailbox once a mailed link has confirmed it', async () => {
    const { plain, tagged } = mailbox()
    const friend = await bring(area.member, tagged('club'))
    await area.row('update auth.users set confirmation_sent_at = email_confirmed_at where id = $1', [friend.user.id])
    expectAllowed(await approve(area.member, friend))
    const again = await bring(area.member, plain)
    expect(
      await area.row('select id from public.referrals where referred_user_id = $1', [again.user.id]),
    ).toBeUndefined()
  })
})
