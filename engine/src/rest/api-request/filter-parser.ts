import { restErrors } from '../errors.ts'
import { REST_LIMITS } from './limits.ts'
import type { Scanner } from './scanner.ts'
import type { BinaryOperator, FilterTest, IsValue, TextSearchOperator } from './types.ts'
import { arrayLiteral, type Values } from './values.ts'

const BINARY = new Set<string>('eq neq gt gte lt lte like ilike cs cd ov sl sr nxr nxl adj'.split(' '))
const QUANTIFIABLE = new Set<string>('eq gt gte lt lte like ilike'.split(' '))
const TEXT_SEARCH = new Set<string>('fts plfts phfts wfts'.split(' '))
const IS = new Set<string>('null not_null true false unknown'.split(' '))
const WORD = /[a-z]+/y
const LANGUAGE = /[A-Za-z_]+/y
const EXPECTED = 'operator (eq, gt, ...)'

/**
 * Parses `op.value`, `not.op.value`, `in.(…)`, `fts(english).…` from the scanner's position.
 * @param nested in a logic tree a value ends at the next comma or parenthesis; outside it is all the rest.
 */
export function parseTest(scanner: Scanner, values: Values, nested: boolean): { not: boolean; test: FilterTest } {
  const not = scanner.eat('not.')
  const start = scanner.at
  const word = scanner.match(WORD) ?? ''
  const value = () => values.add(nested ? scanner.logicValue() : rest(scanner))
  if (word === 'in') {
    scanner.expect('.')
    return { not, test: { type: 'in', slot: values.add(parseList(scanner)) } }
  }
  if (word === 'is') {
    scanner.expect('.')
    const at = scanner.at
    const found = (nested ? scanner.listItem() : rest(scanner)).toLowerCase()
    if (!IS.has(found)) {
      scanner.at = at
      scanner.fail('null, not_null, true, false or unknown')
    }
    return { not, test: { type: 'is', value: found as IsValue } }
  }
  if (word === 'isdistinct') {
    scanner.expect('.')
    return { not, test: { type: 'distinct', slot: value() } }
  }
  if (TEXT_SEARCH.has(word)) {
    const language = scanner.eat('(') ? parseLanguage(scanner, values) : undefined
    scanner.expect('.')
    return {
      not,
      test: { type: 'fts', op: word as TextSearchOperator, ...(language !== undefined && { language }), slot: value() },
    }
  }
  if (!BINARY.has(word)) {
    scanner.at = start
    // Hostile regular expressions can run for minutes, so match and imatch are not supported.
    scanner.fail(not ? EXPECTED : `"not" or ${EXPECTED}`)
  }
  const quantifier = QUANTIFIABLE.has(word) ? parseQuantifier(scanner) : undefined
  scanner.expect('.')
  return {
    not,
    test: {
      type: 'binary',
      op: word as BinaryOperator,
      ...(quantifier && { quantifier }),
      slot: values.add(wildcards(word, nested ? scanner.logicValue() : rest(scanner))),
    },
  }
}

/** True when the text reads as a filter; distinguishes arguments from filters of a function called with GET. */
export function looksLikeTest(text: string): boolean {
  return /^(?:not\.)?(?:(?:eq|gte?|lte?|i?like)(?:\((?:any|all)\))?|neq|in|is|isdistinct|(?:pl|ph|w)?fts(?:\([A-Za-z_]+\))?|c[sd]|ov|s[lr]|nx[rl]|adj|i?match)\./.test(
    text,
  )
}

function wildcards(operator: string, value: string): string {
  return operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value
}

function rest(scanner: Scanner): string {
  const value = scanner.text.slice(scanner.at)
  scanner.at = scanner.text.length
  return value
}

function parseLanguage(scanner: Scanner, values: Values): number {
  const language = scanner.match(LANGUAGE)
  if (language === undefined) return scanner.fail('text search configuration')
  scanner.expect(')')
  return values.add(language)
}

function parseQuantifier(scanner: Scanner): 'any' | 'all' | undefined {
  if (scanner.eat('(any)')) return 'any'
  if (scanner.eat('(all)')) return 'all'
  return undefined
}

function parseList(scanner: Scanner): string {
  scanner.expect('(')
  const items: string[] = []
  do {
    items.push(scanner.listItem())
    if (items.length > REST_LIMITS.inItems)
      throw restErrors.limit(`A list may have at most ${REST_LIMITS.inItems} items`)
  } while (scanner.eat(','))
  scanner.expect(')')
  // `in.()` is the empty list, not a list of one empty text.
  return arrayLiteral(items.length === 1 && items[0] === '' ? [] : items)
}
