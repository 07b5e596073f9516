import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'

/** Operations that migrations may and may not run on a hosted project, tried as the role that runs them here. */
let migrator: pg.Client
let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
  const url = new URL(engine.databaseUrl)
  url.username = 'migrator'
  migrator = new pg.Client(url.href)
  await migrator.connect()
})

afterAll(async () => {
  await migrator.end()
  await engine.close()
})

/** Runs statements in a transaction that is rolled back. */
async function attempt(text: string): Promise<void> {
  await migrator.query('begin')
  try {
    await migrator.query(text)
  } finally {
    await migrator.query('rollback')
  }
}

describe('is allowed', () => {
  it.each([
    ['policies on storage.objects', `create policy p on storage.objects for select to anon using (true)`],
    ['policies on storage.buckets', `create policy p on storage.buckets for select to anon using (true)`],
    [
      'policies on realtime.messages that ask for the topic',
      `create policy p on realtime.messages for select to authenticated using (realtime.topic() = 'lake')`,
    ],
    ['policies on auth.users', `create policy p on auth.users for select to authenticated using (true)`],
    [
      'changing and dropping a policy of its own',
      `create policy p on storage.objects for select using (true);
       alter policy p on storage.objects to anon;
       comment on policy p on storage.objects is 'words';
       drop policy p on storage.objects`,
    ],
    [
      'triggers on auth.users and storage.objects, made and dropped',
      `create function public.f() returns trigger language plpgsql as 'begin return new; end';
       create trigger t after insert on auth.users for each row execute function public.f();
       create trigger t after insert on storage.objects for each row execute function public.f();
       drop trigger t on auth.users;
       drop trigger t on storage.objects`,
    ],
    [
      'a foreign key to auth.users',
      `create table public.t (id uuid primary key references auth.users (id) on delete cascade); drop table public.t`,
    ],
    [
      'buckets',
      `insert into storage.buckets (id, name, public) values ('b', 'b', true) on conflict (id) do update set public = true`,
    ],
    [
      'the publication',
      `create table public.t (id uuid primary key); alter publication supabase_realtime add table public.t`,
    ],
    [
      'definer functions that read and delete accounts',
      `create function public.f() returns bigint language sql security definer
         as 'with gone as (delete from auth.users where false returning 1) select count(*) from auth.users';
       select public.f()`,
    ],
    ['schemas and roles of its own', `create schema mine; create role somebody nologin; create table mine.t ()`],
    ['extensions', `create extension citext with schema extensions`],
  ])('%s', async (_what, text) => {
    await expect(attempt(text)).resolves.toBeUndefined()
  })
})

describe('is refused', () => {
  it.each([
    ['changing storage.objects', `alter table storage.objects add column extra text`],
    ['enabling its row-level security again', `alter table storage.objects enable row level security`],
    ['disabling row-level security of realtime.messages', `alter table realtime.messages disable row level security`],
    ['functions in realtime', `create function realtime.mine() returns int language sql as 'select 1'`],
    ['dropping functions of realtime', `drop function realtime.topic() cascade`],
    ['changing auth.users', `alter table auth.users disable row level security`],
    ['indexes on storage.objects', `create index i on storage.objects (owner)`],
    ['functions in auth', `create function auth.mine() returns int language sql as 'select 1'`],
    ['replacing auth.uid()', `create or replace function auth.uid() returns uuid language sql as 'select null::uuid'`],
    ['tables in storage', `create table storage.mine ()`],
    ['dropping tables of the platform', `drop table auth.flow_state`],
    ['dropping its functions', `drop function storage.protect_delete() cascade`],
    ['doing so as the owning role', `set local role supabase_auth_admin; alter table auth.users add column extra text`],
    ['deleting stored objects', `delete from storage.objects`],
    ['deleting buckets', `delete from storage.buckets`],
    ['superusers', `create role king superuser`],
    ['becoming one', `alter role migrator superuser`],
    ['reading files', `select pg_read_file('/etc/passwd')`],
  ])('%s', async (_what, text) => {
    await expect(attempt(text)).rejects.toMatchObject({ code: '42501' })
  })
})

it('exposes nothing new through the API until it is granted', async () => {
  await migrator.query('begin')
  await migrator.query(
    `create table public.t (id int); create function public.f() returns int language sql as 'select 1'`,
  )
  const { rows } = await migrator.query(
    `select r as role, has_table_privilege(r, 'public.t', 'select') as reads,
            has_function_privilege(r, 'public.f()', 'execute') as runs
       from unnest(array['anon', 'authenticated', 'service_role']) as r`,
  )
  await migrator.query('rollback')
  for (const row of rows) expect(row).toMatchObject({ reads: false, runs: false })
})
