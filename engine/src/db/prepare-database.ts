import { join } from 'node:path'
import pg, { type Client, type ClientConfig } from 'pg'
import { codeOf, messageOf, StartError } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { newClient } from './client.ts'
import { applyMigrations, domainHistory, type MigrationHistory, platformHistory } from './migrate.ts'
import { type MigrationFile, readMigrations } from './migration-files.ts'
import { type DatabaseTarget, derivedPassword } from './target.ts'

const OLDEST_SERVER = 150_000
// "bank", as for the instance lock; the second part names the purpose.
const LOCK_KEY = [0x62616e6b, 2]
const DOMAIN_LOCK_KEY = [0x62616e6b, 3]
const AUTHENTICATION_FAILED = ['28P01', '28000']

/** What is served on the platform: by default Bankside's own migrations. */
export interface Domain {
  files: readonly MigrationFile[]
  history: MigrationHistory
  /** Run by the database's owner before the migrations; safe to repeat. */
  setUp(owner: Client): Promise<void>
  /** Run as `migrator` before the first migrations of a database that has none. */
  begin(migrator: Client): Promise<void>
  /** Run as `migrator` after the migrations of each start: rows that the first start did not come to. */
  seed(migrator: Client): Promise<void>
}

const NOTHING = async () => {}

const ownDomain = (root: string): Domain => ({
  files: readMigrations(join(root, 'supabase/migrations')),
  history: domainHistory,
  setUp: NOTHING,
  begin: NOTHING,
  seed: NOTHING,
})

/**
 * Brings a database up to this version: platform schemas and roles as its owner, then the domain as `migrator`.
 * Several engines may do so at once: one works, the others wait and find nothing left to do.
 * @param root the checkout, which holds `engine/migrations` and `supabase/migrations`.
 * @param only versions to stop at, e.g. those a backup was made under; all existing ones by default.
 * @param domain by default that of the checkout.
 * @throws {StartError} one line for the operator.
 */
export async function prepareDatabase(
  target: DatabaseTarget,
  root: string,
  jwtSecret: string,
  log: Logger,
  only?: ReadonlySet<string>,
  domain: Domain = ownDomain(root),
): Promise<void> {
  const wanted = ({ version }: { version: string }) => only?.has(version) ?? true
  const platform = readMigrations(join(root, 'engine/migrations')).filter(wanted)
  const owner = await connect(target.owner)
  try {
    await refuseUnfitServer(owner)
    await owner.query('select pg_advisory_lock($1, $2)', LOCK_KEY)
    await applyMigrations(owner, platformHistory, platform, log)
    await grantDatabase(owner)
    for (const role of ['authenticator', 'migrator'] as const) await admit(owner, target, role, jwtSecret, log)
    await keepCallersOutOfLog(owner)
    await domain.setUp(owner)
    const migrator = await connect(target.as('migrator'))
    try {
      // After a kill the server releases the idle owner's lock at once, but finishes what the migrator had begun.
      await migrator.query('select pg_advisory_lock($1, $2)', DOMAIN_LOCK_KEY)
      if (!(await hasHistory(migrator, domain.history))) await domain.begin(migrator)
      await applyMigrations(migrator, domain.history, domain.files.filter(wanted), log)
      await domain.seed(migrator)
    } finally {
      await migrator.end()
    }
  } finally {
    await owner.end()
  }
}

async function hasHistory(client: Client, { create, list }: MigrationHistory): Promise<boolean> {
  await client.query(create)
  return ((await client.query(list)).rowCount ?? 0) > 0
}

async function connect(settings: ClientConfig): Promise<Client> {
  const client = newClient(settings)
  try {
    await client.connect()
  } catch (error) {
    throw describe(error)
  }
  return client
}

function describe(error: unknown): StartError {
  const code = codeOf(error) ?? ''
  if (AUTHENTICATION_FAILED.includes(code))
    return new StartError(`The database refuses the login: ${messageOf(error)} (DATABASE_URL)`)
  if (code === '3D000') return new StartError(`The database does not exist: ${messageOf(error)} (DATABASE_URL)`)
  return new StartError(`The database cannot be reached: ${messageOf(error)} (DATABASE_URL)`)
}

async function refuseUnfitServer(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ number: number; name: string; standby: boolean }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name,
            pg_is_in_recovery() as standby`,
  )
  const { number = 0, name = 'of an unknown version', standby } = rows[0] ?? {}
  checkServerVersion(number, name)
  if (standby) throw new StartError('The database is a standby, which takes no writes: name the primary (DATABASE_URL)')
}

/**
 * Refuses a server that lacks what the migrations use.
 * @param number `server_version_num`, e.g. 150004.
 * @throws {StartError}
 */
export function checkServerVersion(number: number, name: string): void {
  if (number < OLDEST_SERVER)
    throw new StartError(`PostgreSQL ${name} is too old: 15 or newer is needed (DATABASE_URL)`)
}

// A copy or backup of a database does not carry the rights on the database itself, so no migration grants them.
async function grantDatabase(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ name: string; granted: boolean }>(
    `select current_database() as name, has_database_privilege('migrator', current_database(), 'create') as granted`,
  )
  const [{ name, granted } = { name: '', granted: true }] = rows
  if (!granted)
    await owner.query(`grant create, connect, temporary on database ${pg.escapeIdentifier(name)} to migrator`)
}

/** Sets the role's derived password, unless it can connect already: concurrent `alter role` statements collide. */
async function admit(
  owner: Client,
  target: DatabaseTarget,
  role: 'authenticator' | 'migrator',
  jwtSecret: string,
  log: Logger,
) {
  const client = newClient(target.as(role))
  try {
    await client.connect()
    await client.end()
  } catch (error) {
    if (!AUTHENTICATION_FAILED.includes(codeOf(error) ?? '')) throw describe(error)
    const password = pg.escapeLiteral(derivedPassword(role, jwtSecret))
    const hadOther = await hasPassword(owner, role)
    await owner.query(`alter role ${pg.escapeIdentifier(role)} with login password ${password}`)
    if (hadOther)
      log.warn({ role }, 'JWT_SECRET is another one than before: engines with the earlier one lose the database')
  }
}

/** Only a superuser can see it; to others a role has none. */
async function hasPassword(owner: Client, role: string): Promise<boolean> {
  const { rows } = await owner
    .query<{ has: boolean }>('select rolpassword is not null as has from pg_authid where rolname = $1', [role])
    .catch(() => ({ rows: [] }))
  return rows[0]?.has === true
}

/**
 * Errors of callers' statements are answers, which the caller has; in the server's log they would be texts of strangers,
 * of any length, and values of members. Errors of the other roles are still logged. Only a superuser can set this, so
 * elsewhere it is the operator's to set.
 */
async function keepCallersOutOfLog(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ due: boolean }>(
    `select current_setting('is_superuser')::boolean
        and not exists (
          select from pg_db_role_setting as s, unnest(s.setconfig) as c (setting)
          where s.setrole = 'authenticator'::regrole and s.setdatabase = 0 and c.setting like 'log_min_messages=%'
        ) as due`,
  )
  if (!rows[0]?.due) return
  await owner.query(`alter role authenticator set log_min_messages = 'log'`).catch((error: unknown) => {
    // Another engine of the same server sets it at this moment.
    if (codeOf(error) !== 'XX000') throw error
  })
}
