import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { newBlobKey } from './backend/blob-key.ts'
import type { StorageDeps } from './deps.ts'
import { readCurrent } from './read/read-current.ts'
import { whole } from './read/whole.ts'
import { findObject, insertObject, type ObjectMetadata, upsertObject } from './sql/objects.ts'
import { checkTransfer } from './transfer-rule.ts'
import { fingerprint } from './upload/fingerprint.ts'
import { commit, describeBlob, rehearse, type Uploader } from './upload/store-object.ts'

interface Place {
  bucketId: string
  name: string
}

interface CopyOptions {
  upsert: boolean
  /** What describes the copy; undefined to copy the source's too. */
  own: { userMetadata: Record<string, unknown> | null; cacheControl: string | undefined } | undefined
}

/**
 * Copies an object that the caller may read to a name that the caller may write; the caller owns the copy.
 * @throws {StorageError} NoSuchKey, AccessDenied, KeyAlreadyExists, or what the target bucket refuses.
 */
export async function copyObject(
  deps: StorageDeps,
  { caller, context }: Uploader,
  from: Place,
  to: Place,
  { upsert, own }: CopyOptions,
): Promise<{ id: string; metadata: ObjectMetadata }> {
  const file = join(deps.tempDir, randomUUID())
  const find = () => deps.db.transactionAs(context, (tx) => findObject(tx, from.bucketId, from.name))
  try {
    const copied = await readCurrent(deps, find, async (source) => {
      await checkTransfer(deps, source, from, to)
      const draft = {
        id: randomUUID(),
        bucketId: to.bucketId,
        name: to.name,
        ownerId: caller.userId ?? null,
        version: newBlobKey(),
        metadata: null,
        userMetadata: own ? own.userMetadata : source.user_metadata,
      }
      await rehearse(deps, context, (tx) => (upsert ? upsertObject(tx, draft) : insertObject(tx, draft)))
      const content = whole(await deps.backend.get(source.version), source.metadata?.size)
      await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
      const { mimetype = 'application/octet-stream', cacheControl = 'no-cache' } = source.metadata ?? {}
      const { size, eTag } = await fingerprint(file)
      return { ...draft, metadata: describeBlob(size, eTag, mimetype, own?.cacheControl ?? cacheControl) }
    })
    const { metadata } = copied
    const work = () => commit(deps, context, copied, file, upsert)
    return { id: await deps.allowance.withSpace(caller, metadata.size, work), metadata }
  } finally {
    await rm(file, { force: true })
  }
}
