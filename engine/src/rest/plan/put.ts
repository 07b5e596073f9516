import type { ApiRequest } from '../api-request/api-request.ts'
import type { Condition, Slot } from '../api-request/types.ts'
import { restErrors } from '../errors.ts'
import type { Relation } from '../schema-cache/model.ts'

/**
 * Checks a PUT, which writes the one row that its filters name: they must be the primary key and match the body.
 * @throws {RestError} PGRST105, PGRST114 or PGRST115.
 */
export function checkPut(relation: Relation, request: ApiRequest): void {
  const { params, payload, values } = request
  if (params.limit !== undefined || params.offset !== undefined) throw restErrors.putRange()
  const wanted = new Map<string, string | null>()
  for (const { path, value } of params.conditions) {
    const slot = path.length === 0 ? equalitySlot(value) : undefined
    if (value.kind !== 'filter' || slot === undefined) throw restErrors.putFilters()
    wanted.set(value.field.name, values[slot] ?? null)
  }
  const key = relation.primaryKey
  if (key.length === 0 || wanted.size !== key.length || !key.every((name) => wanted.has(name)))
    throw restErrors.putFilters()
  const row = (Array.isArray(payload?.value) ? payload.value[0] : payload?.value) as Record<string, unknown> | undefined
  const agrees = payload?.rows === 1 && key.every((name) => row !== undefined && String(row[name]) === wanted.get(name))
  if (!agrees) throw restErrors.putKey()
}

/** The slot of a bare `column=eq.value`. */
function equalitySlot(condition: Condition): Slot | undefined {
  if (condition.kind !== 'filter' || condition.not || condition.field.path.length > 0) return undefined
  const { test } = condition
  return test.type === 'binary' && test.op === 'eq' && test.quantifier === undefined ? test.slot : undefined
}
