import { buffer } from 'node:stream/consumers'
import type { HttpReply, HttpRequest } from '../../http/types.ts'
import type { StorageDeps } from '../deps.ts'
import { storageErrors } from '../errors.ts'
import { servedType } from '../mime-type.ts'
import { parseRange } from './byte-range.ts'
import { isNotModified, validators } from './conditional.ts'
import { contentDisposition } from './content-disposition.ts'
import type { Find } from './find-readable.ts'
import type { ServedObject } from './public-objects.ts'
import { readCurrent } from './read-current.ts'
import { blobHeaders } from './serving-headers.ts'
import { whole } from './whole.ts'

type ServeDeps = Pick<StorageDeps, 'backend' | 'memory' | 'log'>

/**
 * Answers GET and HEAD with an object's bytes: Range, If-None-Match, `download`.
 * @param find looks the row up; called again when the blob was replaced between row and read.
 * @throws {StorageError} NoSuchKey, or InvalidRange.
 */
export async function serveObject(deps: ServeDeps, request: HttpRequest, find: Find<ServedObject>): Promise<HttpReply> {
  return await readCurrent(deps, find, (row) => serveRow(deps, request, row))
}

async function serveRow(deps: ServeDeps, request: HttpRequest, row: ServedObject): Promise<HttpReply> {
  const size = row.metadata?.size ?? 0
  const tags = validators(row)
  const headers: Record<string, string | number> = {
    ...blobHeaders(row.metadata?.cacheControl),
    ...tags,
    'content-type': servedType(row.metadata?.mimetype),
    'accept-ranges': 'bytes',
    ...contentDisposition(new URLSearchParams(request.query).get('download')),
  }
  if (isNotModified(request.headers, tags)) return { status: 304, headers }
  // A range of another version must not be combined with a part of this one.
  const ifRange = request.headers['if-range']
  const wanted = ifRange === undefined || ifRange === tags.etag ? request.headers.range : undefined
  const range = parseRange(wanted, size)
  if (range === 'unsatisfiable') throw storageErrors.invalidRange()
  const length = range ? range.end - range.start + 1 : size
  const extra: Record<string, string> = range ? { 'content-range': `bytes ${range.start}-${range.end}/${size}` } : {}
  const reply = { status: range ? 206 : 200, headers: { ...headers, ...extra, 'content-length': length } }
  if (request.method === 'HEAD') return reply
  const read = async () =>
    whole(await deps.backend.get(row.version, range), row.metadata?.size === undefined ? undefined : length)
  if (range || !deps.memory.takes(size)) return { ...reply, body: await read() }
  const body = await deps.memory.get(row.version, async () => await buffer(await read()))
  return { ...reply, headers: { ...reply.headers, 'content-length': body.length }, body }
}
