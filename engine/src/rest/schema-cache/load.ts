import type { Database, Row } from '../../db/port.ts'
import { buildRelations } from './build-relations.ts'
import { buildRoutines, findComputedColumns, findComputedRelationships, findMediaHandlers } from './build-routines.ts'
import type {
  ForeignKeyRow,
  HiddenRelationRow,
  MediaHandlerRow,
  RelationRow,
  RepresentationRow,
  RoutineRow,
} from './catalogue-rows.ts'
import {
  FOREIGN_KEYS_SQL,
  HIDDEN_RELATIONS_SQL,
  MEDIA_HANDLERS_SQL,
  RELATIONS_SQL,
  REPRESENTATIONS_SQL,
  ROUTINES_SQL,
  TYPES_SQL,
} from './catalogue-sql.ts'
import type { Representation, SchemaCache } from './model.ts'
import { buildRelationships } from './relationships.ts'

/** Reads the exposed schema from PostgreSQL's catalogue, from one snapshot. */
export async function loadSchemaCache(db: Database, schema: string): Promise<SchemaCache> {
  const read = await db.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    // With an empty path the catalogue qualifies every type and default with its schema.
    await tx.query("set local search_path = ''")
    const rows = <R extends Row>(sql: string) => tx.query<R>(sql, [schema])
    return {
      relations: await rows<RelationRow & Row>(RELATIONS_SQL),
      hidden: await rows<HiddenRelationRow & Row>(HIDDEN_RELATIONS_SQL),
      keys: await tx.query<ForeignKeyRow & Row>(FOREIGN_KEYS_SQL),
      routines: await rows<RoutineRow & Row>(ROUTINES_SQL),
      types: await rows<{ name: string; sql: string }>(TYPES_SQL),
      handlers: await rows<MediaHandlerRow & Row>(MEDIA_HANDLERS_SQL),
      representations: await tx.query<RepresentationRow & Row>(REPRESENTATIONS_SQL),
    }
  })
  const representations = new Map<string, Representation>()
  for (const { type, use, schema: home, name } of read.representations)
    representations.set(type, { ...representations.get(type), [use]: { schema: home, name } })
  const { relations, foreignKeys } = buildRelations(schema, read.relations, read.hidden, read.keys, representations)
  const names = new Map(read.relations.map((row) => [row.oid, row.name]))
  for (const [name, computed] of findComputedColumns(schema, read.routines, names)) {
    const relation = relations.get(name)
    if (relation) relations.set(name, { ...relation, computed })
  }
  for (const [name, media] of findMediaHandlers(read.handlers, names)) {
    const relation = relations.get(name)
    if (relation) relations.set(name, { ...relation, media })
  }
  const relationships = buildRelationships(foreignKeys)
  for (const computed of findComputedRelationships(schema, read.routines, names))
    relationships.set(computed.from, [...(relationships.get(computed.from) ?? []), computed])
  return {
    schema,
    relations,
    relationships,
    routines: buildRoutines(schema, read.routines, names),
    types: new Map(read.types.map(({ name, sql }) => [name, sql])),
  }
}
