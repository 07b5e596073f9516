import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { databaseTarget, databaseUrl } from '../../../../test-support/database.ts'
import { readMigrations } from '../../../src/db/migration-files.ts'
import { prepareDatabase } from '../../../src/db/prepare-database.ts'
import { createLogger, findRoot } from '../../../src/index.ts'
import { type Checkout, makeCheckout } from '../lifecycle/checkout.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const socketDirectory = inject('socketDirectory')
const root = findRoot()
const log = createLogger('silent')
const platform = readMigrations(join(root, 'engine/migrations')).map(({ version }) => version)
const domain = readMigrations(join(root, 'supabase/migrations')).map(({ version }) => version)
/**
 * `UPGRADE_STATES=all` starts from every state in which an account has a profile; otherwise from a few, the last
 * among them.
 */
const states = domain.slice(2, -1).filter((_, i, all) => {
  return process.env.UPGRADE_STATES === 'all' || i === all.length - 1 || i % Math.ceil(all.length / 4) === 0
})

/** Credits, and as many posts, of a club that has grown; `UPGRADE_ROWS=100000` by hand. */
const ROWS = Number(process.env.UPGRADE_ROWS ?? 1_000)
const ROWS_A_MEMBER = 50
/** The first state in which members had both. */
const WITH_POSTS = '20261102000000'

const databases: string[] = []
let expected: unknown

beforeAll(async () => {
  expected = await fingerprint(await prepared())
})
afterAll(async () => {
  for (const name of databases) await run('postgres', `drop database ${name} with (force)`)
})

it.each(states)('from the state after migration %s, members and their points come along', async (newest) => {
  const name = await prepared(new Set([...platform, ...domain.filter((version) => version <= newest)]))
  const before = await fill(name)
  expect(before).toHaveLength(5)
  await prepare(name)
  expect(await fingerprint(name)).toEqual(expected)
  expect(await members(name)).toEqual(before)
})

describe('the rows of a club that has grown', () => {
  let grown: string
  let before: unknown

  beforeAll(async () => {
    grown = await prepared(new Set([...platform, ...domain.filter((version) => version <= WITH_POSTS)]))
    await grow(grown)
    before = await sums(grown)
  }, 600_000)

  it('come along', async ({ annotate }) => {
    const name = await emptyDatabase(grown)
    const started = performance.now()
    await prepare(name)
    await annotate(`${ROWS} credits and posts in ${Math.round(performance.now() - started)} ms`)
    expect(await fingerprint(name)).toEqual(expected)
    expect(await sums(name)).toEqual(before)
  })

  it('come along when every start but the last is killed', async ({ annotate }) => {
    const name = await emptyDatabase(grown)
    await annotate(`${await killedAgainAndAgain(name)} kills`)
    expect(await fingerprint(name)).toEqual(expected)
    expect(await sums(name)).toEqual(before)
  })
})

it('a start that is killed during the migrations is taken up by the next one', async () => {
  const name = await emptyDatabase()
  await killedAgainAndAgain(name)
  expect(await fingerprint(name)).toEqual(expected)
})

it('a start waits for the migration that a killed one left under way', async () => {
  const name = await emptyDatabase()
  const first = prepare(name)
  await someMoreApplied(name, 0)
  // A server notices that a client is gone only once its statement is done: until then the lock is lost, not the work.
  await run(
    name,
    `select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = $1)
        and pid in (select pid from pg_stat_activity where usename = 'supabase_admin')`,
    [name],
  )
  await prepare(name)
  await first
  expect(await fingerprint(name)).toEqual(expected)
})

/** Starts engines on a database, each killed as soon as it got further than the one before, then prepares it whole. */
async function killedAgainAndAgain(name: string): Promise<number> {
  const checkout = makeCheckout()
  let kills = 0
  const dataDir = mkdtempSync(join(tmpdir(), 'bankside-upgrade-'))
  try {
    for (let applied = await appliedCount(name); kills < 12 && applied < domain.length; kills += 1) {
      const engine = start(checkout, name, dataDir)
      const gone = new Promise((resolve) => engine.once('exit', resolve))
      await someMoreApplied(name, applied)
      engine.kill('SIGKILL')
      await gone
      applied = await appliedCount(name)
    }
    await prepare(name)
    return kills
  } finally {
    checkout.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function emptyDatabase(template = 'template0'): Promise<string> {
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`
  await run('postgres', `create database ${name} template ${template}`)
  databases.push(name)
  return name
}

async function prepared(only?: ReadonlySet<string>): Promise<string> {
  const name = await emptyDatabase()
  await prepare(name, only)
  return name
}

function prepare(name: string, only?: ReadonlySet<string>): Promise<void> {
  return prepareDatabase(databaseTarget(socketDirectory, name), root, 's'.repeat(40), log, only)
}

async function run(database: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(databaseTarget(socketDirectory, database).owner)
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Five accounts, as Auth makes them, and points where that state knows points. */
async function fill(name: string): Promise<unknown[]> {
  await run(
    name,
    `insert into auth.users (id, email, raw_user_meta_data, created_at, updated_at, email_confirmed_at)
     select gen_random_uuid(), 'angler-' || i || '@example.com', jsonb_build_object('username', 'Angler ' || i), now(), now(), now()
       from generate_series(1, 5) as i`,
  )
  const [{ ledger } = { ledger: null }] = await run(name, `select to_regclass('public.points_log')::text as ledger`)
  if (ledger)
    await run(
      name,
      `insert into public.points_log (user_id, points_change, reason, kind, created_by)
       select id, 10 * row_number() over (order by username), 'from before', 'admin', id from public.profiles`,
    )
  return await members(name)
}

/** Members as Auth makes them, their credits and their posts, through every trigger of that state. */
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

/** How many rows a grown club has of each kind, and a sum of what is in them. */
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

/** Everything that a schema is: columns, constraints, indexes, functions, policies, triggers, grants, what is published. */
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

async function appliedCount(name: string): Promise<number> {
  const [{ there } = { there: null }] = await run(
    name,
    `select to_regclass('supabase_migrations.schema_migrations')::text as there`,
  )
  if (!there) return 0
  const [{ count } = { count: 0 }] = await run(
    name,
    'select count(*)::int as count from supabase_migrations.schema_migrations',
  )
  return Number(count)
}

/** Returns as soon as the engine at work has got further than where the one before it was killed. */
async function someMoreApplied(name: string, before: number): Promise<void> {
  while ((await appliedCount(name)) <= before && before < domain.length) await delay(5)
}
