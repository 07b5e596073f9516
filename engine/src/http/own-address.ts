import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { StaticFile } from './static-files.ts'

// The places where readers outside the app need a whole address: pictures and addresses in a page's preview, the list
// of pages, and the line that leads to it.
const PLACES: Readonly<Record<string, RegExp>> = {
  '/index.html': /(<meta property="og:(?:image|url)" content=")(?=\/)/g,
  '/sitemap.xml': /(<loc>)(?=\/)/g,
  '/robots.txt': /^(Sitemap: )(?=\/)/gm,
}
// Without a site address the client's Host header is used. Only a few are kept, so invented ones cannot fill memory.
const KEPT = 8

/** Whether the file at a path is served with the site's address in it. */
export function holdsAddress(path: string): boolean {
  return Object.hasOwn(PLACES, path)
}

const squeeze = promisify(brotliCompress)

/**
 * Files of the web app with the site's address before the paths that outsiders read; the build does not know the
 * address.
 * @returns the file as served for an origin; undefined when there is none at the path.
 */
export function createAddressedFiles(files: ReadonlyMap<string, StaticFile>) {
  const kept = new Map<string, StaticFile>()
  let squeezing = false

  /** Compresses the file fully for later requests: one file at a time, on another thread. */
  async function makeSmaller(key: string, made: StaticFile) {
    if (squeezing || !made.br) return
    squeezing = true
    const br = await squeeze(made.identity).finally(() => {
      squeezing = false
    })
    if (kept.get(key) === made) kept.set(key, { ...made, br })
  }

  return (path: string, origin: string): StaticFile | undefined => {
    const file = files.get(path)
    const place = PLACES[path]
    if (!file || !place) return file
    const key = `${origin} ${path}`
    const known = kept.get(key)
    if (known) return known
    const made = withOrigin(file, place, origin)
    const [oldest] = kept.keys()
    if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest)
    kept.set(key, made)
    if (made !== file) makeSmaller(key, made).catch(() => {})
    return made
  }
}

function withOrigin(file: StaticFile, place: RegExp, origin: string): StaticFile {
  const before = file.identity.toString('utf8')
  const text = before.replaceAll(place, (_, lead: string) => lead + origin)
  if (text === before) return file
  const identity = Buffer.from(text)
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  // A request is waiting, so this compresses less than the build does.
  const br = file.br && brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  return { type: file.type, etag, identity, br, gzip: file.gzip && gzipSync(identity) }
}
