import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { databaseTarget, databaseUrl, TEMPLATE } from '../../../../test-support/database.ts'
import { readMigrations } from '../../../src/db/migration-files.ts'
import { prepareDatabase } from '../../../src/db/prepare-database.ts'
import { createLogger, findRoot } from '../../../src/index.ts'
import { type Checkout, makeCheckout } from '../lifecycle/checkout.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const socketDirectory = inject('socketDirectory')
const root = findRoot()
const log = createLogger('silent')

/** What a later version might bring: a column that is filled for existing rows, a table, another function. */
const LATER = {
  '29990101000000_later_column.sql': `
    alter table public.profiles add column later_column text;
    update public.profiles as p set later_column = 'set for ' || p.username;
    alter table public.profiles alter column later_column set not null;
    alter table public.profiles alter column later_column set default '';`,
  '29990102000000_later_rows.sql': `
    create table public.later_rows (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references public.profiles (id) on delete cascade,
      points integer not null
    );
    alter table public.later_rows enable row level security;
    insert into public.later_rows (user_id, points) select l.user_id, l.points_change from public.points_log as l;`,
  '29990103000000_later_function.sql': `
    create index later_rows_user on public.later_rows (user_id);
    create or replace function private.has_admin() returns boolean
      language sql stable set search_path = ''
      as $$ select exists (select from public.profiles as p where p.is_admin) $$;`,
}

/** Credits, and as many posts, of a club that has grown; `UPGRADE_ROWS=100000` by hand. */
const ROWS = Number(process.env.UPGRADE_ROWS ?? 1_000)
const ROWS_A_MEMBER = 50

const databases: string[] = []
const folders: string[] = []
let later: string
let total: number
/** A database made by the later version; others are copies of it. */
let ofLater: string
let expected: unknown

beforeAll(async () => {
  later = laterVersion()
  total = readMigrations(join(later, 'supabase/migrations')).length
  ofLater = await emptyDatabase()
  await prepare(ofLater, later)
  expected = await fingerprint(ofLater)
})
afterAll(async () => {
  for (const name of databases) await run('postgres', `drop database ${name} with (force)`)
  for (const folder of folders) rmSync(folder, { recursive: true })
})

it('keeps members and their points in an upgrade to a later version', async () => {
  const name = await copyOf(TEMPLATE)
  const before = await fill(name)
  expect(before).toHaveLength(5)
  await prepare(name, later)
  expect(await fingerprint(name)).toEqual(expected)
  expect(await members(name)).toEqual(before)
  expect(await run(name, `select later_column from public.profiles where username = 'Angler 3'`)).toEqual([
    { later_column: 'set for Angler 3' },
  ])
})

describe('a database is refused in one line', () => {
  const refusal = (name: string, from = root) =>
    prepare(name, from).then(
      () => 'accepted',
      (error: Error) => error.message,
    )

  it('by the earlier version after a later one, and is not changed', async () => {
    const name = await copyOf(ofLater)
    expect(await refusal(name)).toBe(
      'The database is newer than this version of Bankside: it has migration 29990101000000, which is not among the ' +
        'files here. Start the version that applied it or a later one, or put the file back',
    )
    expect(await fingerprint(name)).toEqual(expected)
  })

  it('by the earlier version, when the engine itself has an additional migration', async () => {
    const name = await copyOf(TEMPLATE)
    await run(name, `insert into engine.migrations (version, name, checksum) values ('0099', 'later', 'x')`)
    expect(await refusal(name)).toMatch(/^The database is newer than this version of Bankside: it has migration 0099,/)
  })

  it('when a file was changed after it was applied', async () => {
    const name = await copyOf(ofLater)
    const changed = laterVersion()
    appendFileSync(join(changed, 'supabase/migrations/29990102000000_later_rows.sql'), '\n-- and more')
    expect(await refusal(name, changed)).toMatch(/29990102000000_later_rows\.sql was changed after it was applied/)
  })

  it.each([
    ['the engine', `update engine.migrations set name = 'realtime', checksum = 'x' where version = '0005'`],
    [
      'the domain',
      `insert into supabase_migrations.schema_migrations (version, name) values ('20261101000000', 'foundation')`,
    ],
  ])('when a version before the first release made it, according to the migrations of %s', async (_, statement) => {
    const name = await copyOf(TEMPLATE)
    await run(name, statement)
    expect(await refusal(name)).toBe(
      'The data was made by a version before the first release: export it with that version, or start afresh with an ' +
        'empty data directory or database',
    )
  })
})

describe('the rows of a large club', () => {
  let grown: string
  let before: unknown

  beforeAll(async () => {
    grown = await copyOf(TEMPLATE)
    await grow(grown)
    before = await sums(grown)
  }, 600_000)

  it('are kept', async ({ annotate }) => {
    const name = await copyOf(grown)
    const started = performance.now()
    await prepare(name, later)
    await annotate(`${ROWS} credits and posts in ${Math.round(performance.now() - started)} ms`)
    expect(await fingerprint(name)).toEqual(expected)
    expect(await sums(name)).toEqual(before)
    expect(await run(name, 'select count(*)::int as rows from public.later_rows')).toEqual([{ rows: ROWS }])
  })

  it('are kept when every start but the last is killed', async ({ annotate }) => {
    const name = await copyOf(grown)
    await annotate(`${await killedAgainAndAgain(name)} kills`)
    expect(await fingerprint(name)).toEqual(expected)
    expect(await sums(name)).toEqual(before)
    expect(await run(name, 'select count(*)::int as rows from public.later_rows')).toEqual([{ rows: ROWS }])
  })
})

it('continues after a start that was killed during the migrations', async () => {
  const name = await emptyDatabase()
  await killedAgainAndAgain(name)
  expect(await fingerprint(name)).toEqual(expected)
})

it('waits for the migration that a killed start left running', async () => {
  const name = await emptyDatabase()
  const first = prepare(name, later)
  await someMoreApplied(name, 0)
  // A server notices that a client is gone only when its statement is done: the lock is lost, but the work continues.
  await run(
    name,
    `select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = $1)
        and pid in (select pid from pg_stat_activity where usename = 'supabase_admin')`,
    [name],
  )
  await prepare(name, later)
  await first
  expect(await fingerprint(name)).toEqual(expected)
})

/** The migrations of a later version: a folder with today's and `LATER`. */
function laterVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bankside-later-'))
  folders.push(folder)
  for (const part of ['engine/migrations', 'supabase/migrations'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  for (const [file, text] of Object.entries(LATER)) writeFileSync(join(folder, 'supabase/migrations', file), text)
  return folder
}

/** Starts engines on a database, each killed as soon as it got further than the one before, then prepares it fully. */
async function killedAgainAndAgain(name: string): Promise<number> {
  const checkout = await makeCheckout()
  for (const [file, text] of Object.entries(LATER))
    writeFileSync(join(checkout.folder, 'supabase/migrations', file), text)
  let kills = 0
  const dataDir = mkdtempSync(join(tmpdir(), 'bankside-upgrade-'))
  try {
    for (let applied = await connected(name, appliedCount); kills < 12 && applied < total; kills += 1) {
      const engine = start(checkout, name, dataDir)
      const gone = new Promise((resolve) => engine.once('exit', resolve))
      await someMoreApplied(name, applied)
      engine.kill('SIGKILL')
      await gone
      applied = await connected(name, appliedCount)
    }
    await prepare(name, later)
    return kills
  } finally {
    checkout.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const emptyDatabase = () => copyOf('template0')

/** @param database `TEMPLATE` has today's migrations. */
async function copyOf(database: string): Promise<string> {
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`
  await run('postgres', `create database ${name} template ${database} strategy file_copy`)
  databases.push(name)
  return name
}

function prepare(name: string, from = root): Promise<void> {
  return prepareDatabase(databaseTarget(socketDirectory, name), from, 's'.repeat(40), log)
}

async function run(database: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return await connected(database, async (client) => (await client.query(text, values)).rows)
}

async function connected<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(databaseTarget(socketDirectory, database).owner)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Five accounts, as Auth makes them, and points. */
async function fill(name: string): Promise<unknown[]> {
  await run(
    name,
    `insert into auth.users (id, email, raw_user_meta_data, created_at, updated_at, email_confirmed_at)
     select gen_random_uuid(), 'angler-' || i || '@example.com', jsonb_build_object('username', 'Angler ' || i), now(), now(), now()
       from generate_series(1, 5) as i`,
  )
  await run(
    name,
    `insert into public.points_log (user_id, points_change, reason, kind, created_by)
     select id, 10 * row_number() over (order by username), 'from before', 'admin', id from public.profiles`,
  )
  return await members(name)
}

/** Members as Auth makes them, their credits and their posts, through every trigger. */
async function grow(name: string): Promise<void> {
  await run(
    name,
    `insert into auth.users (id, email, raw_user_meta_data, created_at, updated_at, email_confirmed_at)
     select gen_random_uuid(), 'angler-' || i || '@example.com', jsonb_build_object('username', 'Angler ' || i), now(), now(), now()
       from generate_series(1, ${Math.ceil(ROWS / ROWS_A_MEMBER)}) as i`,
  )
  await run(
    name,
    `insert into public.points_log (user_id, points_change, reason, kind, created_by)
     select p.id, n, 'from before', 'admin', p.id from public.profiles as p, generate_series(1, ${ROWS_A_MEMBER}) as n`,
  )
  await run(
    name,
    `insert into public.newsfeed_posts (user_id, content, created_at)
     select p.id, 'A fine morning on the lake, ' || n, now() - n * interval '1 day'
       from public.profiles as p, generate_series(1, ${ROWS_A_MEMBER}) as n`,
  )
  await run(
    name,
    `insert into public.newsfeed_comments (post_id, user_id, content) select id, user_id, 'Well in' from public.newsfeed_posts`,
  )
}

/** The number of rows of each kind in a large club, and a checksum of their content. */
function sums(name: string): Promise<Record<string, unknown>[]> {
  const sum = (table: string, columns: string) =>
    `select '${table}' as name, count(*)::int as rows, sum(hashtextextended((${columns})::text, 0)) as sum from ${table}`
  const each = [
    sum('auth.users', 'id, email'),
    sum('public.profiles', 'id, username, points'),
    sum('public.points_log', 'id, user_id, points_change, reason, created_at'),
    sum('public.newsfeed_posts', 'id, user_id, content, created_at'),
    sum('public.newsfeed_comments', 'id, post_id, user_id, content'),
  ]
  return run(name, `${each.join(' union all ')} order by name`)
}

function members(name: string): Promise<Record<string, unknown>[]> {
  return run(name, 'select id, username, points from public.profiles order by username')
}

/** The complete schema: columns, constraints, indexes, functions, policies, triggers, grants, published tables. */
async function fingerprint(name: string): Promise<Record<string, unknown>[]> {
  return await run(
    name,
    `with mine as (select oid, nspname from pg_namespace where nspname in ('public', 'private'))
     select 'column' as kind, n.nspname || '.' || c.relname || '.' || a.attname as name,
            concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)) as text
       from mine as n
       join pg_class as c on c.relnamespace = n.oid and c.relkind in ('r', 'v')
       join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       left join pg_attrdef as d on d.adrelid = c.oid and d.adnum = a.attnum
     union all
     select 'relation', n.nspname || '.' || c.relname, concat_ws(' ', c.relrowsecurity, c.relacl::text, pg_get_viewdef(c.oid))
       from mine as n join pg_class as c on c.relnamespace = n.oid and c.relkind = 'v'
     union all
     select 'table', n.nspname || '.' || c.relname, concat_ws(' ', c.relrowsecurity, c.relacl::text)
       from mine as n join pg_class as c on c.relnamespace = n.oid and c.relkind = 'r'
     union all
     select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(k.oid)
       from mine as n join pg_constraint as k on k.connamespace = n.oid
     union all
     select 'index', schemaname || '.' || indexname, indexdef from pg_indexes where schemaname in ('public', 'private')
     union all
     select 'function', p.oid::regprocedure::text, concat_ws(' ', pg_get_functiondef(p.oid), p.proacl::text)
       from mine as n join pg_proc as p on p.pronamespace = n.oid
     union all
     select 'policy', tablename || '.' || policyname, concat_ws(' ', permissive, roles::text, cmd, qual, with_check)
       from pg_policies where schemaname in ('public', 'private', 'storage', 'realtime')
     union all
     select 'trigger', t.tgrelid::regclass || '.' || t.tgname, pg_get_triggerdef(t.oid)
       from pg_trigger as t where not t.tgisinternal
     union all
     select 'published', tablename, '' from pg_publication_tables where pubname = 'supabase_realtime'
     order by 1, 2, 3`,
  )
}

function start(checkout: Checkout, name: string, dataDir: string): ChildProcess {
  return spawn(process.execPath, [checkout.main], {
    cwd: '/',
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl(socketDirectory, name),
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  })
}

async function appliedCount(client: pg.Client): Promise<number> {
  const history = await client.query(`select to_regclass('supabase_migrations.schema_migrations')::text as there`)
  if (!history.rows[0].there) return 0
  const { rows } = await client.query('select count(*)::int as count from supabase_migrations.schema_migrations')
  return rows[0].count
}

/** Returns as soon as the running engine has got further than the point where the one before it was killed. */
async function someMoreApplied(name: string, before: number): Promise<void> {
  await connected(name, async (client) => {
    while ((await appliedCount(client)) <= before && before < total) await delay(5)
  })
}
