import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Client } from 'pg'
import type { ProjectSettings } from '../config.ts'
import { domainHistory } from '../db/migrate.ts'
import { type MigrationFile, readMigrations } from '../db/migration-files.ts'
import type { Database } from '../db/port.ts'
import type { Domain } from '../db/prepare-database.ts'
import { messageOf, StartError } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'

/** The migrations and seeds of a project, as the database is prepared for them. */
export function projectDomain(project: ProjectSettings, log: Logger): Domain {
  const leaveOut = (path: string) => log.warn({ path }, 'left out: it is not named <version>_<name>.sql')
  const files = existsSync(project.migrationsFolder) ? readMigrations(project.migrationsFolder, leaveOut) : []
  return {
    files: files.map((file) => ({ ...file, text: adapted(file, log) })),
    // A project's versions are its own: none of them is one of Bankside's.
    history: { ...domainHistory, isUnreleased: () => false },
    setUp: async (owner) => void (await owner.query(roles(project.exposesNewTables))),
    begin: async (migrator) => void (await migrator.query(SEEDS_DUE)),
    seed: async (migrator) => {
      if (!(await areSeedsDue(migrator))) return
      for (const file of project.seeds) await runSeed(migrator, file, log)
      await migrator.query('drop table supabase_migrations.seeds_due')
    },
  }
}

/**
 * The role that hosted migrations run as: dumps grant it rights. Functions of a project may be called by everybody unless
 * it says otherwise, as on hosted Supabase.
 */
function roles(exposesNewTables: boolean): string {
  // Not taken back otherwise: a migration may have said so itself.
  const exposed = ['tables', 'sequences', 'functions'].map(
    (kind) =>
      `alter default privileges for role migrator in schema public grant all on ${kind} to anon, authenticated, service_role;`,
  )
  return `
    do $$
    begin
      if not exists (select from pg_catalog.pg_roles where rolname = 'postgres') then
        create role postgres nologin createrole bypassrls;
      end if;
    end
    $$;
    grant postgres to migrator;
    alter schema public owner to migrator;
    grant all on schema public, extensions to postgres;
    grant usage on schema auth, storage to postgres;
    grant anon, authenticated, service_role to migrator;
    alter default privileges for role migrator grant execute on functions to public;
    ${exposesNewTables ? exposed.join('\n') : ''}`
}

/** Extensions whose tables and functions the engine brings along, and those that only hosted services use. */
const OWN_EXTENSIONS =
  /^[ \t]*create\s+extension\s+(?:if\s+not\s+exists\s+)?"?(pg_cron|pg_net|supabase_vault|pg_graphql|pgjwt|pgsodium|pg_stat_statements|pg_stat_monitor|wrappers)"?(?:\s[^;]*)?;/gim

/** Dumps make `postgres` the owner of everything. Here `migrator` has its part, and owns what it creates. */
const TO_POSTGRES = /^[ \t]*alter\s[^;']*\sowner\s+to\s+"?postgres"?\s*;/gim

const PRIVILEGES_OF_POSTGRES = /^([ \t]*alter\s+default\s+privileges\s+for\s+role\s+)"?postgres"?(?=\s)/gim

/** The bodies of functions and blocks. */
const BODY = /(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1/g

/**
 * A migration without what a hosted project has and this database does not. Lines stay where they are, for messages, and
 * bodies of functions as they are.
 */
export function adapted({ text, path }: Pick<MigrationFile, 'text' | 'path'>, log: Pick<Logger, 'debug'>): string {
  const blank = (statement: string) => statement.replace(/[^\n]/g, ' ')
  const between = (part: string) =>
    part
      .replace(TO_POSTGRES, blank)
      .replace(PRIVILEGES_OF_POSTGRES, '$1migrator')
      .replace(OWN_EXTENSIONS, (statement, name: string) => {
        log.debug({ path, extension: name }, 'not created: the engine has its own, or does without')
        return blank(statement)
      })
  let at = 0
  let whole = ''
  for (const body of text.matchAll(BODY)) {
    whole += between(text.slice(at, body.index)) + body[0]
    at = body.index + body[0].length
  }
  return whole + between(text.slice(at))
}

/** Stays until every seed has run, so that a start which ends before that is made up for by the next. */
const SEEDS_DUE = 'create table if not exists supabase_migrations.seeds_due (done text primary key)'

async function areSeedsDue(migrator: Client): Promise<boolean> {
  const { rows } = await migrator.query<{ due: boolean }>(
    `select to_regclass('supabase_migrations.seeds_due') is not null as due`,
  )
  return rows[0]?.due === true
}

async function runSeed(migrator: Client, file: string, log: Logger): Promise<void> {
  const bytes = readFileSync(file)
  try {
    await migrator.query('reset all')
    await migrator.query('begin')
    const noted = await migrator.query(
      'insert into supabase_migrations.seeds_due (done) values ($1) on conflict do nothing',
      [file],
    )
    if (noted.rowCount === 1) await migrator.query((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
    await migrator.query('commit')
  } catch (error) {
    await migrator.query('rollback')
    throw new StartError(`${file}: ${messageOf(error)}`)
  }
  log.info({ file }, 'seeded')
}

/** Creates the buckets that `config.toml` describes, and gives existing ones of these names the settings that it has. */
export async function makeBuckets(db: Pick<Database, 'query'>, { buckets }: ProjectSettings): Promise<void> {
  for (const { name, public: isPublic, fileSizeLimit, allowedMimeTypes } of buckets)
    await db.query(
      `insert into storage.buckets as b (id, name, public, file_size_limit, allowed_mime_types)
         values ($1, $1, $2, $3, $4)
       on conflict (id) do update
         set public = excluded.public,
             file_size_limit = excluded.file_size_limit,
             allowed_mime_types = excluded.allowed_mime_types
         where (b.public, b.file_size_limit, b.allowed_mime_types)
           is distinct from (excluded.public, excluded.file_size_limit, excluded.allowed_mime_types)`,
      [name, isPublic, fileSizeLimit, allowedMimeTypes],
    )
}
