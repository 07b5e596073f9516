import { resolveCaller } from '../caller-context.ts'
import { storageErrors } from '../errors.ts'
import { jsonReply } from '../json-reply.ts'
import { decodeBucket, decodeKey } from '../object-key.ts'
import { purgeEverywhere } from '../purge-cache.ts'
import type { Route, RouteCall } from '../router.ts'
import { findInBucket } from '../sql/objects.ts'

/**
 * Purges the renditions and cached files of one object or of a bucket. Upstream purges its content network; here the
 * engines themselves are the cache.
 */
async function purge({ deps, request, bucket, rest, query }: RouteCall) {
  const bucketId = decodeBucket(bucket)
  const name = rest === '' ? undefined : decodeKey(rest)
  const caller = await resolveCaller(deps, request)
  if (caller.role !== 'service_role') throw storageErrors.accessDenied('Only the secret key may do this')
  const found = await findInBucket(deps.db, bucketId, name ?? '')
  if (!found) throw storageErrors.noSuchBucket()
  if (name !== undefined && !found.object) throw storageErrors.noSuchKey()
  const renditionsOnly = query.get('transformations') === 'true'
  await purgeEverywhere(deps, { bucketId, ...(name === undefined ? {} : { name }), renditionsOnly })
  return jsonReply({ message: 'success' })
}

export const purgeRoutes: readonly Route[] = [
  { methods: ['DELETE'], path: 'cdn', tail: 'bucket', handle: purge },
  { methods: ['DELETE'], path: 'cdn', tail: 'key', handle: purge },
]
