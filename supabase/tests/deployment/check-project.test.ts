import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkApi } from '../../../scripts/check-project/check-api.ts'
import { checkDatabase } from '../../../scripts/check-project/check-database.ts'
import type { Finding } from '../../../scripts/check-project/findings.ts'
import { signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { pretendPgCron } from '../support/pretend-pg-cron.ts'
import { openSqlClub } from '../support/sql-club.ts'

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url))
let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
  await signUp(engine)
})
afterAll(() => engine.close())

const failures = (findings: Finding[]) => findings.filter(({ level }) => level === 'fail').map(({ what }) => what)
const lookFromOutside = async () => failures(await checkApi(engine.url, engine.publishableKey))
const lookInside = async () => failures(await checkDatabase(engine.databaseUrl, migrations))

describe('a correct project', () => {
  it('passes the external and the internal check', async () => {
    expect(await lookFromOutside()).toEqual([])
    expect(await lookInside()).toEqual([])
  })

  it('gets a note while there is no admin', async () => {
    const before = await checkDatabase(engine.databaseUrl, migrations)
    expect(before).toContainEqual(expect.objectContaining({ level: 'note', what: 'there is no admin yet' }))
    await signUp(engine, { admin: true })
    const after = await checkDatabase(engine.databaseUrl, migrations)
    expect(after).toContainEqual({ level: 'ok', what: '1 admins' })
  })
})

describe('faults are reported', () => {
  it('a key of another project', async () => {
    expect(failures(await checkApi(engine.url, 'sb_publishable_other'))).toContain('the key is refused')
  })

  const change = async (text: string, undo: string, look: () => Promise<void>) => {
    await engine.owner.query(text)
    try {
      await look()
    } finally {
      await engine.owner.query(undo)
    }
  }

  it.each([
    [
      'the bucket avatars is missing or private',
      `update storage.buckets set public = false where id = 'avatars'`,
      `update storage.buckets set public = true where id = 'avatars'`,
    ],
    [
      'the bucket catch-photos is public',
      `update storage.buckets set public = true where id = 'catch-photos'`,
      `update storage.buckets set public = false where id = 'catch-photos'`,
    ],
    [
      'guests read profiles',
      'grant select on public.profiles to anon; create policy open_to_all on public.profiles for select to anon using (true)',
      'drop policy open_to_all on public.profiles; revoke select on public.profiles from anon',
    ],
    [
      'the leaderboard answers 401',
      'revoke select on public.leaderboard from anon',
      'grant select on public.leaderboard to anon',
    ],
  ])('%s', async (words, text, undo) => {
    await change(text, undo, async () => expect(await lookFromOutside()).toEqual([words]))
  })

  it.each([
    [
      'tables without row-level security: made_by_hand',
      'create table public.made_by_hand (id int)',
      'drop table public.made_by_hand',
    ],
    [
      'no trigger on auth.users creates profiles',
      'alter table auth.users disable trigger user',
      'alter table auth.users enable trigger user',
    ],
    [
      'published although it should not be: shipping_addresses',
      'alter publication supabase_realtime add table public.shipping_addresses',
      'alter publication supabase_realtime drop table public.shipping_addresses',
    ],
    [
      '1 migrations are not applied: 20261201001000_points.sql',
      `update supabase_migrations.schema_migrations set version = 'x' where version = '20261201001000'`,
      `update supabase_migrations.schema_migrations set version = '20261201001000' where version = 'x'`,
    ],
  ])('%s', async (words, text, undo) => {
    await change(text, undo, async () => expect(await lookInside()).toEqual([words]))
  })
})

describe('a project without the engine', () => {
  it('gets a note until pg_cron calls the flush of live changes', async () => {
    const club = await openSqlClub()
    const finding = async () =>
      (await checkDatabase(club.databaseUrl, migrations)).find(({ what }) => what.includes('open pages'))
    expect(await finding()).toMatchObject({ level: 'ok', what: 'the engine announces changes to open pages' })
    // Without the event triggers of the engine, which would look for its schema.
    await club.query(`set session_replication_role = replica; alter schema engine rename to elsewhere;
      drop schema cron cascade`)
    const note = { level: 'note', remedy: expect.stringContaining('private.schedule_live()') }
    expect(await finding()).toMatchObject(note)
    await club.query(`create schema cron;
      create table cron.job (jobname text, schedule text, command text, active boolean default true);
      create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql
        as 'insert into cron.job values (job_name, schedule, command) returning 1'`)
    await pretendPgCron(club)
    expect(await finding()).toMatchObject(note)
    await club.query('select private.schedule_live()')
    expect(await finding()).toEqual({ level: 'ok', what: 'pg_cron announces changes to open pages' })
    await club.query('update cron.job set active = false')
    expect(await finding()).toMatchObject(note)
    await club.close()
  })
})
