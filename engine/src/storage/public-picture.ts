import { buffer } from 'node:stream/consumers'
import type { StorageDeps } from './deps.ts'
import { isImageType } from './image/reencode.ts'
import { parseTransform, renderImage } from './image/transform.ts'

const PUBLIC = '/storage/v1/object/public/'

/**
 * A picture of a public bucket for another service of this engine, as a PNG, never larger than the original.
 * @param address its public address without a host.
 * @param edge longest edge in pixels.
 * @returns undefined when there is no such picture.
 * @throws {StorageError} for bytes that are not a picture.
 */
export async function publicPicture(
  { publicObjects, backend, images }: StorageDeps,
  address: string,
  edge: number,
): Promise<Buffer | undefined> {
  if (!address.startsWith(PUBLIC)) return undefined
  const [bucketId = '', ...name] = address.slice(PUBLIC.length).split('/')
  const found = await publicObjects.ask(bucketId, name.join('/'))
  const row = found?.isPublic ? found.object : undefined
  if (!row || !isImageType(row.metadata?.mimetype ?? '')) return undefined
  const options = parseTransform({ width: edge, height: edge, resize: 'contain' })
  const order = { kind: 'rendition', account: undefined, name: `${row.version}/engine-${edge}` } as const
  return await images.run(order, async () =>
    renderImage(await buffer(await backend.get(row.version)), options, 'image/png'),
  )
}
