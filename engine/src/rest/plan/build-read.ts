import type { ApiRequest } from '../api-request/api-request.ts'
import { checkIdentifier } from '../api-request/scanner.ts'
import type {
  AtPath,
  Condition,
  FieldRef,
  OrderTerm,
  SelectAggregate,
  SelectEmbed,
  SelectItem,
} from '../api-request/types.ts'
import { restErrors } from '../errors.ts'
import { type Column, isToOne, type Relation, type SchemaCache } from '../schema-cache/model.ts'
import { cutWindows } from './cut-windows.ts'
import { resolveCast, resolveField } from './fields.ts'
import { findRelationship } from './find-relationship.ts'
import {
  type EmbedPlan,
  embedNullTest,
  isAggregated,
  type PlanCondition,
  type PlanItem,
  type PlanOrder,
  type ReadPlan,
} from './read-plan.ts'

/** The root of a read: a relation, or the rows of a function. */
export interface ReadSource {
  name: string
  relation: Relation | undefined
  columns: ReadonlyMap<string, Column>
}

interface Names {
  next: number
  /** Domains with a representation are shown in it. */
  shows: boolean
}

/**
 * Plans the read of a relation.
 * @throws {RestError} as {@link planNodes}.
 */
export function buildRead(cache: SchemaCache, source: ReadSource, request: ApiRequest): ReadPlan {
  return cutWindows(planNodes(cache, source, request, { filterRoot: true }))
}

/**
 * Plans select list, embeds, filters, order and windows of a request; the caller runs {@link cutWindows} afterwards.
 * @param options.filterRoot false for writes, whose own filters belong to the write itself.
 * @throws {RestError} for unknown names, impossible embeds and filters on resources that are not embedded.
 */
export function planNodes(
  cache: SchemaCache,
  source: ReadSource,
  request: ApiRequest,
  options: { filterRoot: boolean },
): ReadPlan {
  const { params, media } = request
  const shows = media.kind !== 'csv' && media.made === undefined
  const root = buildNode(cache, source, params.select, { next: 0, shows })
  for (const { path, value } of params.conditions) {
    if (path.length === 0 && !options.filterRoot) continue
    const node = descend(root, path)
    node.where.push(planCondition(node, value))
  }
  for (const { path, value } of params.orders) {
    const node = descend(root, path)
    node.order.push(...value.map((term) => planOrder(node, term)))
  }
  applyWindows(root, params.embedLimits, 'limit')
  applyWindows(root, params.embedOffsets, 'offset')
  if (request.limitSlot !== undefined) root.limit = request.limitSlot
  if (request.offsetSlot !== undefined) root.offset = request.offsetSlot
  return root
}

/** Plans filters on a relation alone, for writes. */
export function planFilters(source: ReadSource, conditions: readonly AtPath<Condition>[]): PlanCondition[] {
  const node: ReadPlan = { ...source, alias: 't0', items: [], where: [], order: [], embeds: [] }
  return conditions.filter(({ path }) => path.length === 0).map(({ value }) => planCondition(node, value))
}

function buildNode(cache: SchemaCache, source: ReadSource, items: readonly SelectItem[], names: Names): ReadPlan {
  const node: ReadPlan = {
    alias: `t${names.next}`,
    name: source.name,
    relation: source.relation,
    columns: source.columns,
    items: [],
    where: [],
    order: [],
    embeds: [],
  }
  names.next += 1
  node.items = items.flatMap((item) =>
    item.kind === 'star' && names.shows ? shownStar(node) : [planItem(cache, node, item, names)],
  )
  return node
}

/** A star, or its columns if some are shown otherwise than they are. */
function shownStar(node: ReadPlan): PlanItem[] {
  const columns = [...node.columns.values()]
  if (!columns.some(({ represented }) => represented?.toJson)) return [{ kind: 'star' }]
  return columns.map(({ name, represented }) => ({
    kind: 'column',
    field: resolveField(node, { name, path: [] }),
    as: name,
    ...(represented?.toJson && { show: represented.toJson }),
  }))
}

function planItem(cache: SchemaCache, node: ReadPlan, item: SelectItem, names: Names): PlanItem {
  if (item.kind === 'star') return item
  if (item.kind === 'embed') {
    const embed = planEmbed(cache, node, item, names)
    node.embeds.push(embed)
    if (item.spread && !embed.toOne && isAggregated(embed.node)) throw restErrors.spreadAggregates()
    return item.spread ? { kind: 'spread', embed } : { kind: 'embed', embed, as: embed.name }
  }
  if (item.kind === 'aggregate') return planAggregate(cache, node, item, names)
  const { field, alias } = item
  const plain = field.path.length === 0
  if (field.name === 'count' && plain && !node.columns.has('count') && !node.relation?.computed.has('count'))
    return { kind: 'count', as: alias ?? 'count' }
  const resolved = resolveField(node, field)
  const show = plain && names.shows && item.cast === undefined ? resolved.represented?.toJson : undefined
  return {
    kind: 'column',
    field: resolved,
    as: alias ?? defaultName(field),
    ...(item.cast !== undefined && { cast: resolveCast(cache, item.cast) }),
    ...(show && { show }),
  }
}

function planAggregate(cache: SchemaCache, node: ReadPlan, item: SelectAggregate, names: Names): PlanItem {
  names.next += 1
  return {
    kind: 'aggregate',
    function: item.function,
    ...(item.field && { field: resolveField(node, item.field) }),
    ...(item.cast !== undefined && { cast: resolveCast(cache, item.cast) }),
    ...(item.resultCast !== undefined && { resultCast: resolveCast(cache, item.resultCast) }),
    as: item.alias ?? item.function,
    bare: `#${names.next}`,
  }
}

/**
 * The name of a JSON path is its last key that is not an array position.
 * @throws {RestError} for a key that cannot be a name.
 */
function defaultName(field: FieldRef): string {
  const named = field.path.findLast((step) => step.name !== undefined)
  return checkIdentifier(named?.name ?? field.name)
}

function planEmbed(cache: SchemaCache, parent: ReadPlan, item: SelectEmbed, names: Names): EmbedPlan {
  if (!parent.relation) throw restErrors.noRelationship(parent.name, item.name, cache.schema, item.hint)
  const relationship = findRelationship(cache, parent.relation.name, item.name, item.hint)
  const relation = cache.relations.get(relationship.to)
  if (!relation) throw restErrors.noRelationship(parent.name, item.name, cache.schema, item.hint)
  const alias = `e${names.next}`
  return {
    alias,
    name: item.alias ?? item.name,
    target: item.name,
    relationship,
    toOne: isToOne(relationship),
    inner: item.inner,
    node: buildNode(cache, { name: relation.name, relation, columns: relation.columns }, item.items, names),
  }
}

function findEmbed(node: ReadPlan, name: string): EmbedPlan | undefined {
  return node.embeds.find((embed) => embed.name === name) ?? node.embeds.find((embed) => embed.target === name)
}

function descend(root: ReadPlan, path: readonly string[]): ReadPlan {
  let node = root
  for (const name of path) {
    const embed = findEmbed(node, name)
    if (!embed) throw restErrors.notEmbedded(name)
    node = embed.node
  }
  return node
}

function planCondition(node: ReadPlan, condition: Condition): PlanCondition {
  if (condition.kind !== 'filter')
    return { kind: condition.kind, not: condition.not, items: condition.items.map((item) => planCondition(node, item)) }
  const { field, not, test } = condition
  const embed = field.path.length === 0 ? findEmbed(node, field.name) : undefined
  if (embed && !node.columns.has(field.name)) {
    const isNull = embedNullTest(not, test)
    if (isNull === undefined) throw restErrors.embedFilter(field.name)
    return { kind: 'embedNull', embed, isNull }
  }
  return { kind: 'filter', not, field: resolveField(node, field), test }
}

function planOrder(node: ReadPlan, term: OrderTerm): PlanOrder {
  const { direction, nulls } = term
  const common = { ...(direction && { direction }), ...(nulls && { nulls }) }
  if (term.relation === undefined) return { field: resolveField(node, term.field), ...common }
  const embed = findEmbed(node, term.relation)
  if (!embed) throw restErrors.notEmbedded(term.relation)
  if (!embed.toOne) throw restErrors.relatedOrder(node.name, term.relation)
  return { field: resolveField(embed.node, term.field), embed, ...common }
}

function applyWindows(root: ReadPlan, windows: readonly AtPath<number>[], side: 'limit' | 'offset'): void {
  for (const { path, value } of windows) descend(root, path)[side] = value
}
