import { neededColumns, overNeededColumns } from './needed-columns.ts'
import { isAggregated, isJoined, type ReadPlan } from './read-plan.ts'
import { withoutStar } from './whole-row.ts'

/** The position of a node in its parent. */
interface Place {
  /** It may have many rows per parent row, so they are limited even if the request names no limit. */
  many: boolean
  /** It is spread into its parent and has one row per parent row, so the parent computes its aggregates. */
  handOn: boolean
}

/**
 * Decides for each node whether its window is cut before anything is embedded: PostgreSQL would otherwise embed for
 * every row of the relation and only then sort and cut. Left joins do not change the number of rows. This is the last
 * step of planning, when the source of the root's rows is known.
 */
export function cutWindows(node: ReadPlan, { many, handOn }: Place = { many: false, handOn: false }): ReadPlan {
  for (const item of node.items)
    if (isJoined(item)) {
      const { embed } = item
      embed.node = cutWindows(embed.node, { many: !embed.toOne, handOn: item.kind === 'spread' && embed.toOne })
    }
  if (!handOn && isAggregated(node)) return { ...node, items: withoutStar(node) }
  const bounded = many || node.limit !== undefined || node.offset !== undefined
  if (!bounded || !node.items.some(isJoined) || node.items.some(({ kind }) => kind === 'count')) return node
  return { ...node, page: { columns: neededColumns(node), over: overNeededColumns(node) } }
}
