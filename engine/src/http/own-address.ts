import { createMadeFiles } from './made-files.ts'
import type { StaticFile } from './static-files.ts'

// The places where readers outside the app need a whole address: pictures and addresses in a page's preview, the list
// of pages, and the line that names that list.
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

/**
 * Files of the web app with the site's address before the paths that outsiders read; the build does not know the
 * address.
 * @returns the file as served for an origin; undefined when there is none at the path.
 */
export function createAddressedFiles(files: ReadonlyMap<string, StaticFile>) {
  const made = createMadeFiles(KEPT)
  return (path: string, origin: string, mayMake?: () => boolean): Promise<StaticFile> | StaticFile | undefined => {
    const file = files.get(path)
    const place = PLACES[path]
    if (!file || !place) return file
    return made(
      `${origin} ${path}`,
      file,
      (text) => text.replaceAll(place, (_, lead: string) => lead + origin),
      mayMake,
    )
  }
}
