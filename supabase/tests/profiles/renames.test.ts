import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine } from '../../../test-support/start-engine.ts'
import { expectAllowed, expectError } from '../support/denied.ts'

let engine: Awaited<ReturnType<typeof startEngine>>
let admin: Persona

beforeAll(async () => {
  engine = await startEngine({ rateLimitScale: 1 })
  admin = await signUp(engine, { admin: true })
})
afterAll(() => engine.close())

const rename = (who: Persona, username: string, id = who.user.id) =>
  who.from('profiles').update({ username }).eq('id', id).select('username')
const fresh = (word: string) => `${word} ${randomUUID().replace(/\D/g, '').slice(0, 7)}`

describe('a member changes their own name at most ten times in 90 days', () => {
  const ways: [string, (name: string) => string][] = [
    ['its case alone', (name) => name.toUpperCase()],
    ['between two names of theirs', (name) => `${name} II`],
  ]

  it.each(ways)('%s', async (_, other) => {
    const name = fresh('Tench')
    const member = await signUp(engine, { username: name })
    for (let n = 0; n < 5; n += 1) {
      expectAllowed(await rename(member, other(name)))
      expectAllowed(await rename(member, name))
    }
    expectError(await rename(member, other(name)), '23U03')
    expect(await engine.owner.query('select username from profiles where id = $1', [member.user.id])).toEqual([
      { username: name },
    ])
    expectAllowed(await rename(admin, other(name), member.user.id))
  })

  it('a profile that is saved with the name as it is does not count', async () => {
    const name = fresh('Rudd')
    const member = await signUp(engine, { username: name })
    for (let n = 0; n < 12; n += 1) expectAllowed(await rename(member, n % 2 ? name : ` ${name} `))
    expectAllowed(await rename(member, name.toUpperCase()))
  })

  it('one who changed it 90 days ago may do so again', async () => {
    const name = fresh('Roach')
    const member = await signUp(engine, { username: name })
    for (let n = 0; n < 10; n += 1) expectAllowed(await rename(member, n % 2 ? name : name.toUpperCase()))
    expectError(await rename(member, name.toUpperCase()), '23U03')
    await engine.owner.query(
      `update private.rate_counters set window_start = window_start - interval '90 days' where user_id = $1`,
      [member.user.id],
    )
    expectAllowed(await rename(member, name.toUpperCase()))
  })
})
