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
    seed: async (migrator) => {
      for (const file of project.seeds) await runSeed(migrator, file, log)
    },
  }
}

/**
 * The role that hosted migrations run as: dumps grant it rights, and set its default privileges. Functions of a project may be called by everybody unless
 * it says otherwise, as on hosted Supabase.
 */
function roles(exposesNewTables: boolean): string {
  const [change, word] = exposesNewTables ? ['grant', 'to'] : ['revoke', 'from']
  const api = 'anon, authenticated, service_role'
  const forEach = ['migrator', 'postgres'].map(
    (role) => `
      alter default privileges for role ${role} grant execute on functions to public;
      alter default privileges for role ${role} in schema public ${change} all on tables ${word} ${api};
      alter default privileges for role ${role} in schema public ${change} all on sequences ${word} ${api};
      alter default privileges for role ${role} in schema public ${change} all on functions ${word} ${api};`,
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
    grant all on schema public, extensions to postgres;
    grant usage on schema auth, storage to postgres;
    grant anon, authenticated, service_role to migrator;
    ${forEach.join('')}`
}

/** Extensions whose tables and functions the engine brings along, and those that only hosted services use. */
const OWN_EXTENSIONS =
  /^[ \t]*create\s+extension\s+(?:if\s+not\s+exists\s+)?"?(pg_cron|pg_net|supabase_vault|pg_graphql|pgjwt|pgsodium|pg_stat_monitor|wrappers)"?(?:\s[^;]*)?;/gim

/** Dumps make `postgres` the owner of everything. Here `migrator` has its part, and owns what it creates. */
const TO_POSTGRES = /^[ \t]*alter\s[^;']*\sowner\s+to\s+"?postgres"?\s*;/gim

/** What a hosted project has and this database does not is left out; lines stay where they are, for messages. */
function adapted({ text, path }: MigrationFile, log: Logger): string {
  const blank = (statement: string) => statement.replace(/[^\n]/g, ' ')
  return text.replace(TO_POSTGRES, blank).replace(OWN_EXTENSIONS, (statement, name: string) => {
    log.debug({ path, extension: name }, 'not created: the engine has its own, or does without')
    return blank(statement)
  })
}

async function runSeed(migrator: Client, file: string, log: Logger): Promise<void> {
  const bytes = readFileSync(file)
  try {
    await migrator.query('begin')
    await migrator.query((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
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
