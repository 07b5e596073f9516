import { restErrors } from '../errors.ts'
import { parseJsonPath } from './field-parser.ts'
import { REST_LIMITS } from './limits.ts'
import { Scanner } from './scanner.ts'
import type { AggregateFunction, FieldRef, SelectEmbed, SelectItem } from './types.ts'
import type { Values } from './values.ts'

const AGGREGATE = /\.(?:avg|count|max|min|sum)\(\)/y
const CAST = /[A-Za-z0-9_ ]+(?:\[\])?/y

interface Budget {
  embeds: number
  items: number
  aggregates: boolean
}

/**
 * Parses a select list: columns, JSON paths, casts, aliases, aggregates, embeds and spreads.
 * @param aggregates whether aggregates are allowed.
 * @throws {RestError} PGRST100 for text that is no select list or exceeds the limits, PGRST123 for aggregates that are
 * not allowed.
 */
export function parseSelect(text: string, values: Values, aggregates: boolean): SelectItem[] {
  const scanner = new Scanner(text, 'select parameter')
  const items = parseItems(scanner, values, { embeds: 0, items: 0, aggregates }, 0)
  scanner.end()
  return items
}

function parseItems(scanner: Scanner, values: Values, budget: Budget, depth: number): SelectItem[] {
  const items: SelectItem[] = []
  scanner.spaces()
  if (scanner.done || scanner.peek(')')) return items
  const repeats = new Map<string, number>()
  do {
    budget.items += 1
    if (budget.items > REST_LIMITS.selectItems)
      throw restErrors.limit(`A select list may have at most ${REST_LIMITS.selectItems} items`)
    const item = parseItem(scanner, values, budget, depth)
    refuseRepeats(item, repeats, values)
    items.push(item)
    scanner.spaces()
  } while (scanner.eat(','))
  return items
}

/**
 * Counts the item among those of the same list that return the same value, under whatever alias or cast.
 * @throws {RestError} PGRST100 above the limit.
 */
function refuseRepeats(item: SelectItem, repeats: Map<string, number>, values: Values): void {
  if (item.kind === 'embed') return
  const field = item.kind === 'star' ? { name: '*', path: [] } : item.field
  const path = field?.path.map(({ slot }) => values.list[slot])
  const key = JSON.stringify([item.kind === 'aggregate' ? item.function : '', field?.name, path])
  const count = (repeats.get(key) ?? 0) + 1
  repeats.set(key, count)
  if (count > REST_LIMITS.selectRepeats)
    throw restErrors.limit(`A select list may name the same column at most ${REST_LIMITS.selectRepeats} times`)
}

function parseItem(scanner: Scanner, values: Values, budget: Budget, depth: number): SelectItem {
  scanner.spaces()
  if (scanner.eat('*')) return { kind: 'star' }
  if (scanner.eat('...')) return parseEmbed(scanner, values, budget, depth, scanner.name(), undefined, true)
  let name = scanner.name()
  let alias: string | undefined
  if (scanner.peek(':') && !scanner.peek('::')) {
    scanner.eat(':')
    alias = name
    name = scanner.name()
  }
  if (scanner.peek('!') || scanner.peek('(')) {
    if (name === 'count' && scanner.eat('()')) return parseAggregate(scanner, budget, 'count', { alias })
    return parseEmbed(scanner, values, budget, depth, name, alias, false)
  }
  const path = parseJsonPath(scanner, values, true)
  const cast = scanner.eat('::') ? parseCast(scanner) : undefined
  const aggregate = scanner.match(AGGREGATE)?.slice(1, -2) as AggregateFunction | undefined
  if (aggregate !== undefined)
    return parseAggregate(scanner, budget, aggregate, {
      alias,
      field: { name, path },
      ...(cast !== undefined && { cast }),
    })
  return {
    kind: 'field',
    field: { name, path },
    ...(alias !== undefined && { alias }),
    ...(cast !== undefined && { cast }),
  }
}

function parseAggregate(
  scanner: Scanner,
  budget: Budget,
  name: AggregateFunction,
  { alias, ...of }: { alias: string | undefined; field?: FieldRef; cast?: string },
): SelectItem {
  if (!budget.aggregates) throw restErrors.aggregates()
  const resultCast = scanner.eat('::') ? parseCast(scanner) : undefined
  return {
    kind: 'aggregate',
    function: name,
    ...of,
    ...(alias !== undefined && { alias }),
    ...(resultCast !== undefined && { resultCast }),
  }
}

function parseCast(scanner: Scanner): string {
  const cast = scanner.match(CAST)?.trim()
  return cast ? cast : scanner.fail('type name')
}

function parseEmbed(
  scanner: Scanner,
  values: Values,
  budget: Budget,
  depth: number,
  name: string,
  alias: string | undefined,
  spread: boolean,
): SelectEmbed {
  budget.embeds += 1
  if (budget.embeds > REST_LIMITS.embeds)
    throw restErrors.limit(`A request may embed at most ${REST_LIMITS.embeds} resources`)
  if (depth >= REST_LIMITS.embedDepth)
    throw restErrors.limit(`Embedding may be at most ${REST_LIMITS.embedDepth} levels deep`)
  let hint: string | undefined
  let inner = false
  while (scanner.eat('!')) {
    const word = scanner.name()
    if (word === 'inner') inner = true
    else if (word !== 'left') hint = word
  }
  scanner.expect('(')
  const items = parseItems(scanner, values, budget, depth + 1)
  scanner.expect(')')
  return {
    kind: 'embed',
    name,
    ...(alias !== undefined && { alias }),
    ...(hint !== undefined && { hint }),
    inner,
    spread,
    items,
  }
}
