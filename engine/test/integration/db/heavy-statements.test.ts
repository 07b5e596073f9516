import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'

// A lock on a table stands in for statements that take long: nothing depends on the speed of the machine.

const ATTACKERS = 6
const TOKEN = 'a-token-that-only-the-scraper-has'

let engine: TestEngine
let attackers: Persona[]
let tom: Persona
let locks: pg.Client

beforeAll(async () => {
  engine = await startEngine({ metricsToken: TOKEN })
  attackers = await Promise.all(Array.from({ length: ATTACKERS }, () => signUp(engine)))
  tom = await signUp(engine)
  locks = new pg.Client({ connectionString: engine.databaseUrl })
  await locks.connect()
})
afterAll(async () => {
  await locks.end()
  await engine.close()
})

const NESTED = 'id,newsfeed_reactions(id,profiles(id,newsfeed_reactions(*,newsfeed_posts(id))))'

it.each([
  ['lists inside of lists', NESTED],
  ['one list of each row', 'id,newsfeed_reactions(id)'],
])('reads the feed for others while six members at one address ask for %s, one at a time', async (_, select) => {
  await locks.query('begin')
  await locks.query('lock table public.newsfeed_reactions in access exclusive mode')
  const held = attackers.flatMap((client) => [
    client.from('newsfeed_posts').select(select).then(),
    client.from('newsfeed_posts').select(select).then(),
  ])
  const visitor = guest(engine)
  for (let i = 0; i < 20; i += 1) {
    await tom.from('newsfeed_posts').select('id, content, author:profiles(username)').limit(20).throwOnError()
    await visitor.from('leaderboard').select('username, points').limit(10).throwOnError()
  }
  await expect.poll(() => running(), { timeout: 10_000 }).toBe(1)
  await locks.query('rollback')
  const answers = await Promise.all(held)
  for (const { status } of answers) expect(status).toBe(200)
})

it('answers a statement that takes longer than a second', async () => {
  await locks.query('begin')
  await locks.query('lock table public.newsfeed_reactions in access exclusive mode')
  const ask = tom.from('newsfeed_posts').select('id,newsfeed_reactions(id)').then()
  await expect.poll(() => heavy(), { timeout: 5_000 }).toBe(1)
  await locks.query('rollback')
  expect((await ask).status).toBe(200)
  expect(await heavy()).toBe(0)
})

/** Statements that wait for the lock; the others have no connection yet. */
async function running(): Promise<number> {
  const { rows } = await locks.query(
    `select count(*)::int as waiting from pg_catalog.pg_stat_activity
     where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows[0].waiting
}

/** Statements on connections for heavy ones. */
async function heavy(): Promise<number> {
  const text = await (await fetch(`${engine.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text()
  return Number(/^bankside_database_busy\{lane="heavy"\} (\d+)/m.exec(text)?.[1])
}
