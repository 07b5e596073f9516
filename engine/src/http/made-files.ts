import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { StaticFile } from './static-files.ts'

const squeeze = promisify(brotliCompress)

/**
 * Files made while a request waits, from files of the build. Each is first compressed quickly, and then fully for later
 * requests: one file at a time, on another thread.
 * @param limit number of files that are kept; then the oldest goes.
 */
export function createMadeFiles(limit: number) {
  const kept = new Map<string, StaticFile>()
  const full = new WeakSet<StaticFile>()
  let squeezing = false

  /** Compresses the files that were made in the meantime too: otherwise they would stay larger for ever. */
  async function makeSmaller() {
    if (squeezing) return
    squeezing = true
    try {
      for (let next = first(); next; next = first()) {
        const [key, made] = next
        full.add(made)
        const smaller = { ...made, br: await squeeze(made.identity) }
        full.add(smaller)
        if (kept.get(key) === made) kept.set(key, smaller)
      }
    } finally {
      squeezing = false
    }
  }
  const first = () => [...kept].find(([, file]) => file.br && !full.has(file))

  /**
   * The file with a key, made from the original with another content if there is none yet. It is compressed in the
   * encodings of the original. Without a change it is the original itself.
   */
  return (key: string, original: StaticFile, change: (content: string) => string): StaticFile => {
    const known = kept.get(key)
    if (known) return known
    const before = original.identity.toString('utf8')
    const content = change(before)
    const made = content === before ? original : withContent(original, Buffer.from(content))
    const [oldest] = kept.keys()
    if (kept.size >= limit && oldest !== undefined) kept.delete(oldest)
    kept.set(key, made)
    // The build has compressed the original already.
    if (made === original) full.add(made)
    else makeSmaller().catch(() => {})
    return made
  }
}

function withContent({ type, br, gzip }: StaticFile, identity: Buffer): StaticFile {
  return {
    type,
    identity,
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    br: br && brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    gzip: gzip && gzipSync(identity),
  }
}
