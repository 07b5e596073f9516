import type { Readable } from 'node:stream'
import type { HttpRequest } from '../http/types.ts'
import { callerContext, resolveCaller } from './caller-context.ts'
import type { StorageDeps } from './deps.ts'
import { storageErrors } from './errors.ts'
import { databaseRefusal } from './sql/database-refusal.ts'
import { storeObject } from './upload/store-object.ts'
import { writeLimited } from './upload/write-limited.ts'

const EXTENSION: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

/** Browsers may cache a picture for an hour, as they may those that the web app uploads. */
const CACHE_CONTROL = 'max-age=3600'

/**
 * Stores a picture that the engine has fetched as an upload of the caller: the same policies and checks of type, size,
 * pixels and allowance apply. Its name consists of the caller's ID and the time.
 * @param open called once the database has allowed the upload.
 * @returns the public address without a host.
 * @throws {StorageError}
 */
export async function keepPicture(
  deps: StorageDeps,
  request: HttpRequest,
  bucketId: string,
  open: () => Promise<{ body: Readable; declaredType: string }>,
): Promise<string> {
  try {
    const caller = await resolveCaller(deps, request)
    if (caller.userId === undefined) throw storageErrors.accessDenied()
    const path = `${caller.userId}/${Date.now()}`
    let key = path
    const receive = async (file: string, maxBytes: number) => {
      const { body, declaredType } = await open()
      try {
        const size = await writeLimited(body, file, maxBytes)
        return { size, declaredType, cacheControl: CACHE_CONTROL, userMetadata: null }
      } finally {
        body.destroy()
      }
    }
    const named = (type: string) => {
      key = `${path}.${EXTENSION[type] ?? 'bin'}`
      return key
    }
    const context = callerContext(caller, request, 'storage.object.upload')
    const checkAgain = () => resolveCaller(deps, request)
    await storeObject(deps, request, { caller, context, checkAgain }, { bucketId, key, upsert: false, named }, receive)
    return `/storage/v1/object/public/${bucketId}/${key}`
  } catch (error) {
    throw databaseRefusal(error) ?? error
  }
}
