import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { follow } from './realtime-follow.ts'

let engine: TestEngine
let admin: Persona
let member: Persona

beforeAll(async () => {
  engine = await startEngine()
  admin = await signUp(engine, { admin: true })
  member = await signUp(engine)
})
afterAll(async () => {
  await engine.close()
})

describe('row-level security', () => {
  it('sends a member their own points and never those of others', async () => {
    const other = await signUp(engine)
    const own = await follow(member, [{ event: '*', schema: 'public', table: 'points_log' }])
    const all = await follow(admin, [{ event: '*', schema: 'public', table: 'points_log' }])
    for (let i = 0; i < 10; i += 1) {
      const rows = Array.from({ length: 10 }, () => ({ user_id: other.user.id, points_change: 1, reason: 'catch' }))
      await admin.from('points_log').insert(rows).throwOnError()
    }
    await admin
      .from('points_log')
      .insert({ user_id: member.user.id, points_change: 7, reason: 'for the member' })
      .throwOnError()
    const mine = await own.until((changes) => changes.length > 0)
    expect(mine).toMatchObject([
      { eventType: 'INSERT', new: { user_id: member.user.id, points_change: 7 }, errors: null },
    ])
    const seen = await all.until((changes) => changes.length >= 101)
    expect(seen).toHaveLength(101)
    expect(seen.at(-1)).toMatchObject({ new: { reason: 'for the member' } })
  })
})
