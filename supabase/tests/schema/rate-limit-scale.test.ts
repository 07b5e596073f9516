import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { expectError } from '../support/denied.ts'

let engine: TestEngine
let member: Persona
beforeAll(async () => {
  engine = await startEngine({ rateLimitScale: 0.2 })
  member = await signUp(engine)
})
afterAll(() => engine.close())

it('the engine’s initial scale applies to the limits of the domain', async () => {
  const post = (content: string) => member.from('newsfeed_posts').insert({ content })
  expect([(await post('one')).error, (await post('two')).error]).toEqual([null, null])
  expectError(await post('three'), 'PT429')
})

it('members and the service role cannot change the scale', async () => {
  const rows = await engine.owner.query(
    `select role, has_function_privilege(role, 'private.set_rate_limit_scale(numeric)', 'execute') as may
      from unnest(array['anon', 'authenticated', 'service_role']) as r (role)`,
  )
  expect(rows.filter((row) => row.may)).toEqual([])
})
