import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { guest, type Persona, service, signIn, signUp } from '../../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'
import { type ExternalPostgres, startExternalPostgres } from './external-postgres.ts'

vi.setConfig({ hookTimeout: 180_000 })

describe.each([15, 17] as const)('an external PostgreSQL %i, over TCP with a password', (major) => {
  const secrets = {
    jwtSecret: randomBytes(32).toString('base64url'),
    publishableKey: `sb_publishable_${randomBytes(12).toString('hex')}`,
    secretKey: `sb_secret_${randomBytes(12).toString('hex')}`,
  }
  let postgres: ExternalPostgres
  let engines: [TestEngine, TestEngine]
  let member: Persona
  const start = () => startEngine({ ...secrets, databaseUrl: postgres.url })
  const ask = async (text: string) => {
    const client = new pg.Client(postgres.url)
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }

  beforeAll(async () => {
    postgres = await startExternalPostgres(major)
    // Both at once on an empty database: one prepares it, the other waits.
    engines = await Promise.all([start(), start()])
    member = await signUp(engines[0])
  })
  afterAll(async () => {
    for (const engine of engines) await engine.close()
    await postgres.stop()
  })

  it('is that version, and was prepared once', async () => {
    const [{ number }] = await ask(`select current_setting('server_version_num')::int / 10000 as number`)
    expect(number).toBe(major)
    const twice = await ask('select version from engine.migrations group by version having count(*) > 1')
    expect(twice).toEqual([])
  })

  it('serves an account, its profile and its photo, and refuses guests', async () => {
    const { data } = await member.from('profiles').select('username').eq('id', member.user.id).single()
    expect(data).toEqual({ username: member.user.username })
    expect((await guest(engines[0]).from('profiles').select('username')).error).toMatchObject({ code: '42501' })
    const buckets = await service(engines[0]).storage.listBuckets()
    expect(buckets.data?.map(({ id }) => id)).toContain('avatars')
  })

  it('is shared by two engines: rows, accounts and sessions', async () => {
    const content = `seen by both ${randomUUID()}`
    expect((await member.from('newsfeed_posts').insert({ content })).error).toBeNull()
    const there = await signIn(engines[1], member.user)
    const { data } = await there.from('newsfeed_posts').select('content').eq('content', content)
    expect(data).toEqual([{ content }])
    // A session that ends at one engine ends at the other.
    const token = (await there.auth.getSession()).data.session?.access_token ?? ''
    const statusAt = async (engine: TestEngine) =>
      (
        await fetch(`${engine.url}/rest/v1/profiles?select=id&limit=1`, {
          headers: { apikey: engine.publishableKey, authorization: `Bearer ${token}` },
        })
      ).status
    expect(await statusAt(engines[0])).toBe(200)
    await there.auth.signOut({ scope: 'local' })
    await expect.poll(() => statusAt(engines[0]), { timeout: 2000, interval: 20 }).toBe(401)
  })

  it('runs requests as roles without own rights, whose passwords are derived from the secret', async () => {
    const login = (password: string) => {
      const url = new URL(postgres.url)
      url.username = 'authenticator'
      url.password = password
      const client = new pg.Client(url.href)
      return client.connect().finally(() => client.end().catch(() => {}))
    }
    await expect(login('guess')).rejects.toMatchObject({ code: '28P01' })
    const rows = await ask(
      `select rolsuper or rolbypassrls or rolinherit as strong from pg_roles where rolname = 'authenticator'`,
    )
    expect(rows).toEqual([{ strong: false }])
  })

  it('can be used by a third engine, which finds nothing left to prepare', async () => {
    const count = async () => (await ask('select count(*)::int as n from engine.migrations'))[0]?.n
    const before = await count()
    const third = await start()
    try {
      await signIn(third, member.user)
      expect(await count()).toBe(before)
    } finally {
      await third.close()
    }
  })
})
