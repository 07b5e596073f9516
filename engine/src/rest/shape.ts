import type { ApiRequest } from './api-request/api-request.ts'

/**
 * Text that is equal for two requests exactly when one statement serves both: everything but the values.
 * Numbers in it are slots, never limits, offsets or operands.
 */
export function shapeOf(request: ApiRequest): string {
  const { target, method, params, preferences, media, payload } = request
  return JSON.stringify([
    target,
    method === 'GET' && target.kind === 'relation' ? 0 : method,
    params.select,
    params.conditions,
    params.orders,
    params.embedLimits,
    params.embedOffsets,
    params.args,
    params.columns,
    params.onConflict,
    request.count,
    preferences.return,
    preferences.resolution,
    preferences.missing,
    media,
    payload && [payload.isArray, payload.keys],
    request.bodyType,
    request.payloadSlot,
    request.limitSlot,
    request.offsetSlot,
    request.maxAffectedSlot,
  ])
}
