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
const OWN_EXTENSIONS = new Set([
  'pg_cron',
  'pg_graphql',
  'pg_net',
  'pg_stat_monitor',
  'pg_stat_statements',
  'pgjwt',
  'pgsodium',
  'supabase_vault',
  'wrappers',
])

/**
 * A migration without what a hosted project has and this database does not: extensions, and `postgres` as the owner, whose
 * part `migrator` has here. Lines stay where they are, for messages.
 */
export function adapted({ text, path }: Pick<MigrationFile, 'text' | 'path'>, log: Pick<Logger, 'debug'>): string {
  return statementsOf(text)
    .map((statement) => {
      const words = wordsOf(statement)
      const extension = createdExtension(words)
      if (extension !== undefined && OWN_EXTENSIONS.has(extension)) {
        log.debug({ path, extension }, 'not created: the engine has its own, or does without')
        return blank(statement)
      }
      if (words[0] === 'alter' && words.slice(-3).join(' ') === 'owner to postgres') return blank(statement)
      if (words.slice(0, 6).join(' ') === 'alter default privileges for role postgres')
        return statement.replace(/"?postgres"?/i, 'migrator')
      return statement
    })
    .join('')
}

/** The statements of a script, each with its semicolon; together they are the script. */
function statementsOf(script: string): string[] {
  const statements: string[] = []
  const sign = /[-/'"$;]/g
  let from = 0
  for (let found = sign.exec(script); found; found = sign.exec(script)) {
    if (found[0] === ';') {
      statements.push(script.slice(from, sign.lastIndex))
      from = sign.lastIndex
    } else sign.lastIndex = endOfToken(script, found.index)
  }
  return [...statements, script.slice(from)]
}

/** Where a comment, text, name in quotes or body of a function ends that begins at a place; else the next place. */
function endOfToken(script: string, at: number): number {
  const after = (end: string, from: number) => {
    const found = script.indexOf(end, from)
    return found < 0 ? script.length : found + end.length
  }
  if (script.startsWith('--', at)) return after('\n', at)
  if (script.startsWith('/*', at)) return after('*/', at + 2)
  const [first = ''] = script.slice(at, at + 1)
  if (first === "'" || first === '"') return after(first, at + 1)
  const tag = /^\$(?:[A-Za-z_]\w{0,62})?\$/.exec(script.slice(at, at + 65))?.[0]
  return tag === undefined ? at + 1 : after(tag, at + tag.length)
}

/** The words of a statement in lower case, without comments in lines, quotation marks and the semicolon. */
const wordsOf = (statement: string): string[] =>
  statement
    .replace(/--[^\n]*/g, ' ')
    .replace(/[";]/g, '')
    .toLowerCase()
    .split(/\s/)
    .filter((word) => word !== '')

function createdExtension([create, extension, ...rest]: readonly string[]): string | undefined {
  if (create !== 'create' || extension !== 'extension') return undefined
  return rest[0] === 'if' ? rest[3] : rest[0]
}

const blank = (statement: string): string => statement.replace(/[^\n]/g, ' ')

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
