import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { type AppliedMigration, checkHistory, domainHistory, platformHistory } from '../db/migrate.ts'
import { readMigrations } from '../db/migration-files.ts'
import { messageOf, StartError } from '../kernel/errors.ts'
import { compareCatalogues, type Difference } from './catalogue/compare.ts'
import { expectedCatalogue } from './catalogue/expected-catalogue.ts'
import { readCatalogue } from './catalogue/read-catalogue.ts'

/**
 * Everything in a database that a restore would lose, because a restore creates the schema from the migrations alone:
 * what was created, changed or removed by hand. Found by a comparison with a new database to which the same migrations
 * were applied.
 * @param root the checkout, which holds the migrations.
 * @throws {StartError} when an applied migration is missing in the checkout or differs there, and when
 *   there is no PostgreSQL for the new database.
 */
export async function foreignObjects(client: ClientBase, root: string): Promise<Difference[]> {
  const applied = await appliedMigrations(client, root)
  const expected = await expectedCatalogue(root, applied).catch((error) => {
    throw new StartError(
      `${messageOf(error)}, so the database could not be compared with its migrations: --unchecked does without`,
    )
  })
  return compareCatalogues(await readCatalogue(client), expected)
}

/** The versions of all migrations that were applied to a database. */
async function appliedMigrations(client: ClientBase, root: string): Promise<Set<string>> {
  const versions = new Set<string>()
  for (const [folder, history] of [
    ['engine/migrations', platformHistory],
    ['supabase/migrations', domainHistory],
  ] as const) {
    const { rows } = await client.query<AppliedMigration>(history.list)
    checkHistory(history, rows, readMigrations(join(root, folder)))
    for (const { version } of rows) versions.add(version)
  }
  return versions
}
