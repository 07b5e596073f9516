import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { WebSocket } from 'ws'
import { emptyDatabase } from '../../../test-support/database.ts'
import { refuseFaults, watchFaults } from '../../../test-support/faults.ts'
import { buildFunctions } from '../../build-functions.ts'
import { type Logger, type RunningEngine, readProject, startEngine } from '../../src/index.ts'

const SAMPLE = fileURLToPath(new URL('../sample-project', import.meta.url))
/** What every project of the Supabase CLI's local stack is configured for. */
const KEY = 'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH'
const SECRET_KEY = 'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz'
const JWT_SECRET = 'super-secret-jwt-token-with-at-least-32-characters-long'

let folder: string
let database: Awaited<ReturnType<typeof emptyDatabase>>
let engine: RunningEngine
let notes: string[]
const links: string[] = []
const left: unknown[] = []
const faults: string[] = []

const log: Logger = {
  debug: () => {},
  info: (fields) => void ('link' in fields && links.push(String(fields.link))),
  warn: (fields) => void left.push(fields),
  error: () => {},
  child: () => log,
}

const settings = (dataDir: string, databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  PORT: '0',
  RATE_LIMIT_SCALE: '1000',
})
const start = async () => {
  const project = readProject(folder, settings(join(folder, 'data'), database.url))
  notes = project.notes
  engine = await startEngine(project.config, watchFaults(log, faults))
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bankside-project-'))
  cpSync(SAMPLE, folder, { recursive: true })
  database = await emptyDatabase(inject('socketDirectory'))
  const { functions, config } = {
    functions: join(folder, 'supabase/functions'),
    config: join(folder, 'supabase/config.toml'),
  }
  await buildFunctions({ source: functions, config, outDir: join(folder, 'data/functions'), packages: [folder] })
  await start()
})
afterAll(async () => {
  await engine?.close()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
  refuseFaults(faults)
})

// Node 20 has no WebSocket of its own.
const options = {
  auth: { persistSession: false, autoRefreshToken: false },
  realtime: { transport: WebSocket as never },
} as const
const client = (key = KEY) => createClient(engine.url, key, options)
const owner = createOwner()
function createOwner() {
  return async (text: string) => {
    const connection = new pg.Client(database.url)
    await connection.connect()
    try {
      return (await connection.query(text)).rows
    } finally {
      await connection.end()
    }
  }
}

/** Signs up, and opens the link as the mail's reader would. */
async function newMember(email: string) {
  const guest = client()
  const before = links.length
  const { error } = await guest.auth.signUp({
    email,
    password: 'tight lines 1',
    options: { emailRedirectTo: 'http://localhost:3000/welcome', data: { display_name: email.split('@')[0] } },
  })
  expect(error).toBeNull()
  await expect.poll(() => links.length).toBe(before + 1)
  const link = new URL(links.at(-1) ?? '')
  const opened = await fetch(engine.url + link.pathname + link.search, { redirect: 'manual' })
  const target = new URL(opened.headers.get('location') ?? '')
  const words = new URLSearchParams(target.hash.slice(1))
  const session = { access_token: words.get('access_token') ?? '', refresh_token: words.get('refresh_token') ?? '' }
  const { data } = await guest.auth.setSession(session)
  return { supabase: guest, target, words, id: data.user?.id ?? '' }
}

describe('a project written for the Supabase CLI', () => {
  it('is served with the keys of its local stack, the older form included', async () => {
    const { data, error } = await client().from('tips').select('words').order('id').limit(1)
    expect({ data, error }).toEqual({ data: [{ words: 'Write it down.' }], error: null })
    const anon = await new SignJWT({ iss: 'supabase-demo', role: 'anon', exp: 1_983_812_996 })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(new TextEncoder().encode(JWT_SECRET))
    const { count } = await client(anon).from('tips').select('*', { count: 'exact', head: true })
    expect(count).toBe(4)
  })

  it('answers at most the rows that config.toml allows', async () => {
    expect((await client().from('tips').select('id')).data).toHaveLength(3)
  })

  it('has accounts whose mailed link leads to an allowed address, and tokens of the life that it wants', async () => {
    const { target, words, supabase, id } = await newMember('ada@todo.test')
    expect(target.origin + target.pathname).toBe('http://localhost:3000/welcome')
    expect(words.get('expires_in')).toBe('900')
    expect((await supabase.from('profiles').select('display_name').eq('id', id)).data).toEqual([
      { display_name: 'ada' },
    ])
  })

  it('asks for passwords as config.toml does', async () => {
    const attempt = async (password: string) =>
      (await client().auth.signUp({ email: 'weak@todo.test', password })).error?.message
    expect(await attempt('short 1')).toBe('Password should be at least 8 characters.')
    expect(await attempt('no digits')).toBe(
      'Password should contain at least one character of each: ' +
        'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789.',
    )
  })

  it('sends nobody to an address that is not allowed', async () => {
    const admin = client(SECRET_KEY)
    const to = async (redirectTo: string) => {
      const made = { type: 'magiclink', email: 'ada@todo.test', options: { redirectTo } } as const
      return (await admin.auth.admin.generateLink(made)).data.properties?.redirect_to
    }
    expect(await to('https://evil.example/x')).toBe('http://127.0.0.1:3000/')
    expect(await to('http://localhost:3000.evil.example/x')).toBe('http://127.0.0.1:3000/')
    expect(await to('todo://signed-in')).toBe('todo://signed-in')
  })

  it('keeps each member to their own rows, by REST and live', async () => {
    const [ada, bob] = [await newMember('ada2@todo.test'), await newMember('bob@todo.test')]
    const heard: unknown[] = []
    const other: unknown[] = []
    const listen = async ({ supabase }: typeof ada, to: unknown[]) => {
      await supabase.realtime.setAuth()
      await new Promise<void>((joined) => {
        const channel = supabase.channel('todos')
        channel
          .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'todos' }, ({ new: row }) => to.push(row))
          .on('system', {}, ({ status }) => status === 'ok' && joined())
          .subscribe()
      })
    }
    await Promise.all([listen(ada, heard), listen(bob, other)])
    const added = await ada.supabase.from('todos').insert({ task: 'Buy boilies' }).select('task, is_complete').single()
    expect(added.data).toEqual({ task: 'Buy boilies', is_complete: false })
    expect((await ada.supabase.from('todos').insert({ task: 'No' })).error?.code).toBe('23514')
    await expect.poll(() => heard).toEqual([expect.objectContaining({ task: 'Buy boilies', user_id: ada.id })])
    expect((await bob.supabase.from('todos').select()).data).toEqual([])
    expect(other).toEqual([])
    expect((await client().from('todos').select()).error?.code).toBe('42501')
    expect((await ada.supabase.rpc('todo_count')).data).toBe(1)
    await Promise.all([ada, bob].map(({ supabase }) => supabase.removeAllChannels()))
  })

  it('has its buckets, with their policies and limits', async () => {
    const [ada, bob] = [await newMember('ada3@todo.test'), await newMember('bob3@todo.test')]
    const path = `${ada.id}/note.txt`
    const put = (to: string, body: string | Uint8Array<ArrayBuffer>, contentType = 'text/plain') =>
      ada.supabase.storage.from('attachments').upload(to, new Blob([body], { type: contentType }), { contentType })
    expect((await put(path, 'swim 12')).error).toBeNull()
    expect(await (await ada.supabase.storage.from('attachments').download(path)).data?.text()).toBe('swim 12')
    expect((await bob.supabase.storage.from('attachments').download(path)).error).not.toBeNull()
    expect((await put(`${bob.id}/note.txt`, 'not mine')).error).not.toBeNull()
    expect((await put(`${ada.id}/page.html`, '<p>', 'text/html')).error).not.toBeNull()
    expect((await put(`${ada.id}/large.txt`, new Uint8Array(1024 * 1024 + 1))).error).not.toBeNull()
  })

  it('has its functions, which act for their caller', async () => {
    const { supabase } = await newMember('cyd@todo.test')
    await supabase.from('todos').insert([{ task: 'Tie rigs' }, { task: 'Book a swim' }])
    expect((await supabase.functions.invoke('summary')).data).toEqual({ open: 2 })
    const refused = await fetch(`${engine.url}/functions/v1/summary`, { method: 'POST' })
    expect(refused.status).toBe(401)
  })

  it('has its scheduled jobs', async () => {
    expect(await owner('select jobname, schedule from cron.job')).toEqual([
      { jobname: 'sweep-done-todos', schedule: '15 3 * * *' },
    ])
  })

  it('says what has no effect, and what it leaves out', () => {
    expect(notes).toEqual(['[auth.external.github] has no effect: the engine does not have it'])
    expect(left).toContainEqual({ path: join(folder, 'supabase/migrations/notes.sql') })
  })

  it('has no pages, and none of Bankside', async () => {
    for (const path of ['/', '/newsfeed', '/config.json', '/rest/v2/x']) {
      const answer = await fetch(engine.url + path)
      expect([answer.status, await answer.json()]).toEqual([404, { message: 'no Route matched with those values' }])
    }
    expect((await fetch(`${engine.url}/readyz`)).status).toBe(200)
    const tables = await owner(`select count(*)::int as count from pg_tables where schemaname = 'public'`)
    expect(tables).toEqual([{ count: 3 }])
  })

  it('answers no page of a site whose name leads to this machine', async () => {
    const { port } = new URL(engine.url)
    const status = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { host, origin: `http://${host}`, apikey: KEY }
        get({ port, path: '/rest/v1/tips', headers }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        }).on('error', reject)
      })
    expect(await status(`evil.example:${port}`)).toBe(421)
    expect(await status(`127.0.0.1.evil.example:${port}`)).toBe(421)
    expect(await status(`localhost:${port}`)).toBe(200)
  })

  it('keeps its rows at the next start, takes a new migration, and is not seeded again', async () => {
    await engine.close()
    writeFileSync(
      join(folder, 'supabase/migrations/20261130120000_due.sql'),
      `alter table public.todos add column due date;\ndelete from public.tips where id = 4;`,
    )
    await start()
    expect((await client().from('tips').select('*', { count: 'exact', head: true })).count).toBe(3)
    expect(await owner('select count(*)::int as count from public.todos where due is null')).not.toEqual([{ count: 0 }])
  })
})

/** As `supabase db pull` writes it, and what an earlier migration of such a project may contain. */
const DUMP = `
SET statement_timeout = 0;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET client_min_messages = warning;
COMMENT ON SCHEMA "public" IS 'standard public schema';
CREATE EXTENSION IF NOT EXISTS "pg_graphql" WITH SCHEMA "graphql";
CREATE EXTENSION IF NOT EXISTS "pg_stat_statements" WITH SCHEMA "extensions";
CREATE EXTENSION IF NOT EXISTS "supabase_vault" WITH SCHEMA "vault";
CREATE TABLE IF NOT EXISTS "public"."swims" ("number" integer NOT NULL, "name" "text");
ALTER TABLE "public"."swims" OWNER TO "postgres";
ALTER TABLE ONLY "public"."swims" ADD CONSTRAINT "swims_pkey" PRIMARY KEY ("number");
ALTER PUBLICATION "supabase_realtime" OWNER TO "postgres";
ALTER PUBLICATION "supabase_realtime" ADD TABLE ONLY "public"."swims";
GRANT USAGE ON SCHEMA "public" TO "postgres";
ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON TABLES TO "postgres";
ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON TABLES TO "anon";
`
const LATER = `
begin;
  drop publication if exists supabase_realtime;
  create publication supabase_realtime;
commit;
drop extension if exists "pg_net";
create table pegs (number integer primary key);
alter publication supabase_realtime add table pegs;
insert into pegs values (7);
insert into auth.users (id, email) values (extensions.uuid_generate_v4(), 'bot@swims.test');
`

it('runs the seeds of a first start that did not come to them, each once', async () => {
  const place = mkdtempSync(join(tmpdir(), 'bankside-seeds-'))
  const other = await emptyDatabase(inject('socketDirectory'))
  mkdirSync(join(place, 'supabase/migrations'), { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(place, 'supabase', name), text)
  write('config.toml', '[db.seed]\nsql_paths = ["./a.sql", "./b.sql"]')
  write('migrations/1_pegs.sql', 'create table pegs (number int); grant select on pegs to anon;')
  write('a.sql', 'insert into pegs values (1);')
  write('b.sql', 'insert into pegs values (2); insert into nowhere values (3);')
  const begin = () => startEngine(readProject(place, settings(join(place, 'data'), other.url)).config, log)
  try {
    await expect(begin()).rejects.toThrow(/b\.sql: relation "nowhere" does not exist/)
    write('b.sql', 'insert into pegs values (2);')
    for (const _ of ['made up for', 'not repeated']) {
      const seeded = await begin()
      const { data } = await createClient(seeded.url, KEY, options).from('pegs').select()
      await seeded.close()
      expect(data).toEqual([{ number: 1 }, { number: 2 }])
    }
  } finally {
    await other.drop()
    rmSync(place, { recursive: true, force: true })
  }
})

it('takes a dump of a hosted project, and what follows it', async () => {
  const place = mkdtempSync(join(tmpdir(), 'bankside-dump-'))
  const other = await emptyDatabase(inject('socketDirectory'))
  mkdirSync(join(place, 'supabase/migrations'), { recursive: true })
  writeFileSync(join(place, 'supabase/migrations/20250101000000_remote_schema.sql'), DUMP)
  writeFileSync(join(place, 'supabase/migrations/20250102000000_later.sql'), LATER)
  try {
    const { config } = readProject(place, settings(join(place, 'data'), other.url))
    const dumped = await startEngine(config, watchFaults(log, faults))
    try {
      const guest = createClient(dumped.url, KEY, options)
      // The default privileges are of the dump, so they hold for what came after it.
      expect((await guest.from('pegs').select()).data).toEqual([{ number: 7 }])
      expect((await guest.from('swims').select()).error?.code).toBe('42501')
    } finally {
      await dumped.close()
    }
  } finally {
    await other.drop()
    rmSync(place, { recursive: true, force: true })
  }
})
