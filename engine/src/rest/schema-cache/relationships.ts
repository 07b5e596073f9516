import type { Relationship } from './model.ts'

/** A foreign key between two relations that requests can name (a view stands for the table it shows). */
export interface ForeignKey {
  name: string
  source: string
  target: string
  /** `[source column, target column]`. */
  columns: readonly (readonly [string, string])[]
  /** At most one source row leads to a target row. */
  unique: boolean
  /** All source columns are part of the source's primary key: the source can be a junction. */
  inPrimaryKey: boolean
}

/** Both directions of every foreign key, and the many-to-many pairs that meet in a junction's primary key. */
export function buildRelationships(foreignKeys: readonly ForeignKey[]): Map<string, Relationship[]> {
  const all = new Map<string, Relationship[]>()
  const add = (relationship: Relationship) => {
    const list = all.get(relationship.from)
    if (list) list.push(relationship)
    else all.set(relationship.from, [relationship])
  }
  const junctions = new Map<string, ForeignKey[]>()
  for (const key of foreignKeys) {
    const common = { constraint: key.name, columns: key.columns }
    add({
      ...common,
      from: key.source,
      to: key.target,
      cardinality: key.unique ? 'one-to-one' : 'many-to-one',
      owning: true,
    })
    add({
      constraint: key.name,
      from: key.target,
      to: key.source,
      cardinality: key.unique ? 'one-to-one' : 'one-to-many',
      columns: key.columns.map(([a, b]) => [b, a] as const),
      owning: false,
    })
    // Of a view that shows the key of its table twice, the first way counts: the hint is the junction in either case.
    const ends = junctions.get(key.source) ?? []
    if (key.inPrimaryKey && !ends.some((end) => end.name === key.name && end.target === key.target))
      junctions.set(key.source, [...ends, key])
  }
  for (const [relation, keys] of junctions)
    for (const one of keys)
      for (const other of keys) {
        if (one.name === other.name) continue
        add({
          from: one.target,
          to: other.target,
          cardinality: 'many-to-many',
          constraint: `${one.name}, ${other.name}`,
          columns: [],
          owning: false,
          junction: {
            relation,
            sourceConstraint: one.name,
            targetConstraint: other.name,
            source: one.columns.map(([a, b]) => [b, a] as const),
            target: other.columns,
          },
        })
      }
  return all
}
