import { callerContext, resolveCaller } from '../caller-context.ts'
import { storageErrors } from '../errors.ts'
import { decodeBucket, decodeKey } from '../object-key.ts'
import type { RouteCall } from '../router.ts'
import { findObject, type ObjectRow } from '../sql/objects.ts'
import type { ServedObject } from './public-objects.ts'

/** How access is decided: public bucket, caller, either of the two, or signed token. */
export type Access = 'public' | 'authenticated' | 'either' | 'signed'

type Call = Pick<RouteCall, 'deps' | 'request' | 'bucket' | 'rest'>

/** Looks an object up with the rights found before; a second call looks it up again. */
export type Find<T> = () => Promise<T | undefined>

/**
 * Decides who may read which bytes. The object of a public address may come from the cache; a second call asks the
 * database.
 * @throws {StorageError} as {@link findReadable}.
 */
export async function findServed(call: Call, access: Access, operation: string): Promise<Find<ServedObject>> {
  if (access !== 'public' && access !== 'either') return await findReadable(call, access, operation)
  const known = call.deps.publicObjects.known(decodeBucket(call.bucket), decodeKey(call.rest))
  if (!known) return await findReadable(call, access, operation)
  return firstThen(known, async () => await (await findReadable(call, access, operation))())
}

/**
 * Decides who may read which object. For `signed` the caller has verified the token before.
 * @throws {StorageError} NoSuchBucket, also for a private bucket at a public address; 403 for a broken token.
 */
export async function findReadable(
  { deps, request, bucket, rest }: Call,
  access: Access,
  operation: string,
): Promise<Find<ObjectRow>> {
  const bucketId = decodeBucket(bucket)
  const key = decodeKey(rest)
  if (access === 'signed') return () => findObject(deps.db, bucketId, key)
  const found = await deps.publicObjects.ask(bucketId, key)
  if (access !== 'authenticated' && found?.isPublic)
    return firstThen(found.object, async () => {
      const again = await deps.publicObjects.ask(bucketId, key)
      return again?.isPublic ? again.object : undefined
    })
  if (!found || access === 'public') throw storageErrors.noSuchBucket()
  const caller = await resolveCaller(deps, request)
  const context = callerContext(caller, request, operation, { readOnly: true })
  return () => deps.db.transactionAs(context, (tx) => findObject(tx, bucketId, key))
}

/** The first call returns the known result, later calls look it up again. */
function firstThen<T>(known: T | undefined, again: Find<T>): Find<T> {
  let asked = false
  return async () => {
    if (asked) return await again()
    asked = true
    return known
  }
}
