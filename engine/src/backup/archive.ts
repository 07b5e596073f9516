import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'
import { checkLayout } from './archive-layout.ts'
import { CHECKSUMS } from './manifest.ts'

/** One entry being read: its bytes, and its name in `header`. */
export type ArchiveEntry = Readable & { header: { name: string } }

/** A tar file being written, entry by entry. */
export interface ArchiveWriter {
  /** @param size bytes that `source` will give, exactly. */
  add(name: string, size: number, source: Readable): Promise<void>
  addText(name: string, text: string): Promise<void>
  /** Adds the checksums and closes the file, on disk. */
  finish(): Promise<void>
  /** Stops writing; the file stays as it is. */
  abandon(): Promise<void>
}

/** Creates a tar file that only its owner can read. */
export function writeArchive(path: string): ArchiveWriter {
  const archive = pack()
  const written = pipeline(archive, createWriteStream(path, { mode: 0o600, flush: true }))
  // Awaited in finish; a failure before that shows in the entry being written.
  written.catch(() => {})
  const sums: string[] = []

  const add = async (name: string, size: number, source: Readable) => {
    const hash = createHash('sha256')
    await pipeline(source, hashing(hash), archive.entry({ name, size, mode: 0o600 }))
    sums.push(`${hash.digest('hex')}  ${name}\n`)
  }
  const addText = async (name: string, text: string) => {
    await new Promise<void>((resolve, reject) => {
      archive.entry({ name, mode: 0o600 }, text, (error) => (error ? reject(error) : resolve()))
    })
    sums.push(`${createHash('sha256').update(text).digest('hex')}  ${name}\n`)
  }
  return {
    add,
    addText,
    async finish() {
      await addText(CHECKSUMS, sums.join(''))
      archive.finalize()
      await written
    },
    async abandon() {
      archive.destroy()
      await written.catch(() => {})
    },
  }
}

/**
 * The entries of a tar file in order; each has to be read to its end before the next.
 * @throws {Error} when anything around the entries is not as written; the reader has to check their content.
 */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const entries = extract()
  const reading = pipeline(createReadStream(path), checkLayout, entries)
  reading.catch(() => {})
  // The library's own streams, which behave like Node's.
  for await (const entry of entries) yield entry as unknown as ArchiveEntry
  await reading
}

/** SHA-256 of an entry's bytes, hexadecimal. */
export async function hashOf(entry: ArchiveEntry): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of entry) hash.update(chunk)
  return hash.digest('hex')
}

/** The text of a small entry. */
export async function textOf(entry: ArchiveEntry): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of entry) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function hashing(hash: Hash) {
  return async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk)
      yield chunk
    }
  }
}
