import { restErrors } from '../errors.ts'
import { parseField } from './field-parser.ts'
import { parseTest } from './filter-parser.ts'
import { REST_LIMITS } from './limits.ts'
import { Scanner } from './scanner.ts'
import type { Condition, Logic } from './types.ts'
import type { Values } from './values.ts'

const NESTED = /(?:not\.)?(?:and|or)(?= *\()/y

/**
 * Parses the value of an `and` or `or` parameter: `(a.eq.1,not.or(b.is.null,c.gt.2))`.
 * @throws {RestError} PGRST100 for any other text and for nesting above the limit.
 */
export function parseLogic(kind: 'and' | 'or', not: boolean, text: string, values: Values): Logic {
  const scanner = new Scanner(text, 'logic tree')
  const items = parseItems(scanner, values, 1)
  scanner.end()
  return { kind, not, items }
}

function parseItems(scanner: Scanner, values: Values, depth: number): Condition[] {
  if (depth > REST_LIMITS.logicDepth)
    throw restErrors.limit(`Conditions may be nested at most ${REST_LIMITS.logicDepth} levels deep`)
  scanner.spaces()
  scanner.expect('(')
  const items: Condition[] = []
  do {
    scanner.spaces()
    items.push(parseCondition(scanner, values, depth))
    scanner.spaces()
  } while (scanner.eat(','))
  scanner.expect(')')
  return items
}

function parseCondition(scanner: Scanner, values: Values, depth: number): Condition {
  const nested = scanner.match(NESTED)
  if (nested !== undefined) {
    const not = nested.startsWith('not.')
    return { kind: nested.endsWith('and') ? 'and' : 'or', not, items: parseItems(scanner, values, depth + 1) }
  }
  const field = parseField(scanner, values)
  scanner.expect('.')
  return { kind: 'filter', field, ...parseTest(scanner, values, true) }
}
