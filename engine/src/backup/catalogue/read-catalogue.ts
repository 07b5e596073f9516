import type { ClientBase } from 'pg'
import { FUNCTIONS, GRANTS, OBJECTS, RELATIONS, ROLES, SCHEMAS, TYPES } from './objects-sql.ts'

/** One object of a database, or one privilege on it. */
export interface CatalogueObject {
  /** PostgreSQL's English term: `table`, `column`, `function`, … */
  kind: string
  /** With its schema, and its table if it belongs to one. */
  name: string
  /** Kind and name of the object that it is part of; null when it stands alone. */
  partOf: string | null
  /** Everything that defines it, as PostgreSQL writes it. */
  definition: string
}

export interface Catalogue {
  /** Major version of the server, e.g. 17: each writes definitions slightly differently. */
  major: number
  /** By kind and name. */
  objects: ReadonlyMap<string, CatalogueObject>
}

const QUERY = `with ${[ROLES, SCHEMAS, RELATIONS, FUNCTIONS, TYPES].join(',')}
select kind, name, part_of as "partOf", coalesce(definition, '') as definition
  from (${OBJECTS} union all ${GRANTS}) as all_objects (kind, name, part_of, definition)`

/** All objects in a database that are not PostgreSQL's own, with their definitions. Needs only the right to connect. */
export async function readCatalogue(client: ClientBase): Promise<Catalogue> {
  const { rows: settings } = await client.query<{ path: string; major: number }>(
    `select current_setting('search_path') as path, current_setting('server_version_num')::int / 10000 as major`,
  )
  const { path = '', major = 0 } = settings[0] ?? {}
  // With an empty search_path every name in a definition is schema-qualified.
  await client.query(`select set_config('search_path', '', false)`)
  const { rows } = await client.query<CatalogueObject>(QUERY)
  await client.query(`select set_config('search_path', $1, false)`, [path])
  return { major, objects: new Map(rows.map((object) => [`${object.kind} ${object.name}`, object])) }
}
