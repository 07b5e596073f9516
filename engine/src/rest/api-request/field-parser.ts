import { restErrors } from '../errors.ts'
import { REST_LIMITS } from './limits.ts'
import type { Scanner } from './scanner.ts'
import type { FieldRef, JsonStep } from './types.ts'
import type { Values } from './values.ts'

/** Reads `column` or `column->a->>0`. */
export function parseField(scanner: Scanner, values: Values): FieldRef {
  return { name: scanner.name(), path: parseJsonPath(scanner, values) }
}

/**
 * Parses the arrows after a column; the keys become values.
 * @param keepNames true in select lists, where the last key names the output column.
 */
export function parseJsonPath(scanner: Scanner, values: Values, keepNames = false): JsonStep[] {
  const steps: JsonStep[] = []
  while (scanner.peek('->')) {
    const arrow = scanner.eat('->>') ? '->>' : '->'
    if (arrow === '->') scanner.eat('->')
    const key = scanner.jsonKey()
    const step: JsonStep = { arrow, slot: values.add(key.text), index: key.index }
    if (keepNames && !key.index) step.name = key.text
    steps.push(step)
    if (steps.length > REST_LIMITS.jsonPathSteps)
      throw restErrors.limit(`A JSON path may have at most ${REST_LIMITS.jsonPathSteps} steps`)
  }
  return steps
}
