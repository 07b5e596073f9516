import { join } from 'node:path'
import pg from 'pg'
import { type Logger, prepareDatabase, readMigrations } from '../../engine/src/index.ts'
import type { databaseTarget } from '../../test-support/database.ts'

/** For each migration, in order, the highest object identifier after it ran. */
export type Domains = readonly { name: string; lastOid: number }[]

const LAST_OID = `
  select max(oid)::int8 as oid
  from (select oid from pg_class union all select oid from pg_proc union all select oid from pg_trigger) as made`

/**
 * Applies all migrations, those of the domain one by one, and records the objects that each creates: an object belongs
 * to the domain whose file created it, even if a later one changes it.
 */
export async function prepareByDomain(
  target: ReturnType<typeof databaseTarget>,
  root: string,
  secret: string,
  log: Logger,
): Promise<Domains> {
  const wanted = new Set(readMigrations(join(root, 'engine/migrations')).map(({ version }) => version))
  const client = new pg.Client(target.owner)
  await client.connect()
  const domains: { name: string; lastOid: number }[] = []
  try {
    for (const { version, name } of readMigrations(join(root, 'supabase/migrations'))) {
      wanted.add(version)
      await prepareDatabase(target, root, secret, log, wanted)
      const { rows } = await client.query<{ oid: string }>(LAST_OID)
      domains.push({ name, lastOid: Number(rows[0]?.oid) })
    }
  } finally {
    await client.end()
  }
  return domains
}

/** The domain of an object. */
export function domainOf(domains: Domains, oid: number): string {
  return domains.find(({ lastOid }) => oid <= lastOid)?.name ?? 'platform'
}
