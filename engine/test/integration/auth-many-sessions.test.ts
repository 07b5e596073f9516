import { AuthSessionMissingError } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { guest, signIn, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine({ rateLimitScale: 1, maxSessionsPerAccount: 3 })
})
afterAll(async () => {
  await engine.close()
})

it('a new session ends the one of the account that was not used for longest', async () => {
  const [first, other] = [await signUp(engine), await signUp(engine)]
  const second = await signIn(engine, first.user)
  const third = await signIn(engine, first.user)
  expect((await first.auth.refreshSession()).error).toBeNull()
  const fourth = await signIn(engine, first.user)

  // With the last of its tokens it can neither read nor be refreshed.
  const { data } = await second.auth.getSession()
  const refresh_token = data.session?.refresh_token ?? ''
  expect((await second.auth.getUser()).error).toBeInstanceOf(AuthSessionMissingError)
  const refused = await guest(engine).auth.refreshSession({ refresh_token })
  expect(refused.error).toMatchObject({ code: 'refresh_token_not_found' })
  for (const client of [first, third, fourth, other]) expect((await client.auth.getUser()).error).toBeNull()
  expect(
    await engine.owner.query('select count(*)::int from auth.sessions where user_id = $1', [first.user.id]),
  ).toEqual([{ count: 3 }])
})
