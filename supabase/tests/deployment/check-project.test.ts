import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkApi } from '../../../scripts/check-project/check-api.ts'
import { checkDatabase } from '../../../scripts/check-project/check-database.ts'
import type { Finding } from '../../../scripts/check-project/findings.ts'
import { signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'

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

describe('a project as it should be', () => {
  it('passes from outside and inside', async () => {
    expect(await lookFromOutside()).toEqual([])
    expect(await lookInside()).toEqual([])
  })

  it('is told that there is no admin, until there is one', async () => {
    const before = await checkDatabase(engine.databaseUrl, migrations)
    expect(before).toContainEqual(expect.objectContaining({ level: 'note', what: 'there is no admin yet' }))
    await signUp(engine, { admin: true })
    const after = await checkDatabase(engine.databaseUrl, migrations)
    expect(after).toContainEqual({ level: 'ok', what: '1 admins' })
  })
})

describe('what is wrong is named', () => {
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
      'no trigger on auth.users makes profiles',
      'alter table auth.users disable trigger user',
      'alter table auth.users enable trigger user',
    ],
    [
      'published although it should not be: shipping_addresses',
      'alter publication supabase_realtime add table public.shipping_addresses',
      'alter publication supabase_realtime drop table public.shipping_addresses',
    ],
    [
      '1 migrations are not applied: 20261101000300_points.sql',
      `update supabase_migrations.schema_migrations set version = 'x' where version = '20261101000300'`,
      `update supabase_migrations.schema_migrations set version = '20261101000300' where version = 'x'`,
    ],
  ])('%s', async (words, text, undo) => {
    await change(text, undo, async () => expect(await lookInside()).toEqual([words]))
  })
})
