import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { guest, type Persona, signUp } from '../../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'

const METRICS_TOKEN = 'a token for the figures'
/** Concurrent statements of a caller whose costs are unknown, and how many may wait behind them. */
const AT_ONCE = 2
const WAITING = 100

let engine: TestEngine
let greedy: Persona
let other: Persona

beforeAll(async () => {
  engine = await startEngine({
    rateLimitScale: 1,
    trustedProxies: ['127.0.0.1'],
    metricsToken: METRICS_TOKEN,
    // Those that hold a connection stay on it, however slow the machine is.
    sharedStatementMs: 60_000,
  })
  await engine.owner.query(`
    create function public.stuck() returns integer language sql stable set search_path = ''
      as $$ select 1 from pg_catalog.pg_advisory_xact_lock_shared(7) $$;
    create function public.costly() returns integer language sql stable set search_path = ''
      as $$ select 1 from pg_catalog.pg_sleep(0.7) $$;
    grant execute on function public.stuck(), public.costly() to anon, authenticated;
    notify pgrst, 'reload schema'`)
  greedy = await signUp(engine)
  other = await signUp(engine)
  await vi.waitFor(async () => expect((await guest(engine).rpc('stuck')).error).toBeNull(), {
    interval: 200,
    timeout: 10_000,
  })
})
afterAll(() => engine?.close())

async function waiting(): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`${engine.url}/metrics`, { headers })).text()
  return Number(/bankside_database_waiting\{lane="fast"\} (\d+)/.exec(text)?.[1])
}

it('lets a member’s own requests wait, answers 429 to one too many, and serves other members meanwhile', async () => {
  const { data } = await greedy.auth.getSession()
  let sent = 0
  /** From several addresses, because one may not send that many at once. */
  const ask = () => {
    sent += 1
    return fetch(`${engine.url}/rest/v1/rpc/stuck`, {
      headers: {
        apikey: engine.publishableKey,
        authorization: `Bearer ${data.session?.access_token}`,
        'x-forwarded-for': `192.0.2.${sent % 10}`,
      },
    })
  }
  // The connection that takes the lock has to release it.
  const holder = new pg.Client({ connectionString: engine.databaseUrl })
  await holder.connect()
  try {
    await holder.query('select pg_catalog.pg_advisory_lock(7)')
    const answers = Array.from({ length: AT_ONCE + WAITING }, ask)
    await expect.poll(waiting).toBe(WAITING)
    const refused = await ask()
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      429,
      '10',
      { code: 'over_request_rate_limit', details: null, hint: null, message: 'Too many requests: wait a moment' },
    ])
    for (const client of [other, guest(engine)]) {
      const { error, status } = await client.from('leaderboard').select('rank').limit(1)
      expect({ error, status }).toEqual({ error: null, status: 200 })
    }
    expect(await waiting()).toBe(WAITING)
    await holder.query('select pg_catalog.pg_advisory_unlock(7)')
    for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200)
  } finally {
    await holder.end()
  }
})

it('lets the accounts at one address have half of the connections once they have used much time together', async () => {
  const crowd = await Promise.all(Array.from({ length: 8 }, () => signUp(engine)))
  const tokens = await Promise.all(
    crowd.map(async ({ auth }) => (await auth.getSession()).data.session?.access_token ?? ''),
  )
  const ask = (name: string) =>
    Promise.all(
      tokens.map((token) =>
        fetch(`${engine.url}/rest/v1/rpc/${name}`, {
          headers: {
            apikey: engine.publishableKey,
            authorization: `Bearer ${token}`,
            'x-forwarded-for': '203.0.113.50',
          },
        }),
      ),
    )
  // Each uses less than the second that an account has.
  await ask('costly')
  const holder = new pg.Client({ connectionString: engine.databaseUrl })
  await holder.connect()
  try {
    await holder.query('select pg_catalog.pg_advisory_lock(7)')
    const answers = ask('stuck')
    await expect.poll(waiting).toBe(tokens.length - 2)
    expect((await other.from('leaderboard').select('rank').limit(1)).error).toBeNull()
    await holder.query('select pg_catalog.pg_advisory_unlock(7)')
    for (const answer of await answers) expect(answer.status).toBe(200)
  } finally {
    await holder.end()
  }
})
