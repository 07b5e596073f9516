import { randomUUID } from 'node:crypto'
import { newBlobKey } from '../backend/blob-key.ts'
import { callerContext, resolveCaller } from '../caller-context.ts'
import { storageErrors } from '../errors.ts'
import { jsonReply } from '../json-reply.ts'
import { decodeBucket, decodeKey } from '../object-key.ts'
import type { Route, RouteCall } from '../router.ts'
import { findBucket } from '../sql/buckets.ts'
import { insertObject, upsertObject } from '../sql/objects.ts'
import { signedUploader } from '../upload/signed-uploader.ts'
import { rehearse, storeObject } from '../upload/store-object.ts'

/** Lifetime of a signed upload address, in seconds. */
const SIGNED_UPLOAD_SECONDS = 2 * 60 * 60

async function upload(call: RouteCall, alwaysUpsert: boolean) {
  const { deps, request } = call
  const bucketId = decodeBucket(call.bucket)
  const key = decodeKey(call.rest)
  const caller = await resolveCaller(deps, request)
  const upsert = alwaysUpsert || request.headers['x-upsert'] === 'true'
  const operation = alwaysUpsert ? 'storage.object.upload_update' : 'storage.object.upload'
  const context = callerContext(caller, request, operation)
  const checkAgain = () => resolveCaller(deps, request)
  const id = await storeObject(deps, request, { caller, context, checkAgain }, { bucketId, key, upsert })
  return jsonReply({ Key: `${bucketId}/${key}`, Id: id })
}

/** Issues an address for one upload without a session; the caller's rights are checked now. */
async function signUpload({ deps, request, bucket, rest }: RouteCall) {
  const bucketId = decodeBucket(bucket)
  const key = decodeKey(rest)
  const caller = await resolveCaller(deps, request)
  const upsert = request.headers['x-upsert'] === 'true'
  if (!(await findBucket(deps.db, bucketId))) throw storageErrors.noSuchBucket()
  const ownerId = caller.userId ?? null
  const object = {
    id: randomUUID(),
    bucketId,
    name: key,
    ownerId,
    version: newBlobKey(),
    metadata: null,
    userMetadata: null,
  }
  const context = callerContext(caller, request, 'storage.object.sign_upload_url')
  await rehearse(deps, context, (tx) => (upsert ? upsertObject(tx, object) : insertObject(tx, object)))
  const session = caller.claims.session_id
  const owner =
    caller.userId === undefined ? {} : { owner: caller.userId, ...(typeof session === 'string' ? { session } : {}) }
  const claims = { url: `${bucketId}/${key}`, scope: 'upload' as const, upsert, ...owner }
  const token = await deps.signer.sign(claims, SIGNED_UPLOAD_SECONDS)
  return jsonReply({ url: `/object/upload/sign/${bucket}/${rest}?token=${token}`, token })
}

async function uploadToSigned({ deps, request, bucket, rest, query }: RouteCall) {
  const bucketId = decodeBucket(bucket)
  const key = decodeKey(rest)
  const claims = await deps.signer.verify(query.get('token'), 'upload', `${bucketId}/${key}`)
  const uploader = await signedUploader(deps, request, claims, 'storage.object.upload_signed')
  await storeObject(deps, request, uploader, { bucketId, key, upsert: claims.upsert === true })
  return jsonReply({ Key: `${bucketId}/${key}` })
}

export const uploadRoutes: readonly Route[] = [
  { methods: ['POST'], path: 'object/upload/sign', tail: 'key', handle: signUpload },
  { methods: ['PUT'], path: 'object/upload/sign', tail: 'key', handle: uploadToSigned },
  { methods: ['POST'], path: 'object', tail: 'key', handle: (call) => upload(call, false) },
  { methods: ['PUT'], path: 'object', tail: 'key', handle: (call) => upload(call, true) },
]
