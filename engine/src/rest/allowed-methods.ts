import { parseTarget, type Target } from './api-request/api-request.ts'
import { RestError } from './errors.ts'
import type { SchemaCache } from './schema-cache/model.ts'

/**
 * The methods of a path by what it names, whatever the caller may do with it.
 * @param path the path after the service's prefix.
 * @returns undefined for a path that names nothing.
 */
export function allowedMethods(cache: SchemaCache, path: string): string | undefined {
  const target = targetOf(path)
  if (target?.kind === 'root') return 'OPTIONS,GET,HEAD'
  if (target?.kind === 'routine') {
    const routines = cache.routines.get(target.name)
    if (!routines) return undefined
    return routines.some(({ volatile }) => !volatile) ? 'OPTIONS,GET,HEAD,POST' : 'OPTIONS,POST'
  }
  const relation = target && cache.relations.get(target.name)
  if (!relation) return undefined
  const { insert, update, delete: remove } = relation.writes
  const methods = ['OPTIONS', 'GET', 'HEAD']
  if (insert) methods.push('POST')
  if (insert && update && relation.primaryKey.length > 0) methods.push('PUT')
  if (update) methods.push('PATCH')
  if (remove) methods.push('DELETE')
  return methods.join(',')
}

function targetOf(path: string): Target | undefined {
  try {
    return parseTarget(path)
  } catch (error) {
    if (error instanceof RestError) return undefined
    throw error
  }
}
