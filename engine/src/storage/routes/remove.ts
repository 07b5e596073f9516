import { z } from 'zod'
import { callerContext, resolveCaller } from '../caller-context.ts'
import { storageErrors } from '../errors.ts'
import { jsonReply, readBodyAs } from '../json-reply.ts'
import { decodeBucket, decodeKey } from '../object-key.ts'
import { dropBlobs } from '../remove-blobs.ts'
import type { Route, RouteCall } from '../router.ts'
import { deleteObjects } from '../sql/objects.ts'

const body = z.object({ prefixes: z.array(z.string().max(2048)).min(1).max(1000) })

async function remove({ deps, request, bucket }: RouteCall, names: readonly string[], operation: string) {
  const bucketId = decodeBucket(bucket)
  const caller = await resolveCaller(deps, request)
  const context = callerContext(caller, request, operation, { deletes: true })
  const objects = names.map((name) => ({ bucketId, name }))
  const rows = await deps.publicObjects.changing(objects, () =>
    deps.db.transactionAs(context, (tx) => deleteObjects(tx, bucketId, names)),
  )
  // Rows first: a file without a row only wastes space for a while, but a row without a file is a broken picture.
  await dropBlobs(
    deps,
    rows.map(({ version }) => version),
  )
  return rows
}

async function removeMany(call: RouteCall) {
  const { prefixes } = await readBodyAs(call.request, body)
  const names = prefixes.filter((name) => !name.includes('\0'))
  return jsonReply(await remove(call, names, 'storage.object.delete_many'))
}

async function removeOne(call: RouteCall) {
  const rows = await remove(call, [decodeKey(call.rest)], 'storage.object.delete')
  if (rows.length === 0) throw storageErrors.noSuchKey()
  return jsonReply({ message: 'Successfully deleted' })
}

export const removeRoutes: readonly Route[] = [
  { methods: ['DELETE'], path: 'object', tail: 'bucket', handle: removeMany },
  { methods: ['DELETE'], path: 'object', tail: 'key', handle: removeOne },
]
