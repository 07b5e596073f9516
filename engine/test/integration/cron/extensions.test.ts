import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CronClub, openCronClub, testClock } from './cron-club.ts'

// Servers that have the extensions themselves. The test's PostgreSQL does not, so they are entered in its catalogue,
// where the engine looks for them.

let club: CronClub
beforeEach(async () => {
  club = await openCronClub()
})
afterEach(() => club.close())

const enter = (name: string) =>
  club.query(
    `insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
       select (max(e.oid::text::bigint) + 1)::text::oid, $1, 10, 'pg_catalog'::regnamespace, false, '1.6'
       from pg_extension as e`,
    [name],
  )
const migration = (name: string) => readFileSync(new URL(`../../../migrations/${name}`, import.meta.url), 'utf8')

describe('the platform migrations', () => {
  it.each([
    ['pg_cron', '0013_cron.sql', 'cron', 'cron.job'],
    ['pg_net', '0014_net.sql', 'net', 'net.http_request_queue'],
    ['supabase_vault', '0014_net.sql', 'vault', 'vault.secrets'],
  ])('create nothing in place of %s', async (extension, file, schema, table) => {
    const exists = async () => (await club.query('select to_regclass($1) is not null as yes', [table]))[0]?.yes
    await club.query('drop table engine.cron_turns; drop function engine.is_cron_schedule cascade')
    await club.query('drop schema cron cascade; drop schema net cascade; drop schema vault cascade')
    await enter(extension)
    await club.query(migration(file))
    expect(await exists()).toBe(false)
    await club.query(`drop schema if exists cron cascade; drop schema if exists net cascade;
      drop schema if exists vault cascade; drop table if exists engine.cron_turns;
      drop function if exists engine.is_cron_schedule cascade; delete from pg_extension where extname = '${extension}'`)
    await club.query(migration(file))
    expect(await exists()).toBe(true)
    expect(await club.query('select nspname as name from pg_namespace where nspname = $1', [schema])).toHaveLength(1)
  })
})

it('the engine runs no jobs where pg_cron is installed', async () => {
  await club.migrator.query(`select cron.schedule('a', '* * * * *', 'select 1')`)
  await enter('pg_cron')
  await expect(club.start(testClock('2027-01-01T00:00:30Z'))).rejects.toThrow('the jobs are not the engine’s')
  await club.query(`delete from pg_extension where extname = 'pg_cron'`)
  expect((await club.start(testClock('2027-01-01T00:00:30Z'))).load().jobs).toBe(1)
})
