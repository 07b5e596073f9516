import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { storageErrors } from '../errors.ts'

/**
 * Writes a stream into a new file and counts the bytes that arrive: a declared length proves nothing.
 * The source is not destroyed on failure, so that a reply can still be sent over its socket.
 * @returns bytes written.
 * @throws {StorageError} 413 as soon as there is one byte more than `maxBytes`.
 */
export async function writeLimited(source: Readable, path: string, maxBytes: number): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  try {
    let size = 0
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw storageErrors.tooLarge()
      await writeWhole(file, chunk)
    }
    return size
  } finally {
    await file.close()
  }
}

async function writeWhole(file: Awaited<ReturnType<typeof open>>, chunk: Buffer): Promise<void> {
  let done = 0
  while (done < chunk.length) done += (await file.write(chunk, done)).bytesWritten
}
