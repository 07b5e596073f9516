import type { RequestContext } from '../db/port.ts'
import { type Caller, CallerError } from '../http/caller.ts'
import type { HttpRequest } from '../http/types.ts'
import type { StorageDeps } from './deps.ts'
import { storageErrors } from './errors.ts'

// Upstream's texts for the three cases that a client may meet; all others keep their own text.
const REFUSALS: Partial<Record<CallerError['reason'], string>> = {
  malformed: 'Invalid Compact JWS',
  signature: 'signature verification failed',
  expired: '"exp" claim timestamp check failed',
}

/**
 * Resolves the caller: after the body has arrived, because the session may have ended since the headers.
 * @throws {StorageError} 403 for a token or key that must not be accepted.
 */
export async function resolveCaller(deps: Pick<StorageDeps, 'callers'>, request: HttpRequest): Promise<Caller> {
  try {
    return await deps.callers.resolve(request.headers)
  } catch (error) {
    if (error instanceof CallerError) throw storageErrors.accessDenied(REFUSALS[error.reason] ?? error.message)
    throw error
  }
}

/**
 * The transaction context of a call: row-level security decides with the caller's role and claims.
 * @param operation upstream's name for it, e.g. `storage.object.upload`; policies may read `storage.operation()`.
 */
export function callerContext(
  caller: Caller,
  request: HttpRequest,
  operation: string,
  options: { readOnly?: boolean; deletes?: boolean } = {},
): RequestContext {
  const { authorization: _token, apikey: _key, cookie: _cookie, ...headers } = request.headers
  return {
    role: caller.role,
    readOnly: options.readOnly ?? false,
    settings: {
      search_path: 'public, extensions',
      'request.jwt.claims': caller.claimsJson,
      'request.method': request.method,
      'request.path': request.path,
      'request.headers': JSON.stringify(headers),
      'storage.operation': operation,
      ...(options.deletes ? { 'storage.allow_delete_query': 'true' } : {}),
    },
  }
}
