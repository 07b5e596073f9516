import {
  type EmbedPlan,
  isAggregated,
  isJoined,
  outputs,
  type PlanCondition,
  type PlanField,
  type PlanItem,
  type ReadPlan,
} from '../plan/read-plan.ts'
import { aggregateSql, leftToParentSql, spreadAggregateSql } from './aggregate-sql.ts'
import { fieldSql } from './field-sql.ts'
import { testSql } from './filter-sql.ts'
import { type Link, linkSql } from './link-sql.ts'
import { neededColumnsSql, type RowSource } from './row-sql.ts'
import { type Parameters, qualify, quoteIdent } from './sql.ts'

/** What no row meets: none of no conditions holds. */
const NEVER: PlanCondition = { kind: 'or', not: false, items: [] }

/**
 * One node of the embed tree as a SELECT.
 * @param handOn the node is spread into a parent with one row each, so the parent computes its aggregates.
 */
export function nodeSql(plan: ReadPlan, link: Link, params: Parameters, handOn = false): string {
  const limit = plan.limit === undefined ? link.maxRows : params.add(plan.limit)
  const rows = { ...link, on: [...link.on, ...wherePartsSql(plan, params)] }
  const window = [
    ...(limit === undefined ? [] : [`LIMIT ${limit}`]),
    ...(plan.offset === undefined ? [] : [`OFFSET ${params.add(plan.offset)}`]),
  ]
  const put = { grouped: !handOn && isAggregated(plan), handOn }
  if (!plan.page) return selectSql(plan, rows, window, put, params)
  const { columns, over } = plan.page
  const order = orderSql(plan, params)
  const page = `SELECT ${neededColumnsSql(plan, columns)} FROM ${rows.from}${whereSql(rows.on)}${order} ${window.join(' ')}`
  return selectSql(over, { from: `(${page}) AS ${quoteIdent(plan.alias)}`, on: [] }, [], put, params)
}

/** How the rows of a node are returned: grouped by aggregates, or with their operands passed on to the parent. */
interface PutOut {
  grouped: boolean
  handOn: boolean
}

function selectSql(plan: ReadPlan, rows: Link, window: readonly string[], put: PutOut, params: Parameters): string {
  const columns = plan.items.flatMap((item) => itemSql(plan, item, put, params))
  const joins = plan.items.flatMap((item) =>
    isJoined(item) ? [joinSql(plan, item.embed, item.kind === 'spread', params)] : [],
  )
  const from = [rows.from, ...joins].join(' ')
  const group = put.grouped ? groupSql(plan) : ''
  const select = `SELECT ${columns.join(', ')} FROM ${from}${whereSql(rows.on)}${group}${orderSql(plan, params)}`
  return [select, ...window].join(' ')
}

/** By position: PostgreSQL treats a repeated expression as different because its parameters have other numbers. */
function groupSql(plan: ReadPlan): string {
  const places = outputs(plan)
    .filter(({ item }) => item.kind !== 'embed' || isJoined(item))
    .flatMap(({ aggregate }, index) => (aggregate ? [] : [index + 1]))
  return places.length > 0 ? ` GROUP BY ${places.join(', ')}` : ''
}

function whereSql(conditions: readonly string[]): string {
  return conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
}

/** The node's own filters and the conditions of its inner embeds. */
export function wherePartsSql(plan: RowSource & Pick<ReadPlan, 'where' | 'embeds'>, params: Parameters): string[] {
  const inner = plan.embeds.filter((embed) => embed.inner)
  return withoutRepeats([
    ...plan.where,
    ...inner.map((embed) => ({ kind: 'embedNull', embed, isNull: false }) as const),
  ]).map((condition) => conditionSql(plan, condition, params))
}

/**
 * Conditions that all have to hold, with each question about an embed asked once. PostgreSQL makes a join of every
 * `EXISTS` among them, and the time in which it looks for the best order of joins grows exponentially with them.
 */
function withoutRepeats(conditions: readonly PlanCondition[], asked = new Map<EmbedPlan, boolean>()): PlanCondition[] {
  return conditions.flatMap((condition): PlanCondition[] => {
    if (condition.kind === 'and' && !condition.not) return withoutRepeats(condition.items, asked)
    if (condition.kind !== 'embedNull') return [condition]
    const known = asked.get(condition.embed)
    asked.set(condition.embed, known ?? condition.isNull)
    if (known === undefined) return [condition]
    return known === condition.isNull ? [] : [NEVER]
  })
}

function itemSql(plan: ReadPlan, item: PlanItem, { grouped, handOn }: PutOut, params: Parameters): string[] {
  switch (item.kind) {
    case 'star':
      return [`${quoteIdent(plan.alias)}.*`]
    case 'count':
      return [`pg_catalog.count(*) AS ${quoteIdent(item.as)}`]
    case 'column': {
      const field = fieldSql(plan, item.field, params)
      // Grouping needs equality, as below.
      if (item.show) return [`${qualify(item.show)}(${field})${grouped ? '::jsonb' : ''} AS ${quoteIdent(item.as)}`]
      return [`${item.cast ? `CAST(${field} AS ${item.cast})` : field} AS ${quoteIdent(item.as)}`]
    }
    case 'aggregate':
      return [handOn ? leftToParentSql(plan, item, params) : aggregateSql(plan, item, params)]
    case 'embed': {
      if (!isJoined(item)) return []
      const value = `${quoteIdent(item.embed.alias)}."j"`
      // Grouping needs equality, which json lacks and jsonb has.
      const type = grouped ? '::jsonb' : ''
      return [`${item.embed.toOne ? value : `COALESCE(${value}, '[]')`}${type} AS ${quoteIdent(item.as)}`]
    }
    case 'spread': {
      const { embed } = item
      return outputs(embed.node).map(({ name, aggregate, item: inner }) => {
        if (aggregate) return spreadAggregateSql(embed.alias, aggregate, handOn)
        const value = `${quoteIdent(embed.alias)}.${quoteIdent(name)}`
        const isJson = inner.kind === 'embed' || (inner.kind === 'column' && inner.show !== undefined)
        const type = grouped && (!embed.toOne || isJson) ? '::jsonb' : ''
        return `${embed.toOne ? value : `COALESCE(${value}, '[]')`}${type} AS ${quoteIdent(name)}`
      })
    }
  }
}

function orderSql(plan: ReadPlan, params: Parameters): string {
  const terms = plan.order.map(({ embed, field, direction, nulls }) => {
    const value = embed ? relatedColumnSql(plan, embed, field, params) : fieldSql(plan, field, params)
    return `${value}${direction === 'desc' ? ' DESC' : ''}${nulls ? ` NULLS ${nulls.toUpperCase()}` : ''}`
  })
  return terms.length > 0 ? ` ORDER BY ${terms.join(', ')}` : ''
}

/** A condition as SQL, in parentheses where the binding could be ambiguous. */
function conditionSql(node: RowSource, condition: PlanCondition, params: Parameters): string {
  if (condition.kind === 'filter') {
    const test = testSql(node, condition, params)
    return condition.not ? `NOT (${test})` : test
  }
  if (condition.kind === 'embedNull')
    return `${condition.isNull ? 'NOT ' : ''}${existsSql(node, condition.embed, params)}`
  if (condition === NEVER) return 'FALSE'
  const parts = condition.items.map((item) => conditionSql(node, item, params))
  const joined = `(${parts.join(condition.kind === 'and' ? ' AND ' : ' OR ')})`
  return condition.not ? `NOT ${joined}` : joined
}

/** `EXISTS (…)`: whether the parent's row has any row in the embed, including its filters. */
function existsSql(parent: RowSource, embed: EmbedPlan, params: Parameters): string {
  params.countSubquery()
  const { from, on } = linkSql(parent, embed)
  const where = [...on, ...wherePartsSql(embed.node, params)]
  return `EXISTS (SELECT 1 FROM ${from}${whereSql(where)})`
}

/** One column of a to-one embed, for ordering the parent by it. */
function relatedColumnSql(parent: RowSource, embed: EmbedPlan, field: PlanField, params: Parameters): string {
  params.countSubquery()
  const value = fieldSql(embed.node, field, params)
  const { from, on } = linkSql(parent, embed)
  return `(SELECT ${value} FROM ${from}${whereSql([...on, ...wherePartsSql(embed.node, params)])} LIMIT 1)`
}

/**
 * The lateral join that returns an embed's rows as one JSON value `j` (for spreads, their columns).
 * A to-many embed without rows is null, not `[]`.
 */
function joinSql(parent: RowSource, embed: EmbedPlan, spread: boolean, params: Parameters): string {
  const link = linkSql(parent, embed)
  const bounded = embed.toOne ? link : { ...link, maxRows: params.maxRows }
  const rows = nodeSql(embed.node, bounded, params, spread && embed.toOne)
  const alias = quoteIdent(embed.alias)
  const inner = quoteIdent(`r${embed.node.alias}`)
  // A function that is declared to return one row may return more.
  const first = embed.toOne && embed.relationship.via?.returnsSet ? ' LIMIT 1' : ''
  let select = first ? `SELECT * FROM (${rows}) AS ${inner}${first}` : rows
  if (spread && !embed.toOne) {
    const arrays = outputs(embed.node).map(
      ({ name }) => `json_agg(${inner}.${quoteIdent(name)}) AS ${quoteIdent(name)}`,
    )
    select = `SELECT ${arrays.join(', ')} FROM (${rows}) AS ${inner}`
  } else if (!spread) {
    const value = embed.toOne ? `row_to_json(${inner})` : `json_agg(${inner})`
    select = `SELECT ${value} AS "j" FROM (${rows}) AS ${inner}${first}`
  }
  return `LEFT JOIN LATERAL (${select}) AS ${alias} ON TRUE`
}
