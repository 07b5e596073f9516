import { storageErrors } from '../errors.ts'
import { jsonReply } from '../json-reply.ts'
import { decodeBucket, decodeKey } from '../object-key.ts'
import { type Access, findReadable, findServed } from '../read/find-readable.ts'
import { serveObject } from '../read/serve-blob.ts'
import type { Route, RouteCall } from '../router.ts'

async function download(call: RouteCall, access: Access) {
  const operation = access === 'public' ? 'storage.object.get_public' : 'storage.object.get_authenticated'
  const find = await findServed(call, access, operation)
  return await serveObject(call.deps, call.request, find)
}

async function downloadSigned(call: RouteCall) {
  const url = `${decodeBucket(call.bucket)}/${decodeKey(call.rest)}`
  await call.deps.signer.verify(call.query.get('token'), 'download', url)
  return await download(call, 'signed')
}

/**
 * Returns an object's metadata if the policies let the caller read its row, also by the public address: the bytes of a
 * public bucket are public, but the owner, the times and the user metadata are not.
 */
async function info(call: RouteCall, access: 'public' | 'authenticated') {
  if (
    access === 'public' &&
    !(await call.deps.publicObjects.ask(decodeBucket(call.bucket), decodeKey(call.rest)))?.isPublic
  )
    throw storageErrors.noSuchBucket()
  const find = await findReadable(call, 'authenticated', 'storage.object.info')
  const row = await find()
  if (!row) throw storageErrors.noSuchKey()
  const { metadata } = row
  const reply = jsonReply({
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: metadata?.size ?? null,
    content_type: metadata?.mimetype ?? null,
    cache_control: metadata?.cacheControl ?? null,
    etag: metadata?.eTag ?? null,
    metadata: row.user_metadata ?? {},
    last_modified: metadata?.lastModified ?? row.updated_at,
    created_at: row.created_at,
  })
  return metadata?.eTag ? { ...reply, headers: { ...reply.headers, etag: metadata.eTag } } : reply
}

export const downloadRoutes: readonly Route[] = [
  { methods: ['GET', 'HEAD'], path: 'object/public', tail: 'key', handle: (call) => download(call, 'public') },
  {
    methods: ['GET', 'HEAD'],
    path: 'object/authenticated',
    tail: 'key',
    handle: (call) => download(call, 'authenticated'),
  },
  { methods: ['GET', 'HEAD'], path: 'object/sign', tail: 'key', handle: downloadSigned },
  { methods: ['GET', 'HEAD'], path: 'object/info/public', tail: 'key', handle: (call) => info(call, 'public') },
  {
    methods: ['GET', 'HEAD'],
    path: 'object/info/authenticated',
    tail: 'key',
    handle: (call) => info(call, 'authenticated'),
  },
  { methods: ['GET', 'HEAD'], path: 'object/info', tail: 'key', handle: (call) => info(call, 'authenticated') },
  { methods: ['GET', 'HEAD'], path: 'object', tail: 'key', handle: (call) => download(call, 'either') },
]
