import { AuthSessionMissingError } from '@supabase/supabase-js'
import { afterEach, expect, it } from 'vitest'
import { guest, signIn, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'

let engine: TestEngine
afterEach(async () => {
  await engine.close()
})

it('a new session ends the one of the account that was not used for longest', async () => {
  engine = await startEngine({ rateLimitScale: 1, maxSessionsPerAccount: 3 })
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

it('a session keeps a hundred of its exchanged tokens, and ends when one of them is used again', async () => {
  engine = await startEngine()
  const member = await signUp(engine)
  const tokens: string[] = []
  for (let n = 0; n < 110; n += 1) {
    const { data } = await member.auth.getSession()
    tokens.push(data.session?.refresh_token ?? '')
    expect((await member.auth.refreshSession()).error).toBeNull()
  }
  const count = 'select count(*)::int from auth.refresh_tokens where user_id = $1'
  expect(await engine.owner.query(count, [member.user.id])).toEqual([{ count: 101 }])

  const use = async (refresh_token = '') => (await guest(engine).auth.refreshSession({ refresh_token })).error
  expect(await use(tokens[0])).toMatchObject({ code: 'refresh_token_not_found' })
  expect((await member.auth.getUser()).error).toBeNull()
  await engine.owner.query(`update auth.refresh_tokens set updated_at = updated_at - interval '11 seconds'`)
  expect(await use(tokens[50])).toMatchObject({ code: 'refresh_token_already_used' })
  expect((await member.auth.getUser()).error).toBeInstanceOf(AuthSessionMissingError)
})
