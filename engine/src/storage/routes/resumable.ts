import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { HttpReply } from '../../http/types.ts'
import { isUuid } from '../../kernel/uuid.ts'
import { newBlobKey } from '../backend/blob-key.ts'
import { storageErrors } from '../errors.ts'
import { admits } from '../mime-type.ts'
import { checkKey, isBucketName } from '../object-key.ts'
import { dropBlobs } from '../remove-blobs.ts'
import { type Bearer, identify, mayContinue } from '../resumable/bearer.ts'
import { completeUpload, forgetParts } from '../resumable/complete.ts'
import { describeFile } from '../resumable/describe-file.ts'
import { bytesOf, checkVersion, hasPart, MOST_BYTES, renderTusError, tusReply } from '../resumable/protocol.ts'
import { receivePart } from '../resumable/receive-part.ts'
import type { Turn } from '../resumable/turns.ts'
import { parseUploadMetadata } from '../resumable/upload-metadata.ts'
import type { Route, RouteCall } from '../router.ts'
import {
  addPart,
  countParts,
  deleteUpload,
  findUpload,
  insertUpload,
  isStored,
  PART_BYTES,
  type ResumableUpload,
} from '../sql/resumable.ts'
import { admitUpload, sizeLimit } from '../upload/store-object.ts'

/** Each is a file and a row: a client that sends single bytes cannot make any number of them, whatever its space. */
const MOST_PARTS = 1_000

const PATH = 'upload/resumable'

/** Begins an upload: with the rights, limits and space of an upload as a whole. */
async function create(call: RouteCall, isSigned: boolean): Promise<HttpReply> {
  const { deps, request } = call
  checkVersion(request)
  for (const extension of ['upload-defer-length', 'upload-concat'])
    if (request.headers[extension] !== undefined)
      throw storageErrors.resumable(400, `The header ${extension} is not supported`)
  const length = bytesOf(request.headers, 'upload-length')
  const header = [request.headers['upload-metadata'] ?? ''].flat().join(',')
  const values = parseUploadMetadata(header)
  const [bucketId = '', key] = [values.get('bucketName'), checkKey(values.get('objectName') ?? '')]
  if (!isBucketName(bucketId)) throw storageErrors.noSuchBucket()
  describeFile(header)

  const bearer = await identify(deps, request, isSigned, 'create')
  if (bearer.signed && bearer.signed.url !== `${bucketId}/${key}`) throw storageErrors.invalidSignature()
  const upsert = bearer.signed?.upsert ?? request.headers['x-upsert'] === 'true'
  const { caller } = bearer.uploader
  const { bucket } = await admitUpload(deps, bearer.uploader, { bucketId, key, upsert })
  if (length > Math.min(sizeLimit(bucket), MOST_BYTES)) throw storageErrors.tooLarge()
  const declaredType = values.get('contentType')
  if (declaredType && !admits(bucket.allowed_mime_types, declaredType))
    throw storageErrors.invalidMimeType(declaredType)
  deps.allowance.countUpload(caller, request.clientIp)
  const begin = async () =>
    await insertUpload(deps.db, {
      bucket_id: bucketId,
      name: key,
      role: caller.role,
      owner_id: bearer.ownerId,
      is_signed: isSigned,
      is_upsert: upsert,
      length,
      upload_metadata: header,
    })
  const upload = await deps.allowance.withSpace(caller, length, begin)

  const location = `/storage/v1/${PATH}${isSigned ? '/sign' : ''}/${upload.id}`
  if (!hasPart(request) && length > 0) return tusReply(201, { location, ...expiry(upload) })
  return await withTurn(call, bearer, upload.id, async (turn) => {
    const received = await receive(call, bearer, turn, 0)
    const headers = { location, ...expiry(turn.upload) }
    return tusReply(201, hasPart(request) ? { ...headers, 'upload-offset': String(received) } : headers)
  })
}

/** Tells how much of an upload has arrived. */
async function tell(call: RouteCall, isSigned: boolean): Promise<HttpReply> {
  return await withUpload(call, isSigned, 'get', async ({ upload }) =>
    tusReply(200, {
      'upload-offset': String(upload.received),
      'upload-length': String(upload.length),
      ...(upload.upload_metadata === '' ? {} : { 'upload-metadata': upload.upload_metadata }),
      ...expiry(upload),
    }),
  )
}

/** Receives the bytes from an offset on. */
async function resume(call: RouteCall, isSigned: boolean): Promise<HttpReply> {
  return await withUpload(call, isSigned, 'part', async (turn, bearer) => {
    if (!hasPart(call.request))
      throw storageErrors.resumable(415, 'The header Content-Type has to be application/offset+octet-stream')
    const offset = bytesOf(call.request.headers, 'upload-offset')
    if (offset !== turn.upload.received) throw storageErrors.resumable(409, 'Upload-Offset conflict')
    const received = await receive(call, bearer, turn, offset)
    return tusReply(204, {
      'upload-offset': String(received),
      ...(received === turn.upload.length ? {} : expiry(turn.upload)),
    })
  })
}

/** Ends an upload and removes what has arrived. */
async function terminate(call: RouteCall, isSigned: boolean): Promise<HttpReply> {
  return await withUpload(call, isSigned, 'delete', async ({ upload }) => {
    if (upload.is_finished) throw storageErrors.resumable(400, 'A finished upload cannot be ended')
    await dropBlobs(call.deps, await deleteUpload(call.deps.db, upload.id))
    return tusReply(204, {})
  })
}

/** @returns the number of bytes that have arrived of the whole file; notes in the upload when it expires. */
async function receive({ deps, request }: RouteCall, bearer: Bearer, turn: Turn, offset: number): Promise<number> {
  const { upload, writer } = turn
  const left = upload.length - offset
  if (upload.is_finished) return upload.length
  const path = join(deps.tempDir, randomUUID())
  try {
    const { size, isWhole } = hasPart(request)
      ? await receivePart(request, turn, path, left)
      : { size: 0, isWhole: true }
    if (isWhole && size === left) {
      await completeUpload(deps, request, turn, bearer.uploader, hasPart(request) ? path : undefined)
      return upload.length
    }
    // All bytes without the end of the body: to be sent once more, as the last part has to arrive with its request.
    if (size > 0 && size < left) {
      if ((await countParts(deps.db, upload.id)) >= MOST_PARTS)
        throw storageErrors.resumable(400, `The upload has ${MOST_PARTS} parts: send the rest in one request`)
      const part = { begins: offset, size, version: newBlobKey() }
      const store = async () => {
        await deps.backend.putFile(part.version, path, 'application/octet-stream')
        return await addPart(deps.db, upload.id, writer, part)
      }
      const expires =
        size < PART_BYTES
          ? await deps.allowance.withSpace(bearer.uploader.caller, PART_BYTES - size, store)
          : await store()
      if (expires === undefined) {
        await dropBlobs(deps, [part.version])
        throw storageErrors.noSuchUpload()
      }
      upload.expires = expires
    }
    if (!isWhole) throw storageErrors.uploadAborted()
    return offset + size
  } finally {
    await rm(path, { force: true })
  }
}

type Operation = Parameters<typeof identify>[3]

async function withUpload(
  call: RouteCall,
  isSigned: boolean,
  operation: Operation,
  work: (turn: Turn, bearer: Bearer) => Promise<HttpReply>,
): Promise<HttpReply> {
  const { deps, request, bucket: id } = call
  checkVersion(request)
  const bearer = await identify(deps, request, isSigned, operation)
  return await withTurn(call, bearer, id, (turn) => work(turn, bearer))
}

/** Runs the work on an upload of the bearer's own while no other request does. */
async function withTurn<T>(
  { deps, request }: RouteCall,
  bearer: Bearer,
  id: string,
  work: (turn: Turn) => Promise<T>,
): Promise<T> {
  // Before it waits, and before it interrupts another request.
  const known = isUuid(id) ? await findUpload(deps.db, id) : undefined
  if (!known || !mayContinue(bearer, known)) throw storageErrors.noSuchUpload()
  const turn = await deps.turns.take(known.id, request.signal)
  try {
    const { upload } = turn
    // The engine ended between the commit of the object and this note.
    if (!upload.is_finished && upload.version !== null && (await isStored(deps.db, upload.version))) {
      await forgetParts(deps, upload.id)
      Object.assign(upload, { is_finished: true, received: upload.length })
    }
    return await work(turn)
  } finally {
    await turn.end()
  }
}

function expiry({ expires }: ResumableUpload): { 'upload-expires': string } {
  return { 'upload-expires': new Date(expires).toUTCString() }
}

/** Each address twice: for callers, and for who holds the token of a signed upload address. */
export const resumableRoutes: readonly Route[] = [false, true].flatMap((isSigned): Route[] => {
  const path = isSigned ? `${PATH}/sign` : PATH
  const render = renderTusError
  return [
    { methods: ['POST'], path, tail: 'none', handle: (call) => create(call, isSigned), render },
    { methods: ['HEAD'], path, tail: 'bucket', handle: (call) => tell(call, isSigned), render },
    { methods: ['PATCH'], path, tail: 'bucket', handle: (call) => resume(call, isSigned), render },
    { methods: ['DELETE'], path, tail: 'bucket', handle: (call) => terminate(call, isSigned), render },
  ]
})
