import type { ApiRequest } from '../api-request/api-request.ts'
import { restErrors } from '../errors.ts'
import type { Column, Relation, SchemaCache } from '../schema-cache/model.ts'
import { planFilters, planNodes } from './build-read.ts'
import { cutWindows } from './cut-windows.ts'
import { neededColumns, overNeededColumns } from './needed-columns.ts'
import { planPut } from './put.ts'
import type { WritePlan } from './write-plan.ts'

const KINDS = { POST: 'insert', PUT: 'insert', PATCH: 'update', DELETE: 'delete' } as const

/**
 * Plans a write on a relation.
 * @throws {RestError} PGRST204 for unknown columns, 21000 for an update or delete without a filter.
 */
export function buildWrite(cache: SchemaCache, relation: Relation, request: ApiRequest): WritePlan {
  const { method, params, payload, preferences } = request
  if (method === 'GET' || method === 'HEAD') throw restErrors.method(method)
  const kind = KINDS[method]
  const source = { name: relation.name, relation, columns: relation.columns }
  const where = kind === 'insert' ? [] : planFilters(source, params.conditions)
  // As on hosted projects, where the safeupdate extension refuses writes to a whole table.
  if (kind !== 'insert' && where.length === 0) throw restErrors.safeUpdate(kind === 'update' ? 'UPDATE' : 'DELETE')
  const wantsRows = preferences.return === 'representation'
  const names = kind === 'delete' ? [] : (params.columns ?? payload?.keys ?? [])
  const conflict = kind === 'insert' ? planConflict(relation, request) : undefined
  const read = wantsRows ? planNodes(cache, source, request, { filterRoot: false }) : undefined
  const location = kind === 'insert' && preferences.return === 'headers-only' && relation.primaryKey.length > 0
  return {
    kind,
    relation,
    columns: names.map((name) => requireColumn(relation, name)),
    ...(request.payloadSlot !== undefined && kind !== 'delete' && { payloadSlot: request.payloadSlot }),
    isArray: payload?.isArray ?? false,
    missingDefaults: preferences.missing === 'default',
    ...(conflict && { conflict }),
    where,
    ...(method === 'PUT' && { only: planPut(relation, request) }),
    returned: neededColumns(read, location ? relation.primaryKey : []),
    ...(read && { read: cutWindows(overNeededColumns(read)) }),
    location,
  }
}

function planConflict(relation: Relation, request: ApiRequest): WritePlan['conflict'] {
  const put = request.method === 'PUT'
  const { resolution } = request.preferences
  if (!put && resolution === undefined) return undefined
  const columns = (!put && request.params.onConflict) || relation.primaryKey
  if (columns.length === 0) return undefined
  return {
    columns: columns.map((name) => requireColumn(relation, name).name),
    action: !put && resolution === 'ignore-duplicates' ? 'ignore' : 'merge',
  }
}

function requireColumn(relation: Relation, name: string): Column {
  const column = relation.columns.get(name)
  if (!column) throw restErrors.noColumn(name, relation.name)
  return column
}
