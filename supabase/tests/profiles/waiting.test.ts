import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { expectAllowed } from '../support/denied.ts'

let engine: TestEngine
let member: Persona
let admin: Persona
beforeAll(async () => {
  engine = await startEngine()
  member = await signUp(engine)
  admin = await signUp(engine, { admin: true })
})
afterAll(() => engine.close())

const unique = () => randomUUID().slice(0, 8)

/** An unconfirmed account as Auth creates it. */
async function waiting(username: string | null, data: object = {}) {
  const [id, email] = [randomUUID(), `${randomUUID()}@example.com`]
  await engine.owner.query('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)', [
    id,
    email,
    JSON.stringify(username === null ? data : { ...data, username }),
  ])
  return { id, email }
}
const confirm = (id: string) =>
  engine.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [id])
const nameOf = async (id: string): Promise<string | undefined> =>
  (await engine.owner.query('select username from profiles where id = $1', [id]))[0]?.username
const isFree = async (username: string) => expectAllowed(await guest(engine).rpc('is_username_available', { username }))

describe('an unconfirmed account', () => {
  it('takes no name and cannot be found until it is confirmed', async () => {
    const username = `Wels ${unique()}`
    const { id, email } = await waiting(username)
    const seen = async () => ({
      free: await isFree(username),
      referrer: (await guest(engine).rpc('referrer_username', { user_id: id })).data,
      found: (await member.from('member_search').select('username').eq('username', username)).data?.length,
      listed: (await admin.from('user_profiles_with_email').select('auth_email').eq('auth_email', email)).data?.length,
    })
    expect(await seen()).toEqual({ free: true, referrer: null, found: 0, listed: 0 })
    await confirm(id)
    expect(await seen()).toEqual({ free: false, referrer: username, found: 1, listed: 1 })
  })

  it('is refused a taken or invalid name, like any other', async () => {
    await expect(waiting(member.user.username.toUpperCase())).rejects.toMatchObject({ code: '23505' })
    await expect(waiting('in\u200bvisible')).rejects.toMatchObject({ code: '22U02' })
  })

  it('gets its name with a number when the name was taken in the meantime', async () => {
    const username = `Barbel ${unique()}x`
    const [first, second, third] = [await waiting(username), await waiting(username), await waiting(username)]
    for (const { id } of [second, first, third]) await confirm(id)
    expect(await nameOf(second.id)).toBe(username)
    expect(await nameOf(first.id)).toBe(`${username}2`)
    expect(await nameOf(third.id)).toBe(`${username}3`)
  })

  it('gets such a name also when it has the maximum length', async () => {
    const username = `${unique()}${'x'.repeat(42)}`
    const [first, second] = [await waiting(username), await waiting(username)]
    for (const { id } of [first, second]) await confirm(id)
    expect(await nameOf(second.id)).toBe(`${username.slice(0, 44)}2`)
  })

  it('gets a neutral name when it chose none', async () => {
    const { id } = await waiting(null)
    await confirm(id)
    expect(await nameOf(id)).toMatch(/^angler-\d{8}$/)
  })

  it.each([1, 8])('gets a unique name when %i others are confirmed at the same moment', async (others) => {
    const username = `Nase ${unique()}x`
    const accounts = await Promise.all(Array.from({ length: others + 1 }, () => waiting(username)))
    await Promise.all(accounts.map(({ id }) => confirm(id)))
    const names = await Promise.all(accounts.map(({ id }) => nameOf(id)))
    expect(new Set(names).size).toBe(others + 1)
    expect(names).toContain(username)
  })

  it('is invisible to its referrer before the confirmation', async () => {
    const { id } = await waiting(`Ide ${unique()}`, { referrer_id: member.user.id })
    const pending = async () =>
      (await member.from('referrals').select('referred_user_id').eq('referred_user_id', id)).data?.length
    expect(await pending()).toBe(0)
    await confirm(id)
    expect(await pending()).toBe(1)
  })

  it('is suspended from the start when its address was', async () => {
    const { id, email } = await waiting(`Rudd ${unique()}`)
    await confirm(id)
    await engine.owner.query('update profiles set is_suspended = true where id = $1', [id])
    await engine.owner.query('delete from auth.users where id = $1', [id])
    const again = randomUUID()
    await engine.owner.query('insert into auth.users (id, email) values ($1, $2)', [again, email])
    await confirm(again)
    expect(await engine.owner.query('select is_suspended from profiles where id = $1', [again])).toEqual([
      { is_suspended: true },
    ])
  })

  it('may have its address changed and be deleted, with the secret key and by an admin', async () => {
    const [first, second] = [await waiting(`Chub ${unique()}`), await waiting(`Dace ${unique()}`)]
    const email = `${randomUUID()}@example.com`
    const { error } = await service(engine).auth.admin.updateUserById(first.id, { email })
    expect(error).toBeNull()
    await confirm(first.id)
    expect((await admin.from('user_profiles_with_email').select('id').eq('auth_email', email)).data).toEqual([
      { id: first.id },
    ])
    expectAllowed(await admin.rpc('delete_user', { user_id: second.id }))
    expect(await engine.owner.query('select from auth.users where id = $1', [second.id])).toEqual([])
  })

  it('is unchanged when a confirmed address is confirmed again', async () => {
    const { id } = await waiting(`Tench ${unique()}`)
    await confirm(id)
    await engine.owner.query(`update profiles set bio = 'Early riser' where id = $1`, [id])
    await engine.owner.query('update auth.users set email_confirmed_at = null where id = $1', [id])
    await confirm(id)
    expect(await engine.owner.query('select bio from profiles where id = $1', [id])).toEqual([{ bio: 'Early riser' }])
  })
})

it('an account confirmed in the transaction of its sign-up has its profile and name at once', async () => {
  const [id, username] = [randomUUID(), `Gudgeon ${unique()}`]
  // Several statements without values are one transaction.
  await engine.owner.query(
    `insert into auth.users (id, email, raw_user_meta_data)
       values ('${id}', '${id}@example.com', '{"username": "${username}"}');
     update auth.users set email_confirmed_at = now() where id = '${id}'`,
  )
  expect(await nameOf(id)).toBe(username)
})
