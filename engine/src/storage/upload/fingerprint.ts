import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** Size in bytes and quoted MD5 of a local file, in the form of S3's ETag. */
export async function fingerprint(path: string): Promise<{ size: number; eTag: string }> {
  const hash = createHash('md5')
  let size = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    size += chunk.length
    hash.update(chunk)
  }
  return { size, eTag: `"${hash.digest('hex')}"` }
}
