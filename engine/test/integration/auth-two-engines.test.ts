import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, newcomer } from '../conformance/auth-request.ts'

let first: TestEngine
let second: TestEngine
beforeAll(async () => {
  first = await startEngine()
  const { databaseUrl, jwtSecret, publishableKey } = first
  second = await startEngine({ databaseUrl, jwtSecret, publishableKey })
})
afterAll(async () => {
  await second.close()
  await first.close()
})

const signUp = async () => (await authRequest(first, '/signup', { method: 'POST', body: newcomer() })).body
const refresh = (engine: TestEngine, token: string) =>
  authRequest(engine, '/token?grant_type=refresh_token', { method: 'POST', body: { refresh_token: token } })

describe('two engines on one database', () => {
  it('answer concurrent refreshes of one token with the same successor, whichever engine they reach', async () => {
    const { refresh_token } = await signUp()
    const engines = [first, second, first, second, first, second]
    const replies = await Promise.all(engines.map((engine) => refresh(engine, refresh_token)))
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(replies.map(({ body }) => body.refresh_token)).size).toBe(1)
  })

  it('accept each other’s sessions and sign-outs', async () => {
    const { access_token: token, refresh_token } = await signUp()
    expect((await authRequest(second, '/user', { token })).status).toBe(200)
    expect((await authRequest(first, '/logout', { method: 'POST', token })).status).toBe(204)
    expect(await authRequest(second, '/user', { token })).toMatchObject({
      status: 403,
      body: { code: 'session_not_found' },
    })
    expect((await refresh(second, refresh_token)).status).toBe(400)
  })

  it('create one account when the same address signs up at both', async () => {
    const { email } = newcomer()
    const replies = await Promise.all(
      [first, second].map((engine) =>
        authRequest(engine, '/signup', { method: 'POST', body: { ...newcomer(), email } }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
  })
})
