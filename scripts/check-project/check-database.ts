import { readdirSync } from 'node:fs'
import pg from 'pg'
import { expectThat, type Finding, note, ok } from './findings.ts'

const PUSH = 'run `supabase db push`'

/**
 * Checks what the API does not show, on a direct connection to the project's database.
 * @param migrations the folder `supabase/migrations`.
 * @throws {Error} when the database cannot be reached.
 */
export async function checkDatabase(connectionString: string, migrations: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  const list = async (text: string) => (await client.query<{ name: string }>(text)).rows.map(({ name }) => name)
  try {
    return [
      await checkMigrations(list, migrations),
      await checkRowSecurity(list),
      await checkTriggers(list),
      await checkPublication(list),
      await checkLive(list),
      await checkJobs(list),
      await checkAdmin(list),
    ]
  } finally {
    await client.end()
  }
}

type List = (text: string) => Promise<string[]>

async function checkMigrations(list: List, folder: string): Promise<Finding> {
  const applied = new Set(await list('select version as name from supabase_migrations.schema_migrations'))
  const missing = readdirSync(folder).filter((file) => file.endsWith('.sql') && !applied.has(file.split('_')[0] ?? ''))
  return expectThat(
    missing.length === 0,
    'every migration is applied',
    `${missing.length} migrations are not applied: ${missing.join(', ')}`,
    PUSH,
  )
}

async function checkRowSecurity(list: List): Promise<Finding> {
  const open = await list(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`,
  )
  return expectThat(
    open.length === 0,
    'every table has row-level security',
    `tables without row-level security: ${open.join(', ')}`,
    'drop them or enable it: any client with the key can read and write them',
  )
}

async function checkTriggers(list: List): Promise<Finding> {
  const found = await list(
    `select tgname as name from pg_trigger where tgrelid = 'auth.users'::regclass and not tgisinternal and tgenabled = 'O'`,
  )
  return expectThat(
    found.length > 0,
    'a new account gets its profile',
    'no trigger on auth.users creates profiles',
    PUSH,
  )
}

async function checkPublication(list: List): Promise<Finding> {
  const published = await list(
    `select tablename as name from pg_publication_tables where pubname = 'supabase_realtime'`,
  )
  const secret = published.filter((name) => /award|address|notes|referral_settings|audit/.test(name))
  if (published.length === 0)
    return note(
      'nothing is published: screens do not refresh by themselves',
      `${PUSH}; check the publication supabase_realtime`,
    )
  return expectThat(
    secret.length === 0,
    'only changes that members may see are published',
    `published although it should not be: ${secret.join(', ')}`,
    'alter publication supabase_realtime drop table …',
  )
}

/** Somebody has to call `private.flush_live()`: the engine, or pg_cron where there is none. */
async function checkLive(list: List): Promise<Finding> {
  const [engine] = await list(`select nspname as name from pg_namespace where nspname = 'engine'`)
  if (engine !== undefined) return ok('the engine announces changes to open pages')
  const [cron] = await list(
    `select c.oid::regclass::text as name from pg_class as c where c.oid = to_regclass('cron.job')`,
  )
  const [job] =
    cron === undefined ? [] : await list(`select jobname as name from cron.job where active and command ~ 'flush_live'`)
  return job === undefined
    ? note(
        'open pages do not learn of changes: nothing calls private.flush_live()',
        'enable pg_cron (Database, Extensions), then run `select private.schedule_live();`',
      )
    : ok('pg_cron announces changes to open pages')
}

/** Jobs delete what is kept for a limited time, with the engine as well. */
async function checkJobs(list: List): Promise<Finding> {
  const [cron] = await list(
    `select c.oid::regclass::text as name from pg_class as c where c.oid = to_regclass('cron.job')`,
  )
  const jobs =
    cron === undefined ? [] : await list(`select jobname as name from cron.job where active and jobname ~ '^bankside-'`)
  return ['bankside-addresses', 'bankside-marks'].every((name) => jobs.includes(name))
    ? ok('postal addresses are deleted some time after delivery')
    : note(
        'postal addresses are kept forever: the daily jobs are not scheduled',
        'enable pg_cron (Database, Extensions), then run `select private.schedule_jobs();`',
      )
}

async function checkAdmin(list: List): Promise<Finding> {
  const admins = await list('select username as name from public.profiles where is_admin')
  return admins.length > 0
    ? ok(`${admins.length} admins`)
    : note('there is no admin yet', `select private.promote_admin('you@example.com');`)
}
