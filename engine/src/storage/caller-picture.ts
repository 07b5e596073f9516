import { buffer } from 'node:stream/consumers'
import { limiterKey } from '../http/client-address.ts'
import type { HttpRequest } from '../http/types.ts'
import type { StorageDeps } from './deps.ts'
import { parseTransform, renderImage } from './image/transform.ts'
import { findReadable } from './read/find-readable.ts'
import { readCurrent } from './read/read-current.ts'
import { databaseRefusal } from './sql/database-refusal.ts'

/** For a picture that is drawn into another one and encoded again. */
const QUALITY = 90

/**
 * A picture that the caller of a request may see, for another service of this engine, as a JPEG of the ratio and at most of
 * the size wanted, never larger than the original.
 * @returns undefined when there is no such picture for the caller, or it cannot be decoded.
 * @throws {StorageError} when it cannot be read now.
 */
export async function callerPicture(
  deps: StorageDeps,
  request: HttpRequest,
  { bucketId, name, width, height }: { bucketId: string; name: string; width: number; height: number },
): Promise<Buffer | undefined> {
  const options = parseTransform({ width, height, resize: 'cover', quality: QUALITY })
  const call = { deps, request, bucket: encodeURIComponent(bucketId), rest: encodeURIComponent(name) }
  const { clientIp, signal } = request
  try {
    const find = await findReadable(call, 'authenticated', 'storage.render.image')
    return await readCurrent(deps, find, async ({ version }) => {
      const place = `${version}/engine-${width}x${height}`
      const order = { kind: 'rendition', account: limiterKey(clientIp), name: place, signal } as const
      return await deps.images.run(order, async () =>
        renderImage(await buffer(await deps.backend.get(version)), options, 'image/jpeg'),
      )
    })
  } catch (error) {
    const refusal = databaseRefusal(error)
    if (!refusal) throw error
    if (refusal.statusCode < 500 && refusal.statusCode !== 429) return undefined
    throw refusal
  }
}
