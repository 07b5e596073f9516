import { buffer } from 'node:stream/consumers'
import { limiterKey } from '../../http/client-address.ts'
import type { HttpReply, HttpRequest } from '../../http/types.ts'
import type { StorageDeps } from '../deps.ts'
import { storageErrors } from '../errors.ts'
import { isImageType } from '../image/reencode.ts'
import { SNIFF_BYTES, sniffType } from '../image/sniff.ts'
import {
  describeTransform,
  parseTransform,
  renderImage,
  renditionName,
  renditionType,
  type TransformOptions,
} from '../image/transform.ts'
import type { ImageType } from '../mime-type.ts'
import { decodeBucket, decodeKey } from '../object-key.ts'
import { isNotModified, validators } from '../read/conditional.ts'
import { contentDisposition } from '../read/content-disposition.ts'
import { type Access, type Find, findServed } from '../read/find-readable.ts'
import type { ServedObject } from '../read/public-objects.ts'
import { readCurrent } from '../read/read-current.ts'
import { blobHeaders } from '../read/serving-headers.ts'
import type { Route, RouteCall } from '../router.ts'

/** Largest original that is rendered, in bytes; files in our own buckets are far smaller. */
const MAX_SOURCE_BYTES = 25 * 1024 * 1024

async function render(call: RouteCall, access: Access): Promise<HttpReply> {
  const find = await findServed(call, access, 'storage.render.image')
  return await answer(call, find, Object.fromEntries(call.query))
}

async function renderSigned(call: RouteCall): Promise<HttpReply> {
  const url = `${decodeBucket(call.bucket)}/${decodeKey(call.rest)}`
  const claims = await call.deps.signer.verify(call.query.get('token'), 'render', url)
  const find = await findServed(call, 'signed', 'storage.render.image')
  return await answer(call, find, Object.fromEntries(new URLSearchParams(claims.transformations)))
}

async function answer(call: RouteCall, find: Find<ServedObject>, values: Record<string, string>): Promise<HttpReply> {
  return await readCurrent(call.deps, find, (row) => answerRow(call, row, values))
}

async function answerRow(
  { deps, request, query }: RouteCall,
  row: ServedObject,
  values: Record<string, string>,
): Promise<HttpReply> {
  const stored = await storedType(deps, row)
  if (!isImageType(stored)) throw storageErrors.invalidRequest('only jpeg, png and webp images can be rendered')
  if ((row.metadata?.size ?? 0) > MAX_SOURCE_BYTES) throw storageErrors.tooLarge()
  const options = parseTransform(values)
  const type = renditionType(stored, options, request.headers.accept)
  const name = renditionName(options, type)
  const tags = { ...validators(row), etag: `"${row.version.slice(0, 8)}-${name}"` }
  const headers = {
    ...blobHeaders(row.metadata?.cacheControl),
    ...tags,
    'content-type': type,
    vary: 'Accept',
    'x-transformations': describeTransform(options),
    ...contentDisposition(query.get('download')),
  }
  if (isNotModified(request.headers, tags)) return { status: 304, headers }
  const body =
    (await deps.renditions.read(row.version, name)) ??
    (await makeRendition(deps, request, { version: row.version, name, options, type }))
  return { status: 200, headers: { ...headers, 'content-length': body.length }, body }
}

/** The type by the first bytes where a picture was stored as something else: clients send files as text by default. */
async function storedType({ backend }: StorageDeps, { version, metadata }: ServedObject): Promise<string> {
  const declared = metadata?.mimetype ?? ''
  const size = metadata?.size ?? 0
  if (isImageType(declared) || size === 0) return declared
  return sniffType(await buffer(await backend.get(version, { start: 0, end: Math.min(size, SNIFF_BYTES) - 1 })))
}

interface Rendition {
  version: string
  name: string
  options: TransformOptions
  type: ImageType
}

/** Makes a rendition once for all who wait for it, and keeps it. */
async function makeRendition(
  { allowance, backend, images, renditions }: StorageDeps,
  { clientIp, signal }: HttpRequest,
  { version, name, options, type }: Rendition,
): Promise<Buffer> {
  allowance.countRendition(clientIp)
  const order = { kind: 'rendition', account: limiterKey(clientIp), name: `${version}/${name}`, signal } as const
  return await images.run(order, async () => {
    const original = await buffer(await backend.get(version))
    const begun = performance.now()
    const count = () => allowance.countRenderingTime(clientIp, performance.now() - begun)
    const bytes = await renderImage(original, options, type).finally(count)
    await renditions.keep(version, name, bytes)
    return bytes
  })
}

export const renderRoutes: readonly Route[] = [
  { methods: ['GET', 'HEAD'], path: 'render/image/public', tail: 'key', handle: (call) => render(call, 'public') },
  {
    methods: ['GET', 'HEAD'],
    path: 'render/image/authenticated',
    tail: 'key',
    handle: (call) => render(call, 'authenticated'),
  },
  { methods: ['GET', 'HEAD'], path: 'render/image/sign', tail: 'key', handle: renderSigned },
]
