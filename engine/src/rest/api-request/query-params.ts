import querystring from 'node:querystring'
import { restErrors } from '../errors.ts'
import { parseJsonPath } from './field-parser.ts'
import { looksLikeTest, parseTest } from './filter-parser.ts'
import { REST_LIMITS } from './limits.ts'
import { parseLogic } from './logic-parser.ts'
import { parseOrder } from './order-parser.ts'
import { checkIdentifier, Scanner } from './scanner.ts'
import { parseSelect } from './select-parser.ts'
import type { Condition, QueryParams } from './types.ts'
import type { Values } from './values.ts'

const LOGIC = /^(.*?)(not\.)?(and|or)$/s
const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u

/**
 * Parses a query string.
 * @param rpcRead for functions called with GET or HEAD, plain `name=value` pairs are arguments.
 * @param options whether select lists may have aggregates, and the most rows of an embedded result.
 * @throws {RestError} PGRST100 naming what could not be parsed; PGRST103 for a negative limit.
 */
export function parseQueryParams(
  query: string,
  values: Values,
  rpcRead: boolean,
  { aggregates, maxRows }: { aggregates: boolean; maxRows: number } = { aggregates: false, maxRows: 1000 },
): QueryParams {
  const pairs = splitQuery(query)
  const params: QueryParams = {
    // The select list is parsed first, so that its slots do not depend on the other parameters.
    select: parseSelect(pairs.find(([key]) => key === 'select')?.[1] || '*', values, aggregates),
    conditions: [],
    orders: [],
    embedLimits: [],
    embedOffsets: [],
    args: [],
  }
  for (const [key, value] of pairs) readPair(params, key, value, values, { rpcRead, maxRows })
  if (countFilters(params.conditions.map(({ value }) => value)) > REST_LIMITS.filters)
    throw restErrors.limit(`A request may have at most ${REST_LIMITS.filters} filters`)
  if (params.orders.reduce((count, { value }) => count + value.length, 0) > REST_LIMITS.orderTerms)
    throw restErrors.limit(`A request may order by at most ${REST_LIMITS.orderTerms} terms`)
  return params
}

function readPair(
  params: QueryParams,
  key: string,
  value: string,
  values: Values,
  { rpcRead, maxRows }: { rpcRead: boolean; maxRows: number },
): void {
  if (key === 'select') return
  if (key === 'columns') {
    if (value !== '') params.columns = parseNames(value, 'columns parameter')
    return
  }
  if (key === 'on_conflict') {
    if (value !== '') params.onConflict = parseNames(value, 'on_conflict parameter')
    return
  }
  if (key === 'limit') {
    params.limit = wholeNumber('limit', value)
    return
  }
  if (key === 'offset') {
    params.offset = wholeNumber('offset', value)
    return
  }
  const logic = LOGIC.exec(key)
  if (logic && (logic[1] === '' || logic[1]?.endsWith('.')) && value.startsWith('(')) {
    const path = parsePath(logic[1]?.slice(0, -1) ?? '')
    const kind = logic[3] === 'and' ? 'and' : 'or'
    params.conditions.push({ path, value: parseLogic(kind, logic[2] !== undefined, value, values) })
    return
  }
  if (rpcRead && PLAIN_NAME.test(key) && key !== 'order' && !looksLikeTest(value)) {
    params.args.push({ name: checkIdentifier(key), slot: values.add(value) })
    return
  }
  const { path, scanner } = keyScanner(key)
  const last = path.at(-1)
  if (scanner.done && last !== undefined) {
    const parents = path.slice(0, -1)
    if (last === 'order') {
      if (value !== '') params.orders.push({ path: parents, value: parseOrder(value, values) })
      return
    }
    if (parents.length > 0 && (last === 'limit' || last === 'offset')) {
      const number = wholeNumber(key, value)
      const bound = last === 'limit' ? Math.min(number, maxRows) : number
      params[last === 'limit' ? 'embedLimits' : 'embedOffsets'].push({
        path: parents,
        value: values.add(String(bound)),
      })
      return
    }
  }
  params.conditions.push({ path: path.slice(0, -1), value: parseFilter(path.at(-1) ?? '', scanner, value, values) })
}

function parseFilter(name: string, keyRest: Scanner, value: string, values: Values): Condition {
  const path = parseJsonPath(keyRest, values)
  keyRest.end()
  const scanner = new Scanner(value, 'filter')
  const test = parseTest(scanner, values, false)
  scanner.end()
  return { kind: 'filter', field: { name, path }, ...test }
}

/** Splits `a.b.column->x` at the dots; the scanner stops where a JSON path begins. */
function keyScanner(key: string): { path: string[]; scanner: Scanner } {
  const scanner = new Scanner(key, 'filter')
  const path = [scanner.name()]
  while (scanner.eat('.')) path.push(scanner.name())
  if (!scanner.done && !scanner.peek('->')) scanner.fail('"." or "->"')
  return { path, scanner }
}

function parsePath(text: string): string[] {
  return text === '' ? [] : keyScanner(text).path
}

function parseNames(text: string, what: string): string[] {
  const scanner = new Scanner(text, what)
  const names: string[] = []
  do {
    names.push(scanner.name())
  } while (scanner.eat(','))
  scanner.end()
  if (names.length > REST_LIMITS.keysPerObject)
    throw restErrors.limit(`At most ${REST_LIMITS.keysPerObject} columns may be named`)
  return [...new Set(names)]
}

function wholeNumber(key: string, text: string): number {
  if (!/^-?\d{1,18}$/.test(text))
    throw restErrors.parse(`${key} parameter`, text.slice(0, 50), 1, 'expecting a whole number')
  const value = Number(text)
  const isLimit = key === 'limit' || key.endsWith('.limit')
  if (value < 0 && isLimit) throw restErrors.range('Limit should be greater than or equal to zero.')
  if (value < 0) return 0
  if (!isLimit && value > REST_LIMITS.offset) throw restErrors.limit(`The offset may be at most ${REST_LIMITS.offset}`)
  return value
}

/** Name and value of each parameter, also of a form in a body. */
export function splitQuery(query: string): [string, string][] {
  if (query === '') return []
  // A name without an equals sign is no parameter.
  const segments = query.split('&').filter((segment) => segment.includes('='))
  if (segments.length > REST_LIMITS.queryParams)
    throw restErrors.limit(`A request may have at most ${REST_LIMITS.queryParams} parameters`)
  return segments.map((segment) => {
    const equals = segment.indexOf('=')
    return [decode(segment.slice(0, equals)), decode(segment.slice(equals + 1))]
  })
}

/** A per cent sign that begins no escape stands for itself, and bytes that are no UTF-8 for U+FFFD. */
function decode(text: string): string {
  return querystring.unescape(text.replaceAll('+', ' '))
}

function countFilters(conditions: readonly Condition[]): number {
  let count = 0
  for (const condition of conditions) count += condition.kind === 'filter' ? 1 : countFilters(condition.items)
  return count
}
