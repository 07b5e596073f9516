import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, it, vi } from 'vitest'
import { type Persona, signIn, signUp } from '../../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'
import { prepareDatabase } from '../../../src/db/prepare-database.ts'
import { targetFromUrl } from '../../../src/db/target.ts'
import { createLogger } from '../../../src/kernel/logger.ts'
import { findRoot } from '../../../src/start/root-folder.ts'
import { caughtUp, type ExternalPostgres, promote, startExternalPostgres } from './external-postgres.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const jwtSecret = randomBytes(32).toString('base64url')
const cleanUp: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

async function serverAndFollower(major: 15 | 17): Promise<[ExternalPostgres, ExternalPostgres]> {
  const primary = await startExternalPostgres(major)
  cleanUp.push(() => primary.stop())
  const follower = await primary.follow()
  cleanUp.push(() => follower.stop())
  return [primary, follower]
}

async function startOn({ url }: ExternalPostgres): Promise<TestEngine> {
  const engine = await startEngine({ databaseUrl: url, jwtSecret })
  cleanUp.push(() => engine.close())
  return engine
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** A member's typical write, to a table whose changes are captured. */
async function post(member: Persona, content: string): Promise<unknown> {
  return (await member.from('newsfeed_posts').insert({ content })).error
}

/** Makes the engine's sequences unlogged, as an operator might by hand. */
async function prepareUnlogged(url: string): Promise<void> {
  await prepareDatabase(targetFromUrl(url, jwtSecret), findRoot(), jwtSecret, createLogger('silent'))
  await ask(url, 'alter sequence engine.changes_id_seq set unlogged')
  await ask(url, 'alter sequence engine.woken_at set unlogged')
}

it('accepts posts and new members on a standby that is promoted right after the first start', async () => {
  const [primary, follower] = await serverAndFollower(17)
  const engine = await startOn(primary)
  const member = await signUp(engine)
  expect(await post(member, 'Before the failover')).toBeNull()
  await caughtUp(primary.url, follower.url)
  await expect(startOn(follower)).rejects.toThrow('The database is a standby, which takes no writes')
  await promote(follower.url)

  const next = await startOn(follower)
  expect((await fetch(`${next.url}/readyz`)).status).toBe(200)
  const again = await signIn(next, member.user)
  expect(await post(again, 'After the failover')).toBeNull()
  await signUp(next)
})

it('repairs a database whose sequences were unlogged at such a promotion, at the start of an engine', async () => {
  const [primary, follower] = await serverAndFollower(15)
  await prepareUnlogged(primary.url)
  await caughtUp(primary.url, follower.url)
  await promote(follower.url)
  // The fault itself: without it this test would prove nothing.
  await expect(ask(follower.url, `select nextval('engine.changes_id_seq')`)).rejects.toThrow(/bad magic number/)

  const engine = await startOn(follower)
  const member = await signUp(engine)
  expect(await post(member, 'Mended')).toBeNull()
  expect(
    await ask(
      follower.url,
      `select relname, relpersistence from pg_class where relnamespace = 'engine'::regnamespace and relkind = 'S'
        order by relname`,
    ),
  ).toEqual([
    { relname: 'changes_id_seq', relpersistence: 'p' },
    { relname: 'woken_at', relpersistence: 'p' },
  ])
})

it('repairs a sequence that breaks while the engine runs at the next request to /readyz', async () => {
  const server = await startExternalPostgres(17)
  cleanUp.push(() => server.stop())
  const engine = await startOn(server)
  const member = await signUp(engine)
  const files = await ask(
    server.url,
    `select pg_relation_filepath(oid) as path from pg_class
      where oid in ('engine.changes_id_seq'::regclass, 'engine.woken_at'::regclass)`,
  )
  await ask(server.url, 'checkpoint')
  await server.crash(() => {
    for (const { path } of files) writeFileSync(join(server.cluster, String(path)), Buffer.alloc(8192))
  })
  const broken = () => post(member, 'Broken').then((error) => (error as { code?: string } | null)?.code)
  await expect.poll(broken, { timeout: 30_000 }).toBe('XX000')

  expect((await fetch(`${engine.url}/readyz`)).status).toBe(200)
  expect(await post(member, 'Mended')).toBeNull()
})
