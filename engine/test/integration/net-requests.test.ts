import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { databaseTarget } from '../../../test-support/database.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { buildFunctions } from '../../build-functions.ts'

const source = fileURLToPath(new URL('../fixtures/functions', import.meta.url))
let folder: string
let engine: TestEngine
let other: TestEngine
let migrator: pg.Client
let sink: Server
let sinkUrl: string
const heard: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bankside-net-'))
  await buildFunctions({ source, config: join(source, 'config.toml'), outDir: folder })
  sink = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    heard.push(`${request.method} ${request.url} ${request.headers['x-own'] ?? ''} ${body}`)
    if (request.url === '/slow') return
    response.setHeader('x-from', 'sink')
    if (request.url === '/away') response.writeHead(302, { location: '/elsewhere' })
    response.end('heard\0')
  })
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
  sinkUrl = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`
  // The public address leads nowhere from here, as that of a site behind a proxy may.
  engine = await startEngine({ functionsFolder: folder, siteUrl: 'https://club.example' })
  const { databaseUrl, jwtSecret, publishableKey, secretKey } = engine
  other = await startEngine({ databaseUrl, jwtSecret, publishableKey, secretKey, siteUrl: 'https://club.example' })
  const [{ name }] = (await engine.owner.query('select current_database() as name')) as [{ name: string }]
  migrator = new pg.Client(databaseTarget(inject('socketDirectory'), name).as('migrator'))
  await migrator.connect()
})
afterAll(async () => {
  await migrator.end()
  await other.close()
  await engine.close()
  sink.closeAllConnections()
  sink.close()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(() => {
  heard.length = 0
})

/** The answer to a request of the migrator. */
async function answerTo(call: string, values: unknown[] = []) {
  const { rows } = await migrator.query(`select ${call} as id`, values)
  return await vi.waitFor(
    async () => {
      const [answer] = await engine.owner.query('select * from net._http_response where id = $1', [rows[0].id])
      expect(answer).toBeDefined()
      return answer as Record<string, unknown>
    },
    { timeout: 10_000 },
  )
}

describe('net.http_post', () => {
  it('sends the body, parameters and headers after the commit, and stores the answer', async () => {
    const answer = await answerTo(
      `net.http_post($1, '{"fish": "tench"}', '{"a b": "ü&", "c": "1"}', '{"x-own": "kept"}')`,
      [`${sinkUrl}/path?q=1`],
    )
    expect(heard).toEqual(['POST /path?q=1&c=1&a%20b=%C3%BC%26 kept {"fish": "tench"}'])
    expect(answer).toMatchObject({ status_code: 200, content: 'heard', timed_out: false, error_msg: null })
    expect(answer.headers).toMatchObject({ 'x-from': 'sink' })
  })

  it('sends nothing if the transaction is rolled back', async () => {
    await migrator.query('begin')
    await migrator.query('select net.http_post($1)', [`${sinkUrl}/rolled-back`])
    await migrator.query('rollback')
    await answerTo('net.http_get($1)', [`${sinkUrl}/after`])
    expect(heard).toEqual(['GET /after  '])
  })

  it('stores why there is no answer', async () => {
    expect(await answerTo('net.http_post($1, timeout_milliseconds => 100)', [`${sinkUrl}/slow`])).toMatchObject({
      status_code: null,
      timed_out: true,
      error_msg: 'Timeout of 100 ms reached',
    })
    expect(await answerTo(`net.http_get('http://127.0.0.1:1/')`)).toMatchObject({
      status_code: null,
      timed_out: false,
      error_msg: expect.stringMatching(/\S/),
    })
    expect(await answerTo(`net.http_get('no address')`)).toMatchObject({
      status_code: null,
      error_msg: expect.any(String),
    })
  })

  it('follows no redirect', async () => {
    expect(await answerTo('net.http_delete($1)', [`${sinkUrl}/away`])).toMatchObject({ status_code: 302 })
    expect(heard).toEqual(['DELETE /away  '])
  })

  it('refuses a body that is not JSON', async () => {
    await expect(
      migrator.query(`select net.http_post('http://x', headers => '{"content-type": "text/plain"}')`),
    ).rejects.toMatchObject({ code: '22023' })
  })

  it('sends each request once, with two engines', async () => {
    await migrator.query(`select net.http_post($1 || n) from generate_series(1, 200) as n`, [`${sinkUrl}/`])
    await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(200), { timeout: 20_000 })
    expect(await engine.owner.query('select from net.http_request_queue')).toEqual([])
    expect(new Set(heard).size).toBe(200)
    expect(heard).toHaveLength(200)
  })
})

it('a job calls a function as the documentation of hosted Supabase shows', async () => {
  await migrator.query(`
    select cron.schedule(
      'invoke-function',
      '1 seconds',
      $$
      select net.http_post(
        url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url') || '/functions/v1/hello',
        headers := jsonb_build_object(
          'Content-type', 'application/json',
          'Authorization', 'Bearer ' || (select decrypted_secret from vault.decrypted_secrets where name = 'publishable_key')
        ),
        body := '{"name": "Cron"}'::jsonb
      ) as request_id;
      $$
    )`)
  await vi.waitFor(
    async () => {
      const [answer] = await engine.owner.query(`select status_code, content from net._http_response
        where content ~ 'Cron' limit 1`)
      // Only the first engine has functions in this test; the other one answers 404.
      expect(answer).toEqual({ status_code: 200, content: '{"message":"Hello Cron!"}' })
    },
    { timeout: 20_000 },
  )
  await migrator.query(`select cron.unschedule('invoke-function')`)
})

describe('rights', () => {
  it.each(['anon', 'authenticated', 'service_role'])('%s reaches neither requests nor secrets', async (role) => {
    const [{ name }] = (await engine.owner.query('select current_database() as name')) as [{ name: string }]
    const client = new pg.Client(databaseTarget(inject('socketDirectory'), name).as('authenticator'))
    await client.connect()
    await client.query(`set role ${role}`)
    for (const text of [
      `select net.http_post('http://x')`,
      `select net.http_get('http://x')`,
      'select * from net.http_request_queue',
      'select * from net._http_response',
      'select * from vault.secrets',
      'select * from vault.decrypted_secrets',
      `select vault.create_secret('x')`,
    ])
      await expect(client.query(text), text).rejects.toMatchObject({ code: '42501' })
    await client.end()
  })

  it('the secrets are those of the site, and follow its settings', async () => {
    const secrets = await migrator.query(
      'select name, decrypted_secret as secret from vault.decrypted_secrets order by name',
    )
    expect(secrets.rows).toEqual([
      { name: 'project_url', secret: 'https://club.example' },
      { name: 'publishable_key', secret: engine.publishableKey },
      { name: 'secret_key', secret: engine.secretKey },
    ])
    await migrator.query(`select vault.create_secret('one', 'own')`)
    await migrator.query(`select vault.update_secret((select id from vault.secrets where name = 'own'), 'two')`)
    const own = await migrator.query(
      `select decrypted_secret as secret from vault.decrypted_secrets where name = 'own'`,
    )
    expect(own.rows).toEqual([{ secret: 'two' }])
  })
})
