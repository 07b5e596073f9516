import type { HttpRequest } from '../../http/types.ts'
import { callerContext, resolveCaller } from '../caller-context.ts'
import type { StorageDeps } from '../deps.ts'
import { storageErrors } from '../errors.ts'
import type { ResumableUpload } from '../sql/resumable.ts'
import { signedUploader } from '../upload/signed-uploader.ts'
import type { Uploader } from '../upload/store-object.ts'

/** Who starts or continues an upload: a caller, or who holds the token of a signed address. */
export interface Bearer {
  uploader: Required<Uploader>
  isSigned: boolean
  ownerId: string | null
  /** What the token is for; undefined for callers. */
  signed: { url: string; upsert: boolean } | undefined
}

/** What a request does, as upstream names it in `storage.operation()`. */
type Operation = 'create' | 'get' | 'part' | 'delete'

/**
 * Identifies the bearer of a request: by its session or key, or at a signed address by the token in `x-signature`.
 * @throws {StorageError} for a token that is not accepted.
 */
export async function identify(
  deps: StorageDeps,
  request: HttpRequest,
  isSigned: boolean,
  operation: Operation,
): Promise<Bearer> {
  if (!isSigned) {
    const caller = await resolveCaller(deps, request)
    const context = callerContext(caller, request, `storage.tus.upload.${operation}`)
    const checkAgain = () => resolveCaller(deps, request)
    return { uploader: { caller, context, checkAgain }, isSigned, ownerId: caller.userId ?? null, signed: undefined }
  }
  const token = request.headers['x-signature']
  if (typeof token !== 'string') throw storageErrors.invalidSignature()
  const claims = await deps.signer.verify(token, 'upload')
  const uploader = await signedUploader(deps, request, claims, `storage.tus.upload.${operation}_signed`)
  const signed = { url: claims.url, upsert: claims.upsert === true }
  return { uploader, isSigned, ownerId: claims.owner ?? null, signed }
}

/** True for who started an upload, and for another token of the same account for the same object. */
export function mayContinue({ uploader, isSigned, ownerId, signed }: Bearer, upload: ResumableUpload): boolean {
  return (
    upload.is_signed === isSigned &&
    upload.role === uploader.caller.role &&
    upload.owner_id === ownerId &&
    (signed === undefined || signed.url === `${upload.bucket_id}/${upload.name}`)
  )
}
