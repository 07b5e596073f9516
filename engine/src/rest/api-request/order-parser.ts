import { parseJsonPath } from './field-parser.ts'
import { Scanner } from './scanner.ts'
import type { OrderTerm } from './types.ts'
import type { Values } from './values.ts'

/**
 * Parses an order list: `a.desc.nullslast,b->>c,client(name).asc`.
 * @throws {RestError} PGRST100 for any other text.
 */
export function parseOrder(text: string, values: Values): OrderTerm[] {
  const scanner = new Scanner(text, 'order')
  const terms: OrderTerm[] = []
  do {
    terms.push(parseTerm(scanner, values))
  } while (scanner.eat(','))
  scanner.end()
  return terms
}

function parseTerm(scanner: Scanner, values: Values): OrderTerm {
  let name = scanner.name()
  let relation: string | undefined
  let path = parseJsonPath(scanner, values)
  if (path.length === 0 && scanner.eat('(')) {
    relation = name
    name = scanner.name()
    path = parseJsonPath(scanner, values)
    scanner.expect(')')
  }
  const term: OrderTerm = { field: { name, path }, ...(relation !== undefined && { relation }) }
  if (scanner.eat('.asc')) term.direction = 'asc'
  else if (scanner.eat('.desc')) term.direction = 'desc'
  if (scanner.eat('.nullsfirst')) term.nulls = 'first'
  else if (scanner.eat('.nullslast')) term.nulls = 'last'
  return term
}
