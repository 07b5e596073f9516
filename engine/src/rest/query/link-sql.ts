import type { EmbedPlan } from '../plan/read-plan.ts'
import { qualify, quoteIdent } from './sql.ts'
import { type RowSource, rowSql } from './whole-row.ts'

/** Where the rows of a node come from, and how many of them there may be when the request does not say. */
export interface Link {
  from: string
  on: readonly string[]
  maxRows?: number
}

/** Which rows of the embedded relation belong to a row of the parent: FROM item and condition. */
export function linkSql(source: RowSource, embed: EmbedPlan): Link {
  const { node, relationship } = embed
  const target = quoteIdent(node.alias)
  const { via } = relationship
  // A function that returns no set returns a row of nulls for none.
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
