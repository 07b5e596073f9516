import type { ForeignKeyRow, HiddenRelationRow, RelationRow } from './catalogue-rows.ts'
import type { Column, Relation, Representation } from './model.ts'
import type { ForeignKey } from './relationships.ts'
import { type Origin, viewColumnOrigins } from './view-columns.ts'

type AnyRelation = HiddenRelationRow & { columns?: RelationRow['columns'] }

/** An exposed relation that shows columns of a table, each under some name. */
interface Appearance {
  relation: string
  /** Attribute number of the table → names of the columns that show it here. */
  names: ReadonlyMap<number, readonly string[]>
}

/** How many ways of showing the columns of one key in one view count. */
const MOST_WAYS = 16

/**
 * Finds for every table where its columns appear: in the table itself if it is exposed, and in exposed views over it.
 */
function findAppearances(
  exposed: readonly RelationRow[],
  all: ReadonlyMap<string, AnyRelation>,
): Map<string, Appearance[]> {
  const appearances = new Map<string, Appearance[]>()
  const add = (table: string, appearance: Appearance) =>
    appearances.set(table, [...(appearances.get(table) ?? []), appearance])
  const rules = new Map<string, Map<number, Origin>>()
  for (const row of all.values()) if (row.rule !== null) rules.set(row.oid, viewColumnOrigins(row.rule))
  /** Follows a view over views down to the table; undefined for views in a circle, which cannot be read. */
  const base = (origin: Origin): Origin | undefined => {
    let at = origin
    for (let steps = 0; steps <= rules.size; steps += 1) {
      const below = rules.get(at.table)?.get(at.column)
      if (!below) return at
      at = below
    }
    return undefined
  }
  for (const row of exposed) {
    if (!row.is_view)
      add(row.oid, { relation: row.name, names: new Map(row.columns.map(({ num, name }) => [num, [name]])) })
    const tables = new Map<string, Map<number, string[]>>()
    for (const [position, origin] of rules.get(row.oid) ?? []) {
      const column = row.columns.find(({ num }) => num === position)
      const shown = base(origin)
      if (!shown) continue
      const { table, column: number } = shown
      const names = tables.get(table) ?? new Map<number, string[]>()
      if (column) names.set(number, [...(names.get(number) ?? []), column.name])
      tables.set(table, names)
    }
    for (const [table, names] of tables) add(table, { relation: row.name, names })
  }
  return appearances
}

/** The columns that show a key, in every combination if some show the same; the first one has the first of each. */
function waysToShow(appearance: Appearance, numbers: readonly number[]): string[][] {
  let ways: string[][] = [[]]
  for (const number of numbers) {
    const names = appearance.names.get(number) ?? []
    ways = ways.flatMap((way) => names.map((name) => [...way, name])).slice(0, MOST_WAYS)
  }
  return ways
}

/** Builds the exposed relations with keys, and the foreign keys between the relations that show the key columns. */
export function buildRelations(
  schema: string,
  rows: readonly RelationRow[],
  hidden: readonly HiddenRelationRow[],
  keys: readonly ForeignKeyRow[],
  representations: ReadonlyMap<string, Representation>,
): { relations: Map<string, Relation>; foreignKeys: ForeignKey[] } {
  const all = new Map<string, AnyRelation>([...hidden, ...rows].map((row) => [row.oid, row]))
  const appearances = findAppearances(rows, all)
  const primaryKeys = new Map<string, string[]>()
  for (const [oid, places] of appearances)
    for (const place of places) {
      const [key = []] = waysToShow(place, all.get(oid)?.primary_key ?? [])
      // A view that joins tables has the keys of all of them.
      primaryKeys.set(place.relation, [...new Set([...(primaryKeys.get(place.relation) ?? []), ...key])])
    }
  const relations = new Map<string, Relation>()
  for (const row of rows) {
    const key = primaryKeys.get(row.name) ?? []
    // The tables of a view are found in no order.
    const places = new Map(row.is_view ? row.columns.map(({ name, num }) => [name, num]) : [])
    relations.set(row.name, {
      schema,
      name: row.name,
      isView: row.is_view,
      columns: new Map(row.columns.map((column) => [column.name, toColumn(column, representations.get(column.type))])),
      computed: new Map(),
      media: [],
      writes: { insert: (row.writes & 8) > 0, update: (row.writes & 4) > 0, delete: (row.writes & 16) > 0 },
      primaryKey: key.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)),
      ...(row.description !== null && { description: row.description }),
    })
  }
  const foreignKeys: ForeignKey[] = []
  for (const key of keys)
    for (const source of appearances.get(key.source) ?? [])
      for (const target of appearances.get(key.target) ?? []) {
        const table = all.get(key.source)
        const primary = table?.primary_key ?? []
        const covers = (unique: readonly number[]) => unique.every((number) => key.source_columns.includes(number))
        const common = {
          name: key.name,
          source: source.relation,
          target: target.relation,
          unique: (table?.uniques ?? []).some(covers),
          // A view over a junction would make every path through the junction ambiguous.
          inPrimaryKey:
            !relations.get(source.relation)?.isView && key.source_columns.every((number) => primary.includes(number)),
        }
        const ends = waysToShow(target, key.target_columns)
        for (const from of waysToShow(source, key.source_columns))
          for (const to of ends)
            foreignKeys.push({ ...common, columns: from.map((name, index) => [name, to[index] as string] as const) })
      }
  return { relations, foreignKeys }
}

/** The model's column for a catalogue row. */
export function toColumn(
  row: { name: string; type: string; isJson: boolean; isVector?: boolean; defaultSql?: string | null },
  represented?: Representation,
): Column {
  const column: Column = { name: row.name, type: row.type, isJson: row.isJson }
  if (row.isVector) column.isVector = true
  if (represented) column.represented = represented
  if (typeof row.defaultSql === 'string') column.defaultSql = row.defaultSql
  return column
}
