import type { Caller } from '../../http/caller.ts'
import type { HttpRequest } from '../../http/types.ts'
import { callerContext } from '../caller-context.ts'
import type { StorageDeps } from '../deps.ts'
import { storageErrors } from '../errors.ts'
import type { SignedClaims } from '../signed-url.ts'
import type { Uploader } from './store-object.ts'

/**
 * The uploader that the token of a signed address stands for: the rights were checked when it was signed.
 * @param operation the name that policies may read as `storage.operation()`.
 * @throws {StorageError} InvalidSignature when the session that asked for the address has ended.
 */
export async function signedUploader(
  deps: Pick<StorageDeps, 'callers'>,
  request: HttpRequest,
  claims: SignedClaims,
  operation: string,
): Promise<Required<Uploader>> {
  const checkAgain = () => refuseEnded(deps, claims)
  await checkAgain()
  const service = { role: 'service_role', claims: {}, claimsJson: '{"role":"service_role"}', hasSession: false }
  const context = callerContext({ ...service, userId: undefined }, request, operation)
  const caller: Caller = { ...service, role: 'authenticated', userId: claims.owner }
  return { caller, context, checkAgain }
}

/** The address ends with the session that asked for it: a member who signs out everywhere expects that. */
async function refuseEnded({ callers }: Pick<StorageDeps, 'callers'>, { owner, session }: SignedClaims) {
  if (owner === undefined || session === undefined) return
  if (!(await callers.isSessionAlive(session, owner))) throw storageErrors.invalidSignature()
}
