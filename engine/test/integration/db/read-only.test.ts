import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Persona, signUp } from '../../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'

let engine: TestEngine
let member: Persona
beforeAll(async () => {
  engine = await startEngine()
  member = await signUp(engine)
})
afterAll(() => engine.close())

/** As in a failover: existing connections are cut, and new ones lead to a server that takes no writes. */
async function turn(state: 'on' | 'off'): Promise<void> {
  const [{ name } = { name: '' }] = await engine.owner.query<{ name: string }>('select current_database() as name')
  await engine.owner.query('set transaction_read_only = off')
  await engine.owner.query(`alter database ${name} set default_transaction_read_only = ${state}`)
}
async function cutAll(): Promise<void> {
  await engine.owner.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and application_name like 'bankside:%'`,
  )
}

const headers = async () => ({
  apikey: engine.publishableKey,
  authorization: `Bearer ${(await member.auth.getSession()).data.session?.access_token}`,
})
const json = { 'content-type': 'application/json' }

const writes: [string, () => Promise<Response>][] = [
  [
    'REST',
    async () =>
      await fetch(`${engine.url}/rest/v1/newsfeed_posts`, {
        method: 'POST',
        headers: { ...(await headers()), ...json },
        body: JSON.stringify({ content: `A post at ${performance.now()}` }),
      }),
  ],
  [
    'a function of REST',
    async () =>
      await fetch(`${engine.url}/rest/v1/rpc/mark_seen`, {
        method: 'POST',
        headers: { ...(await headers()), ...json },
        body: '{}',
      }),
  ],
  [
    'auth',
    async () =>
      await fetch(`${engine.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: engine.publishableKey, ...json },
        body: JSON.stringify({ email: member.user.email, password: member.user.password }),
      }),
  ],
  [
    'storage',
    async () =>
      await fetch(`${engine.url}/storage/v1/object/read-only-files/${performance.now()}.txt`, {
        method: 'POST',
        headers: { ...(await headers()), 'content-type': 'text/plain' },
        body: 'carp',
      }),
  ],
]

describe('while the database takes no writes', () => {
  beforeAll(async () => {
    await engine.owner.query(`
      create table public.seen_marks (at timestamptz);
      grant insert on public.seen_marks to authenticated;
      create function public.mark_seen() returns void language sql volatile security definer set search_path = ''
        as $$ insert into public.seen_marks values (now()) $$;
      insert into storage.buckets (id, name, public) values ('read-only-files', 'read-only-files', false);
      create policy read_only_files on storage.objects to authenticated using (bucket_id = 'read-only-files');
      notify pgrst, 'reload schema'`)
    await vi.waitUntil(async () => (await member.rpc('mark_seen')).error === null)
    await turn('on')
    await cutAll()
  })

  it.each(writes)('answers 503 to a write over %s', async (_name, write) => {
    const reply = await write()
    expect([reply.status, await reply.text()]).toEqual([503, expect.anything()])
  })

  it('keeps answering reads', async () => {
    const { error } = await member.from('profiles').select('id').limit(1)
    expect(error).toBeNull()
  })

  it('answers 405 to a write by GET, which no server would run', async () => {
    const reply = await fetch(`${engine.url}/rest/v1/rpc/mark_seen`, { headers: await headers() })
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([405, '25006'])
  })
})

it('accepts writes again as soon as the database does, and keeps no connection to the other server', async () => {
  await turn('off')
  // Up to all connections of one kind may still lead there; each is found out by a refusal.
  for (const [name, write] of writes) {
    const statuses: number[] = []
    while (statuses.length < 8 && (statuses.at(-1) ?? 503) === 503) statuses.push((await write()).status)
    expect([name, statuses.at(-1)]).toEqual([name, expect.toSatisfy((status: number) => status < 300)])
  }
})

describe('a lock timeout', () => {
  let holding: pg.Client
  beforeAll(async () => {
    await engine.owner.query(`
      create table public.held ();
      create function public.wait_for_held() returns void
        language plpgsql security definer set search_path = '' set lock_timeout = '100ms'
        as $$ begin lock table public.held in access exclusive mode; end $$;
      create function public.tg_wait_for_held() returns trigger
        language plpgsql security definer set search_path = ''
        as $$ begin perform public.wait_for_held(); return new; end $$;
      create trigger _900_wait before insert on auth.users for each row execute function public.tg_wait_for_held();
      create trigger _900_wait before insert on storage.objects for each row execute function public.tg_wait_for_held();
      notify pgrst, 'reload schema'`)
    holding = new pg.Client(engine.databaseUrl)
    await holding.connect()
    await holding.query('begin; lock table public.held in access exclusive mode')
  })
  afterAll(async () => {
    await holding.end()
    await engine.owner.query(`drop trigger _900_wait on auth.users; drop trigger _900_wait on storage.objects`)
  })

  it('is 503 for a call of REST', async () => {
    await expect.poll(async () => (await member.rpc('wait_for_held')).error?.code).toBe('55P03')
    expect((await member.rpc('wait_for_held')).status).toBe(503)
  })

  it('is 503 for a sign-up, and there is no account', async () => {
    const reply = await fetch(`${engine.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: engine.publishableKey, ...json },
      body: JSON.stringify({ email: 'waits@example.com', password: 'a long password', data: { username: 'waits' } }),
    })
    expect([reply.status, reply.headers.get('x-sb-error-code')]).toEqual([503, 'overload'])
    expect(await engine.owner.query(`select from auth.users where email = 'waits@example.com'`)).toEqual([])
  })

  it('is 503 for an upload, and there is no file', async () => {
    const [, upload] = writes.at(-1) as (typeof writes)[number]
    const before = await engine.owner.query('select from storage.objects')
    expect((await upload()).status).toBe(503)
    expect(await engine.owner.query('select from storage.objects')).toHaveLength(before.length)
  })
})
