import { restErrors } from '../errors.ts'
import type { Relationship, SchemaCache } from '../schema-cache/model.ts'

/**
 * Finds the one relationship that `target!hint` names, seen from a relation.
 * The target is a relation, the name of a foreign key, or its single column; the hint chooses among several. A function
 * with the target's name precedes all of them, so that it can replace a foreign key. A foreign key leads to its table
 * rather than to views of it.
 * @throws {RestError} PGRST200 for none, PGRST201 for more than one.
 */
export function findRelationship(
  cache: SchemaCache,
  from: string,
  target: string,
  hint: string | undefined,
): Relationship {
  const all = cache.relationships.get(from) ?? []
  const computed = hint === undefined ? all.find(({ via }) => via?.name === target) : undefined
  if (computed) return computed
  const named = all.filter(
    (relationship) => matchesTarget(relationship, target) && (hint === undefined || matchesHint(relationship, hint)),
  )
  const tables = named.filter(({ to }) => !cache.relations.get(to)?.isView)
  const matches = tables.length > 0 ? tables : named
  const [only] = matches
  if (!only) throw restErrors.noRelationship(from, target, cache.schema, hint)
  if (matches.length > 1)
    throw restErrors.ambiguousRelationship(
      from,
      target,
      matches.map(describe),
      matches.map((match) => `${match.to}!${hintFor(match, matches)}`),
    )
  return only
}

function matchesTarget(relationship: Relationship, target: string): boolean {
  const { from, to, owning, via } = relationship
  if (via) return false
  const self = from === to
  // From a table to itself, the table's name leads to the children; the foreign key or its column leads to the parent.
  if (to === target && !(self && owning && relationship.cardinality !== 'many-to-many')) return true
  if (relationship.junction) return false
  if (relationship.constraint === target) return !self || owning
  return owning && isSingleColumn(relationship, 0, target)
}

function matchesHint(relationship: Relationship, hint: string): boolean {
  const { junction } = relationship
  if (junction)
    return junction.relation === hint || junction.sourceConstraint === hint || junction.targetConstraint === hint
  return (
    relationship.constraint === hint || isSingleColumn(relationship, 0, hint) || isSingleColumn(relationship, 1, hint)
  )
}

function isSingleColumn(relationship: Relationship, side: 0 | 1, name: string): boolean {
  return relationship.columns.length === 1 && relationship.columns[0]?.[side] === name
}

/** Of a view that shows a column twice, only the column tells one relationship from the other. */
function hintFor({ junction, constraint, columns }: Relationship, all: readonly Relationship[]): string {
  if (junction) return junction.relation
  const twins = all.filter((other) => other.constraint === constraint && other.columns.length === 1)
  const own = columns[0]?.find(
    (name, side) => twins.filter(({ columns: [pair] }) => pair?.[side] === name).length === 1,
  )
  return twins.length > 1 && own !== undefined ? own : constraint
}

function describe(relationship: Relationship): object {
  const { cardinality, from, to, constraint, columns, junction } = relationship
  const list = (pairs: readonly (readonly [string, string])[], side: 0 | 1) =>
    pairs.map((pair) => pair[side]).join(', ')
  return {
    cardinality,
    embedding: `${from} with ${to}`,
    relationship: junction
      ? `${junction.relation} using ${junction.sourceConstraint}(${list(junction.source, 1)}) and ${junction.targetConstraint}(${list(junction.target, 0)})`
      : `${constraint} using ${from}(${list(columns, 0)}) and ${to}(${list(columns, 1)})`,
  }
}
