import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'

const HOUR_MS = 3_600_000

let engine: TestEngine
let hourly: (() => void)[]
beforeAll(async () => {
  const timers = vi.spyOn(globalThis, 'setInterval')
  engine = await startEngine()
  hourly = timers.mock.calls.filter(([, ms]) => ms === HOUR_MS).map(([work]) => work as () => void)
  timers.mockRestore()
})
afterAll(async () => {
  await engine.close()
})

interface Times {
  /** Days since the sign-in. */
  created: number
  /** Days since the last refresh; null without one. */
  refreshed: number | null
  /** Days until the fixed end, negative after it. */
  ends: number
}

/** A session of the member with these times. */
async function session(memberId: string, { created, refreshed, ends }: Times): Promise<string> {
  const id = randomUUID()
  await engine.owner.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, refreshed_at, not_after)
     values ($1, $2, now() - $3 * interval '1 day', now(),
       (now() - $4 * interval '1 day') at time zone 'UTC', now() + $5 * interval '1 day')`,
    [id, memberId, created, refreshed, ends],
  )
  return id
}

it('deletes sessions unused for 31 days or ended for a day, and no others', async () => {
  const { user } = await signUp(engine)
  const make = (times: Times) => session(user.id, times)
  const kept = [
    await make({ created: 80, refreshed: 1, ends: 10 }),
    await make({ created: 80, refreshed: 30.9, ends: 10 }),
    await make({ created: 30.9, refreshed: null, ends: 60 }),
    await make({ created: 90, refreshed: 1, ends: -0.9 }),
  ]
  const deleted = [
    await make({ created: 80, refreshed: 31.1, ends: 10 }),
    await make({ created: 31.1, refreshed: null, ends: 60 }),
    await make({ created: 91, refreshed: 1, ends: -1.1 }),
  ]
  const left = async (ids: string[]) =>
    (await engine.owner.query('select id from auth.sessions where id = any($1::uuid[])', [ids])).map(({ id }) => id)
  expect(hourly.length).toBeGreaterThan(0)
  for (const work of hourly) work()
  await expect.poll(() => left(deleted), { timeout: 10_000 }).toEqual([])
  expect((await left(kept)).sort()).toEqual(kept.sort())
})
