import type { ApiRequest } from '../api-request/api-request.ts'
import type { Condition, Slot } from '../api-request/types.ts'
import { restErrors } from '../errors.ts'
import type { Relation } from '../schema-cache/model.ts'

/**
 * Checks a PUT, which writes the one row that its filters name: they must be the primary key, and the body must have it.
 * Whether exactly one row of the body agrees with them is checked as the statement runs.
 * @returns the columns of the key with the slots of their values.
 * @throws {RestError} PGRST105, PGRST114 or PGRST115.
 */
export function planPut(relation: Relation, request: ApiRequest): Map<string, Slot> {
  const { params, payload } = request
  if (params.limit !== undefined || params.offset !== undefined) throw restErrors.putRange()
  const wanted = new Map<string, Slot>()
  for (const { path, value } of params.conditions) {
    const slot = path.length === 0 ? equalitySlot(value) : undefined
    if (value.kind !== 'filter' || slot === undefined || wanted.has(value.field.name)) throw restErrors.putFilters()
    wanted.set(value.field.name, slot)
  }
  const key = relation.primaryKey
  if (key.length === 0 || wanted.size !== key.length || !key.every((name) => wanted.has(name)))
    throw restErrors.putFilters()
  const written = params.columns ?? payload?.keys ?? []
  if (payload?.rows === 0 || !key.every((name) => written.includes(name))) throw restErrors.putKey()
  return wanted
}

/** The slot of a bare `column=eq.value`. */
function equalitySlot(condition: Condition): Slot | undefined {
  if (condition.kind !== 'filter' || condition.not || condition.field.path.length > 0) return undefined
  const { test } = condition
  return test.type === 'binary' && test.op === 'eq' && test.quantifier === undefined ? test.slot : undefined
}
