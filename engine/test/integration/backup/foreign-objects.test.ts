import { randomUUID } from 'node:crypto'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { cloneTemplate, databaseTarget } from '../../../../test-support/database.ts'
import { compareCatalogues, describeDifferences } from '../../../src/backup/catalogue/compare.ts'
import { type Catalogue, readCatalogue } from '../../../src/backup/catalogue/read-catalogue.ts'
import { foreignObjects } from '../../../src/backup/foreign-objects.ts'
import { readMigrations } from '../../../src/db/migration-files.ts'
import { prepareDatabase } from '../../../src/db/prepare-database.ts'
import { createLogger, findRoot } from '../../../src/index.ts'

// Each comparison starts a separate PostgreSQL.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const socketDirectory = inject('socketDirectory')
const log = createLogger('silent')
const databases: string[] = []
const folders: string[] = []
let owner: pg.Client
let drop: () => Promise<void>
beforeAll(async () => {
  const clone = await cloneTemplate(socketDirectory)
  drop = clone.drop
  owner = await connect(clone.database)
})
afterAll(async () => {
  await owner.end()
  await drop()
  const server = await connect('postgres')
  for (const name of databases) await server.query(`drop database ${name} with (force)`)
  await server.end()
  for (const folder of folders) rmSync(folder, { recursive: true })
})

it('finds nothing in a database that only migrations have created', async () => {
  expect(describeDifferences(await foreignObjects(owner, findRoot()))).toBe('')
})

it('finds nothing in one that lacks the latest migrations, nor in one that has an additional migration', async () => {
  const { root, first } = ownMigrations()
  const name = await emptyDatabase()
  await prepareDatabase(databaseTarget(socketDirectory, name), root, 's'.repeat(40), log, first)
  const client = await connect(name)
  expect(describeDifferences(await foreignObjects(client, root))).toBe('')
  await prepareDatabase(databaseTarget(socketDirectory, name), root, 's'.repeat(40), log)
  expect(describeDifferences(await foreignObjects(client, root))).toBe('')
  // The same database does not match the project's own migrations.
  await expect(foreignObjects(client, findRoot())).rejects.toThrow(
    'The database is newer than this version of Bankside: it has migration 20990101000000',
  )
  appendFileSync(join(root, OWN_MIGRATION), '-- and more')
  await expect(foreignObjects(client, root)).rejects.toThrow('was changed after it was applied')
  await client.end()
})

describe('a change made by hand', () => {
  let expected: Catalogue
  beforeAll(async () => {
    expected = await readCatalogue(owner)
  })

  const found = async (statements: string) => {
    await owner.query('begin')
    try {
      await owner.query(statements)
      return describeDifferences(compareCatalogues(await readCatalogue(owner), expected))
    } finally {
      await owner.query('rollback')
    }
  }

  it('is found with all others, and parts of a table with their table', async () => {
    const differences = await found(`
      create schema swims_of_old;
      create table swims_of_old.swims (id int);
      create table public.catch_diary (id bigint generated always as identity primary key, note text unique);
      create trigger stamp before update on public.catch_diary for each row execute function private.tg__stamp_updated_at();
      alter table public.catch_diary enable row level security;
      create policy read on public.catch_diary for select to authenticated using (true);
      grant select on public.catch_diary to authenticated;
      create table auth.knocks (id serial);
      create view public.all_swims as select * from swims_of_old.swims;
      create extension fuzzystrmatch schema extensions`)
    expect(differences).toBe(
      'made extension fuzzystrmatch, schema swims_of_old, table auth.knocks, table public.catch_diary, ' +
        'table swims_of_old.swims, view public.all_swims',
    )
  })

  // The names of the first ones are words that occur in a migration.
  it.each([
    ['alter table public.profiles add column reason text', 'made column public.profiles.reason'],
    [
      'create table public.own_notes (id int); alter extension pg_trgm add table public.own_notes',
      'made table public.own_notes',
    ],
    ['create table public.message (id int)', 'made table public.message'],
    ['create table public.notes (id int)', 'made table public.notes'],
    ["create function public.total() returns int language sql as 'select 1'", 'made function public.total()'],
    [
      "create function private.is_admin(uuid) returns bool language sql as 'select true'",
      'made function private.is_admin(uuid)',
    ],
    ['create index content on public.newsfeed_posts (content)', 'made index public.content'],
    [
      'create trigger guard before insert on public.profiles for each row execute function private.tg__stamp_created_at()',
      'made trigger guard on public.profiles',
    ],
    [
      'create trigger knock_knock after insert on auth.users for each row execute function private.tg__stamp_created_at()',
      'made trigger knock_knock on auth.users',
    ],
    [
      'create policy select_own on public.newsfeed_posts for select to anon using (true)',
      'made policy select_own on public.newsfeed_posts',
    ],
    [
      'alter table public.profiles add constraint reason check (points < 1000000)',
      'made constraint reason on public.profiles',
    ],
    ["create type public.status as enum ('open')", 'made type public.status'],
    ['create domain public.weight as numeric check (value > 0)', 'made type public.weight'],
    ['create sequence public.result', 'made sequence public.result'],
    ['create materialized view public.results as select 1 as one', 'made materialized view public.results'],
    ['create rule quiet as on delete to public.badges do instead nothing', 'made rule quiet on public.badges'],
    ["create collation public.german (provider = icu, locale = 'de')", 'made collation public.german'],
    [
      'create statistics public.together on user_id, created_at from public.newsfeed_posts',
      'made statistics object public.together',
    ],
    [
      'create publication everything for table public.badges',
      'made publication everything, publication everything of table public.badges',
    ],
    [
      'alter publication supabase_realtime drop table public.newsfeed_posts',
      'removed publication supabase_realtime of table public.newsfeed_posts, trigger _900_capture_delete on ' +
        'public.newsfeed_posts, trigger _900_capture_insert on public.newsfeed_posts, trigger _900_capture_update on ' +
        'public.newsfeed_posts',
    ],
    ['grant select on public.points_log to anon', 'made grant select on table public.points_log to anon'],
    [
      'grant update (points) on public.profiles to authenticated',
      'made grant update on column public.profiles.points to authenticated',
    ],
    [
      'grant execute on function private.promote_admin(text) to public',
      'made grant execute on function private.promote_admin(user_email text) to public',
    ],
    ['grant create on schema public to public', 'made grant create on schema public to public'],
    [
      'alter default privileges for role migrator grant select on tables to anon',
      'made default privileges on tables by migrator',
    ],
    ['alter table public.profiles alter column points set default 100', 'changed default public.profiles.points'],
    ['alter table public.profiles alter column username drop not null', 'changed column public.profiles.username'],
    ['alter table public.profiles alter column points drop default', 'removed default public.profiles.points'],
    ['drop index public.badges_name_once', 'removed unique index public.badges_name_once'],
    ['alter table public.profiles disable row level security', 'changed table public.profiles'],
    ['alter function private.is_admin() owner to supabase_auth_admin', 'changed function private.is_admin()'],
    [
      `do $$ begin execute replace(pg_get_functiondef('private.is_admin()'::regprocedure), 'false', 'true'); end $$`,
      'changed function private.is_admin()',
    ],
    ['alter function private.is_admin() security invoker', 'changed function private.is_admin()'],
    ['alter function private.is_admin() set search_path = public', 'changed function private.is_admin()'],
    [
      'alter table public.profiles disable trigger all',
      expect.stringMatching(/^changed trigger \w+ on public\.profiles, trigger /),
    ],
    ['alter view public.leaderboard set (security_invoker = false)', 'changed view public.leaderboard'],
    ['alter sequence engine.woken_at increment 2', 'changed sequence engine.woken_at'],
    ['drop index public.newsfeed_posts_author', 'removed index public.newsfeed_posts_author'],
    [
      'revoke select on public.badges from authenticated',
      'removed grant select on table public.badges to authenticated',
    ],
    [
      `do $$ declare p record; begin
         select polname into p from pg_policy where polrelid = 'public.badges'::regclass and polcmd = 'r' limit 1;
         execute format('alter policy %I on public.badges using (true and true)', p.polname); end $$`,
      expect.stringMatching(/^changed policy \w+ on public\.badges$/),
    ],
    ['drop extension "uuid-ossp" cascade', 'removed extension uuid-ossp'],
  ])('%s', async (statement, difference) => {
    expect(await found(statement)).toEqual(difference)
  })
})

const OWN_MIGRATION = 'supabase/migrations/20990101000000_of_the_club.sql'

/** The project's migrations with an additional one of a club, and the versions of all but its last two. */
function ownMigrations(): { root: string; first: Set<string> } {
  const root = mkdtempSync(join(tmpdir(), 'bankside-own-'))
  folders.push(root)
  for (const part of ['engine/migrations', 'supabase/migrations'])
    cpSync(join(findRoot(), part), join(root, part), { recursive: true })
  writeFileSync(
    join(root, OWN_MIGRATION),
    `create table public.catch_diary (id int primary key, note text);
     alter table public.profiles add column nick_of_old text;
     create index catch_diary_note on public.catch_diary (note);`,
  )
  const domain = readMigrations(join(root, 'supabase/migrations')).slice(0, -2)
  const platform = readMigrations(join(root, 'engine/migrations'))
  expect(readdirSync(join(root, 'supabase/migrations'))).toHaveLength(domain.length + 2)
  return { root, first: new Set([...platform, ...domain].map(({ version }) => version)) }
}

async function connect(database: string): Promise<pg.Client> {
  const client = new pg.Client(databaseTarget(socketDirectory, database).owner)
  await client.connect()
  return client
}

async function emptyDatabase(): Promise<string> {
  const name = `compare_${randomUUID().replaceAll('-', '')}`
  await owner.query(`create database ${name} template template0`)
  databases.push(name)
  return name
}
