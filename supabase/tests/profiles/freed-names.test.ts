import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine } from '../../../test-support/start-engine.ts'
import { expectAllowed, expectError } from '../support/denied.ts'

let engine: Awaited<ReturnType<typeof startEngine>>
let admin: Persona
let other: Persona

beforeAll(async () => {
  engine = await startEngine()
  admin = await signUp(engine, { admin: true })
  other = await signUp(engine)
})
afterAll(() => engine.close())

const rename = (who: Persona, username: string, id = who.user.id) =>
  who.from('profiles').update({ username }).eq('id', id).select('username')
const problem = async (username: string, who = guest(engine)) =>
  expectAllowed(await who.rpc('username_problem', { username })) as string | null
const keysOf = (username: string) =>
  engine.owner.query(
    'select user_id, freed_at from private.username_keys where key = any(private.username_keys_of($1))',
    [username],
  )
/** Moves the release of a name into the past by that many days. */
const age = (username: string, days: number) =>
  engine.owner.query(
    `update private.username_keys set freed_at = freed_at - make_interval(days => $2)
      where key = any(private.username_keys_of($1))`,
    [username, days],
  )
let count = 0
/** A name used only by this test. */
const fresh = (word: string) => `${word} ${++count}${randomUUID().replace(/\D/g, '').slice(0, 6)}`

describe('a name given up by a change', () => {
  it('is reserved, with its lookalikes, and can be taken back', async () => {
    const [first, second] = [fresh('Quill'), fresh('Reel')]
    const member = await signUp(engine, { username: first })
    expectAllowed(await rename(member, second))
    for (const name of [first, first.toUpperCase(), first.replace('ll', 'lI')]) {
      expect([name, await problem(name)]).toEqual([name, 'kept'])
      expectError(await rename(other, name), '23U02')
    }
    expectError(await rename(admin, first, other.user.id), '23U02')
    expect(await problem(first, member)).toBeNull()
    expectAllowed(await rename(member, first))
    expect(await problem(first)).toBe('taken')
    expect(await problem(second)).toBe('kept')
  })

  it('is reserved for its former owner when an admin changed it', async () => {
    const name = fresh('Spod')
    const member = await signUp(engine, { username: name })
    expectAllowed(await rename(admin, fresh('Renamed'), member.user.id))
    expectError(await rename(other, name), '23U02')
    expectAllowed(await rename(member, name))
  })

  it('is free after 90 days, not before, and its row is deleted', async () => {
    const name = fresh('Barbel')
    const member = await signUp(engine, { username: name })
    expectAllowed(await rename(member, fresh('Barbless')))
    await age(name, 89)
    expect(await problem(name)).toBe('kept')
    await age(name, 1)
    expect(await problem(name)).toBeNull()
    const taker = await signUp(engine, { username: name })
    expect(new Set((await keysOf(name)).map(({ user_id }) => user_id))).toEqual(new Set([taker.user.id]))
    expectError(await rename(member, name), '23505')
  })

  it('is removed from the table by the next change after its time', async () => {
    const name = fresh('Stale')
    const member = await signUp(engine, { username: name })
    expectAllowed(await rename(member, fresh('Staler')))
    await age(name, 91)
    expectAllowed(await rename(await signUp(engine), fresh('Tidy')))
    expect(await keysOf(name)).toEqual([])
  })

  it('is not given up by a change of case', async () => {
    const name = fresh('crucian')
    const member = await signUp(engine, { username: name })
    expectAllowed(await rename(member, name.replace('c', 'C')))
    for (const key of await keysOf(name)) expect(key).toMatchObject({ user_id: member.user.id, freed_at: null })
  })

  it('cannot be swapped directly between two members', async () => {
    const names = [fresh('Bream'), fresh('Roach')] as const
    const [one, two] = [await signUp(engine, { username: names[0] }), await signUp(engine, { username: names[1] })]
    expectAllowed(await rename(one, fresh('Between')))
    expectError(await rename(two, names[0]), '23U02')
    expectError(await rename(one, names[1]), '23505')
  })

  it('cannot be changed an eleventh time in 90 days, except by an admin', async () => {
    const member = await signUp(engine, { username: fresh('Hoarder') })
    for (let n = 0; n < 10; n++) expectAllowed(await rename(member, fresh('Hoarded')))
    const last = fresh('Too many')
    expectError(await rename(member, last), '23U03')
    expect(await problem(last)).toBeNull()
    expectAllowed(await rename(admin, last, member.user.id))
  })
})

describe('the name of a deleted account', () => {
  const ways: [string, (member: Persona) => Promise<unknown>][] = [
    [
      'its owner',
      async (member) => expectAllowed(await member.rpc('delete_own_account', { password: member.user.password })),
    ],
    ['an admin', async (member) => expectAllowed(await admin.rpc('delete_user', { user_id: member.user.id }))],
    [
      'an admin who deletes the profile',
      async (member) => {
        const gone = await admin.from('profiles').delete().eq('id', member.user.id).select('id')
        expect(expectAllowed(gone)).toHaveLength(1)
      },
    ],
    ['the auth service', (member) => engine.owner.query('delete from auth.users where id = $1', [member.user.id])],
  ]

  it.each(ways)('is reserved for 90 days when deleted by %s', async (_, remove) => {
    const name = fresh('Ghost')
    const member = await signUp(engine, { username: name })
    const earlier = fresh('Ghostly')
    expectAllowed(await rename(member, earlier))
    await remove(member)
    expect(await engine.owner.query('select from profiles where id = $1', [member.user.id])).toEqual([])
    for (const kept of [name, earlier]) {
      expect(await problem(kept)).toBe('kept')
      const keys = await keysOf(kept)
      expect(keys.length).toBeGreaterThan(0)
      for (const key of keys) {
        expect(key).toMatchObject({ freed_at: expect.any(Date) })
        expect(key.user_id).not.toBe(member.user.id)
      }
    }
    const again = { username: earlier }
    await expect(signUp(engine, again)).rejects.toMatchObject({
      status: 422,
      message: 'Username was given up recently',
    })
    await age(earlier, 90)
    expect((await signUp(engine, again)).user.username).toBe(earlier)
  })

  it('is stored only as a digest', async () => {
    const columns = await engine.owner.query(
      `select attname as name, atttypid::regtype::text as type from pg_attribute
        where attrelid = 'private.username_keys'::regclass and attnum > 0 order by attnum`,
    )
    expect(columns.filter(({ type }) => type === 'text')).toEqual([])
  })
})
