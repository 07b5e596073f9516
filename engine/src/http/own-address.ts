import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { StaticFile } from './static-files.ts'

// Where a reader from outside must be given a whole address: pictures and addresses in a page's preview, the list of
// pages, and the line that leads to it.
const PLACES: Readonly<Record<string, RegExp>> = {
  '/index.html': /(<meta property="og:(?:image|url)" content=")(?=\/)/g,
  '/sitemap.xml': /(<loc>)(?=\/)/g,
  '/robots.txt': /^(Sitemap: )(?=\/)/gm,
}
// Without a site address the client's own word is used: few are kept, so that inventing some fills no memory.
const KEPT = 8

const squeeze = promisify(brotliCompress)

/**
 * Files of the web app with the site's own address put before the paths that outsiders read, as built files cannot
 * know it.
 * @returns the file as it is to be served for an origin; undefined when there is none at the path.
 */
export function createAddressedFiles(files: ReadonlyMap<string, StaticFile>) {
  const kept = new Map<string, StaticFile>()
  let squeezing = false

  /** Smaller for everybody after the first: one file at a time, on another thread. */
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
  // Made while somebody waits, so not yet as small as at build time.
  const br = file.br && brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  return { type: file.type, etag, identity, br, gzip: file.gzip && gzipSync(identity) }
}
