import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, signUp } from '../../../test-support/personas.ts'
import { startEngine } from '../../../test-support/start-engine.ts'
import { expectAllowed } from '../support/denied.ts'

let engine: Awaited<ReturnType<typeof startEngine>>

beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

/** Signs up and returns what the database then stores for the address. */
async function register(data: Record<string, unknown>) {
  const email = `${randomUUID()}@bankside.test`
  const { error } = await guest(engine).auth.signUp({ email, password: 'quiet-water', options: { data } })
  const [profile] = await engine.owner.query(
    'select p.* from auth.users as u left join profiles as p on p.id = u.id where u.email = $1',
    [email],
  )
  return { email, error, profile }
}

describe('signing up', () => {
  it('creates the profile, trimmed, empty and without rights, whatever the metadata claims', async () => {
    const username = `Roach ${randomUUID().slice(0, 8)}`
    const { error, profile } = await register({
      username: ` ${username} `,
      is_admin: true,
      is_suspended: true,
      points: 9999,
      bio: 'x',
    })
    expect(error).toBeNull()
    expect(profile).toMatchObject({ username, bio: '', avatar_url: '', fishing_photos: [], is_admin: false })
    expect(profile).toMatchObject({ is_suspended: false, badge_count: 0 })
    expect(Number(profile?.points)).toBe(0)
  })

  it.each([
    ['blank', '   '],
    ['empty', ''],
    ['too long', 'x'.repeat(51)],
    ['on two lines', 'a\nb'],
  ])('with a username that is %s creates no account', async (_, username) => {
    const { error, profile } = await register({ username })
    expect(error).not.toBeNull()
    expect(profile).toBeUndefined()
  })

  it('with a taken username creates no account, regardless of case', async () => {
    const username = `Bream ${randomUUID().slice(0, 8)}`
    expect((await register({ username })).error).toBeNull()
    const second = await register({ username: username.toUpperCase() })
    expect(second.error).not.toBeNull()
    expect(second.profile).toBeUndefined()
    // Without an address nothing that comes later would fail.
    const id = randomUUID()
    const unaddressed = engine.owner.query(
      `insert into auth.users (id, raw_user_meta_data) values ($1, jsonb_build_object('username', $2::text))`,
      [id, username],
    )
    await expect(unaddressed).rejects.toMatchObject({ code: '23505', message: 'Username is already taken' })
    expect(await engine.owner.query('select from auth.users where id = $1', [id])).toEqual([])
  })

  it('of twenty people at once with one username creates one account', async () => {
    const username = `Perch ${randomUUID().slice(0, 8)}`
    const results = await Promise.all(Array.from({ length: 20 }, () => register({ username })))
    expect(results.filter(({ profile }) => profile)).toHaveLength(1)
  })

  it('without a username gives a neutral one that reveals nothing of the address', async () => {
    const { email, profile } = await register({})
    expect(profile?.username).toMatch(/^angler-\d{8}$/)
    expect(email).not.toContain(profile?.username)
  })

  it('creates no account while no neutral name can be had, not even one without an address', async () => {
    const add = async (email: string | null) => {
      const id = randomUUID()
      await engine.owner.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [
        id,
        email,
      ])
      return await engine.owner.query('select username from profiles where id = $1', [id])
    }
    await engine.owner.query(
      `create function private.tg_none_left() returns trigger language plpgsql
        as $$ begin raise unique_violation; end $$`,
    )
    await engine.owner.query(
      `create trigger _000_none_left before insert on profiles for each row execute function private.tg_none_left()`,
    )
    const count = async () => (await engine.owner.query('select count(*) from auth.users'))[0]
    const before = await count()
    for (const email of [`${randomUUID()}@bankside.test`, null])
      await expect(add(email)).rejects.toMatchObject({ code: '23505', message: 'Username is already taken' })
    expect(await count()).toEqual(before)
    await engine.owner.query('drop trigger _000_none_left on profiles')
    expect(await add(null)).toEqual([{ username: expect.stringMatching(/^angler-/) }])
  })
})

describe('is_username_available', () => {
  it('shows guests whether a name is valid and free', async () => {
    const username = `Zander ${randomUUID().slice(0, 8)}`
    const free = async (name: string) => (await guest(engine).rpc('is_username_available', { username: name })).data
    expect(await free(username)).toBe(true)
    await signUp(engine, { username })
    expect(await free(` ${username.toLowerCase()} `)).toBe(false)
    expect(await free('')).toBe(false)
    expect(await free('x'.repeat(50))).toBe(true)
    expect(await free('x'.repeat(51))).toBe(false)
  })

  it("accepts a member's own name", async () => {
    const username = `Chub ${randomUUID().slice(0, 8)}`
    const member = await signUp(engine, { username })
    expect(expectAllowed(await member.rpc('is_username_available', { username }))).toBe(true)
  })
})

describe('referrer_username', () => {
  it('shows guests the name behind a link, and null for an unknown ID', async () => {
    const username = `Dace ${randomUUID().slice(0, 8)}`
    const member = await signUp(engine, { username })
    expect((await guest(engine).rpc('referrer_username', { user_id: member.user.id })).data).toBe(username)
    expect((await guest(engine).rpc('referrer_username', { user_id: randomUUID() })).data).toBeNull()
  })
})
