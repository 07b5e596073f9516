import type { EmbedPlan } from '../plan/read-plan.ts'
import { type RowSource, rowSql } from './row-sql.ts'
import { qualify, quoteIdent } from './sql.ts'

/** The source of a node's rows, and how many there may be if the request names no limit. */
export interface Link {
  from: string
  on: readonly string[]
  maxRows?: number
}

/** The FROM item and condition that link the embedded relation to a row of the parent. */
export function linkSql(source: RowSource, embed: EmbedPlan): Link {
  const { node, relationship } = embed
  const target = quoteIdent(node.alias)
  const { via } = relationship
  // A function that returns no set returns a row of nulls instead of no row.
  if (via)
    return {
      from: `${qualify(via)}(${rowSql(source)}) AS ${target}`,
      on: via.returnsSet ? [] : [`NOT (${target} IS NULL)`],
    }
  const parent = source.alias
  const from = `${node.relation ? qualify(node.relation) : ''} AS ${target}`
  const equal = (left: string, a: string, right: string, b: string) =>
    `${left}.${quoteIdent(a)} = ${right}.${quoteIdent(b)}`
  const { junction } = relationship
  if (!junction || !node.relation)
    return { from, on: relationship.columns.map(([a, b]) => equal(target, b, quoteIdent(parent), a)) }
  const middle = quoteIdent(`j${node.alias}`)
  return {
    from: `${from}, ${qualify({ schema: node.relation.schema, name: junction.relation })} AS ${middle}`,
    on: [
      ...junction.source.map(([a, b]) => equal(middle, b, quoteIdent(parent), a)),
      ...junction.target.map(([a, b]) => equal(target, b, middle, a)),
    ],
  }
}
