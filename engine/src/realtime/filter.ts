import { REALTIME_LIMITS } from './limits.ts'

/** One `column=operator.value` of a filter. */
export interface Condition {
  column: string
  negated: boolean
  operator: string
  /** One value; several for `in`. */
  values: readonly string[]
}

/** A filter that cannot be used; the message goes to the client. */
export class FilterError extends Error {
  override name = 'FilterError'
}

const COMPARISONS: Readonly<Record<string, string>> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  isdistinct: 'is distinct from',
}
const PATTERNS: Readonly<Record<string, string>> = { like: 'like', ilike: 'ilike' }
const IS_VALUES = ['null', 'true', 'false', 'unknown']

/**
 * Parses `a=eq.1,b=not.in.(x,"y,z")`; all conditions must hold.
 * @throws {FilterError} for anything else, and for regular expressions, with which one client could stall the database.
 */
export function parseFilter(text: string): Condition[] {
  if (text.trim() === '') return []
  const parts = splitOutside(text)
  if (parts.length > REALTIME_LIMITS.filterConditions) throw new FilterError('too many conditions')
  const conditions = parts.map(parseCondition)
  for (const condition of conditions) refuseTooLong(condition)
  return conditions
}

/** Whether the condition compares with a pattern, which costs PostgreSQL much more than another comparison. */
export function isPattern({ operator }: Condition): boolean {
  return Object.hasOwn(PATTERNS, operator)
}

/** @throws {FilterError} for values that would make every change of the table expensive. */
function refuseTooLong(condition: Condition): void {
  const { conditionBytes, patternLength, patternWildcards } = REALTIME_LIMITS
  if (condition.values.reduce((sum, value) => sum + Buffer.byteLength(value), 0) > conditionBytes)
    throw new FilterError(`the values of a condition have at most ${conditionBytes} bytes`)
  if (!isPattern(condition)) return
  const [pattern = ''] = condition.values
  if ([...pattern].length > patternLength || wildcardsOf(pattern) > patternWildcards)
    throw new FilterError(`a pattern has at most ${patternLength} characters and ${patternWildcards} wildcards %`)
}

function wildcardsOf(pattern: string): number {
  return pattern.replace(/\\./gs, '').split('%').length - 1
}

function parseCondition(part: string): Condition {
  const equals = part.indexOf('=')
  const column = part.slice(0, equals).trim()
  let rest = part.slice(equals + 1)
  const negated = rest.startsWith('not.')
  if (negated) rest = rest.slice('not.'.length)
  const dot = rest.indexOf('.')
  if (equals < 1 || dot < 1) throw new FilterError(`"${part}" is not column=operator.value`)
  const operator = rest.slice(0, dot)
  const value = rest.slice(dot + 1)
  if (operator === 'in') {
    if (!value.startsWith('(') || !value.endsWith(')')) throw new FilterError('in takes a list in parentheses')
    const values = splitOutside(value.slice(1, -1)).map(unquote)
    if (values.length > REALTIME_LIMITS.filterItems) throw new FilterError('too many values')
    return { column, negated, operator, values }
  }
  if (operator === 'is' && !IS_VALUES.includes(value.toLowerCase()))
    throw new FilterError('is takes null, true, false or unknown')
  if (operator !== 'is' && !Object.hasOwn(COMPARISONS, operator) && !Object.hasOwn(PATTERNS, operator))
    throw new FilterError(`the operator "${operator}" is not supported`)
  return { column, negated, operator, values: [operator === 'is' ? value.toLowerCase() : unquote(value)] }
}

/** Splits at commas outside quotes and parentheses. */
function splitOutside(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let quoted = false
  let start = 0
  for (let i = 0; i < text.length; i += 1) {
    const c = text[i]
    if (quoted && c === '\\') i += 1
    else if (c === '"') quoted = !quoted
    else if (quoted) continue
    else if (c === '(') depth += 1
    else if (c === ')') depth -= 1
    else if (c === ',' && depth === 0) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}

function unquote(value: string): string {
  const quoted = /^"(.*)"$/s.exec(value.trim())
  return quoted ? (quoted[1] ?? '').replace(/\\(.)/gs, '$1') : value
}

/** What two filters that differ only in their values have in common. */
export function filterShape(conditions: readonly Condition[]): string {
  return JSON.stringify(
    conditions.map(({ column, negated, operator, values }) => [
      column,
      negated,
      operator,
      operator === 'is' ? values[0] : '',
    ]),
  )
}

/** One value of a filter, or the list of an `in`. */
export type FilterValue = string | readonly string[]

/** Each value as a parameter of its own, starting at `$<first>`. */
export const asParameters = (first: number) => (place: number, list: boolean) =>
  `$${first + place}::text${list ? '[]' : ''}`

/** All values in one JSON list, so that readers with different values share a statement. */
export const fromJson = (parameter: string) => (place: number, list: boolean) =>
  list
    ? `array(select v from pg_catalog.jsonb_array_elements_text(${parameter} -> ${place}) as v)`
    : `(${parameter} ->> ${place})`

/**
 * The filter as SQL on the columns of `t`, and its values.
 * @param quote quotes the name of a column; throws a {@link FilterError} when there is no such column.
 * @param typeOf the column's SQL type, so that values are compared as that type.
 * @param valueAt SQL for the value with that index.
 */
export function filterSql(
  conditions: readonly Condition[],
  quote: (column: string) => string,
  typeOf: (column: string) => string,
  valueAt: (place: number, list: boolean) => string,
): { text: string; values: FilterValue[] } {
  const values: FilterValue[] = []
  const bind = (value: FilterValue = '') => valueAt(values.push(value) - 1, typeof value !== 'string')
  const texts = conditions.map((condition) => {
    const { column, negated, operator, values: given } = condition
    const name = `t.${quote(column)}`
    const type = typeOf(column)
    let text: string
    if (operator === 'in') text = `${name} = any(${bind(given)}::${type}[])`
    else if (operator === 'is') text = `${name} is ${given[0]}`
    else if (isPattern(condition)) text = `${name}::text ${PATTERNS[operator]} ${bind(given[0])}`
    else text = `${name} ${COMPARISONS[operator]} ${bind(given[0])}::${type}`
    return negated ? `not (${text})` : `(${text})`
  })
  return { text: texts.join(' and '), values }
}
