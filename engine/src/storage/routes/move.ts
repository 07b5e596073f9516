import { z } from 'zod'
import type { Transaction } from '../../db/port.ts'
import { callerContext, resolveCaller } from '../caller-context.ts'
import { copyObject } from '../copy-object.ts'
import { storageErrors } from '../errors.ts'
import { jsonReply, readBodyAs } from '../json-reply.ts'
import { checkKey, isBucketName } from '../object-key.ts'
import type { Route, RouteCall } from '../router.ts'
import { findObject, moveObject } from '../sql/objects.ts'
import { checkTransfer } from '../transfer-rule.ts'
import { cacheControlOfHeader, userMetadataOf } from '../upload/upload-fields.ts'

const bucket = z.string().refine(isBucketName)
const body = z.object({
  bucketId: bucket,
  sourceKey: z.string().max(2048),
  destinationKey: z.string().max(2048),
  destinationBucket: bucket.nullish(),
  copyMetadata: z.boolean().default(true),
  metadata: z.object({ cacheControl: z.string().max(200).optional() }).nullish(),
})

async function readPlaces({ request }: RouteCall) {
  const { bucketId, sourceKey, destinationKey, destinationBucket, ...copied } = await readBodyAs(request, body)
  const from = { bucketId, name: checkKey(sourceKey) }
  return { from, to: { bucketId: destinationBucket ?? bucketId, name: checkKey(destinationKey) }, copied }
}

/** Renames: only the row changes, the blob keeps its key. */
async function move(call: RouteCall) {
  const { deps, request } = call
  const { from, to } = await readPlaces(call)
  const caller = await resolveCaller(deps, request)
  const context = callerContext(caller, request, 'storage.object.move')
  const rename = async (tx: Transaction) => {
    const row = await findObject(tx, from.bucketId, from.name)
    if (!row) throw storageErrors.noSuchKey()
    await checkTransfer(deps, row, from, to)
    if (!(await moveObject(tx, from, to))) throw storageErrors.accessDenied()
  }
  await deps.publicObjects.changing([from, to], () => deps.db.transactionAs(context, rename))
  return jsonReply({ message: 'Successfully moved' })
}

async function copy(call: RouteCall) {
  const { deps, request } = call
  const { from, to, copied } = await readPlaces(call)
  const own = copied.copyMetadata
    ? undefined
    : ownMetadata(request.headers['x-metadata'], copied.metadata?.cacheControl)
  const caller = await resolveCaller(deps, request)
  const upsert = request.headers['x-upsert'] === 'true'
  const context = callerContext(caller, request, 'storage.object.copy')
  deps.allowance.countUpload(caller, request.clientIp)
  const { id, metadata } = await copyObject(deps, { caller, context }, from, to, { upsert, own })
  return jsonReply({ Id: id, Key: `${to.bucketId}/${to.name}`, name: to.name, bucket_id: to.bucketId, metadata })
}

/** What describes a copy that does not take it from its source. */
function ownMetadata(header: string | string[] | undefined, cacheControl: string | undefined) {
  return {
    userMetadata: userMetadataOf(header),
    cacheControl: cacheControl === undefined ? undefined : cacheControlOfHeader(cacheControl),
  }
}

export const moveRoutes: readonly Route[] = [
  { methods: ['POST'], path: 'object/move', tail: 'none', handle: move },
  { methods: ['POST'], path: 'object/copy', tail: 'none', handle: copy },
]
