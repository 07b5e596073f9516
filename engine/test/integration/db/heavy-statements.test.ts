import { get } from 'node:http'
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
])('reads the feed for others while six members at one address ask for %s, two at a time', async (_, select) => {
  await locks.query('begin')
  await locks.query('lock table public.newsfeed_reactions in access exclusive mode')
  const held = attackers.flatMap((client) => [askFromElsewhere(client, select), askFromElsewhere(client, select)])
  const visitor = guest(engine)
  for (let i = 0; i < 20; i += 1) {
    await tom.from('newsfeed_posts').select('id, content, author:profiles(username)').limit(20).throwOnError()
    await visitor.from('leaderboard').select('username, points').limit(10).throwOnError()
  }
  await expect.poll(() => heavy(), { timeout: 10_000 }).toBe(2)
  await locks.query('rollback')
  for (const status of await Promise.all(held)) expect(status).toBe(200)
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

/** Asks for posts from another network address than the other members. @returns the status of the answer. */
async function askFromElsewhere(client: Persona, select: string): Promise<number> {
  const { data } = await client.auth.getSession()
  const url = `${engine.url}/rest/v1/newsfeed_posts?select=${encodeURIComponent(select)}`
  const headers = { apikey: engine.publishableKey, authorization: `Bearer ${data.session?.access_token}` }
  return new Promise((resolve, reject) => {
    get(url, { headers, localAddress: '127.0.0.9' }, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode ?? 0))
    }).on('error', reject)
  })
}

/** Statements on connections for heavy ones. */
async function heavy(): Promise<number> {
  const text = await (await fetch(`${engine.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text()
  return Number(/^bankside_database_busy\{lane="heavy"\} (\d+)/m.exec(text)?.[1])
}
