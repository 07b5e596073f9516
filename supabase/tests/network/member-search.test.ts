import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { expectAllowed } from '../support/denied.ts'

let engine: TestEngine
let admin: Persona
let member: Persona

beforeAll(async () => {
  engine = await startEngine()
  ;[admin, member] = await Promise.all([signUp(engine, { admin: true }), signUp(engine)])
})
afterAll(() => engine.close())

const postCount = async (reader: Persona, { user }: Persona) =>
  expectAllowed(await reader.from('member_search').select('post_count').eq('id', user.id).single()).post_count

it('counts no post of a suspended member for members, but all of them for admins', async () => {
  const author = await signUp(engine)
  for (const content of ['At the lake', 'Still at the lake'])
    expectAllowed(await author.from('newsfeed_posts').insert({ user_id: author.user.id, content }).select().single())
  expect([await postCount(member, author), await postCount(admin, author)]).toEqual([2, 2])

  await engine.owner.query('update profiles set is_suspended = true where id = $1', [author.user.id])
  expect([await postCount(member, author), await postCount(admin, author)]).toEqual([0, 2])
  const busiest = await member.from('member_search').select('id').gt('post_count', 0)
  expect(expectAllowed(busiest)).toEqual([])

  await engine.owner.query('update profiles set is_suspended = false where id = $1', [author.user.id])
  expect([await postCount(member, author), await postCount(admin, author)]).toEqual([2, 2])
})
