import { callerContext, resolveCaller } from '../caller-context.ts'
import { storageErrors } from '../errors.ts'
import { decodeBucket, decodeKey } from '../object-key.ts'
import type { RouteCall } from '../router.ts'
import { findInBucket, findObject, type ObjectRow } from '../sql/objects.ts'

/** How a request proves that it may read: not at all, by its caller, either (public bucket or caller), or signed. */
export type Access = 'public' | 'authenticated' | 'either' | 'signed'

export interface Readable {
  bucketId: string
  key: string
  /** Looks the row up with the rights found; can be asked again. */
  find(): Promise<ObjectRow | undefined>
}

/**
 * Settles who reads what. For `signed` the token has to be verified before.
 * @throws {StorageError} NoSuchBucket, also for a private bucket by a public address; 403 for a broken token.
 */
export async function findReadable(
  { deps, request, bucket, rest }: Pick<RouteCall, 'deps' | 'request' | 'bucket' | 'rest'>,
  access: Access,
  operation: string,
): Promise<Readable> {
  const bucketId = decodeBucket(bucket)
  const key = decodeKey(rest)
  const asEngine = () => findObject(deps.db, bucketId, key)
  if (access === 'signed') return { bucketId, key, find: asEngine }
  const found = await findInBucket(deps.db, bucketId, key)
  if (access !== 'authenticated' && found?.isPublic) return { bucketId, key, find: firstFrom(found.object, asEngine) }
  if (!found || access === 'public') throw storageErrors.noSuchBucket()
  const caller = await resolveCaller(deps, request)
  const context = callerContext(caller, request, operation, { readOnly: true })
  return { bucketId, key, find: () => deps.db.transactionAs(context, (tx) => findObject(tx, bucketId, key)) }
}

/** Answers with what is known already, and looks again when asked again. */
function firstFrom(known: ObjectRow | undefined, again: () => Promise<ObjectRow | undefined>): Readable['find'] {
  let asked = false
  return async () => {
    if (asked) return await again()
    asked = true
    return known
  }
}
