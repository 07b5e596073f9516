import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { StaticFile } from './static-files.ts'

/** Reads a picture of the store as a PNG whose longest edge is at most so many pixels; undefined if there is none. */
export type ReadPicture = (address: string, edge: number) => Promise<Buffer | undefined>

const ICON = /^\/icons\/[a-z-]+(?:-\d+)?\.png$|^\/favicon\.ico$/
/** Edge of an icon that sharp cannot read, in pixels. */
const UNREAD = 48
const GROUND = '#fff'
/** Devices cut a maskable icon: what must be seen lies within this share of its width. */
const SAFE = 0.7
/** The largest icon, in pixels. */
export const LOGO_EDGE = 512

/** Whether the file at a path is an icon of the app, in place of which the club's logo is shown. */
export const isIcon = (path: string): boolean => ICON.test(path)

/** A short name of a logo: an address that contains it always shows the same one. */
export const logoVersion = (logo: string): string => createHash('sha256').update(logo).digest('base64url').slice(0, 10)

/**
 * The icons of the app with the club's logo. Those of the latest logo are kept. A logo that cannot be read is tried again
 * for the next request.
 * @returns a function of an icon of the build, its path and the logo; it resolves to the icon of the build when the logo
 *   cannot be shown.
 */
export function createClubIcons(readPicture: ReadPicture) {
  let latest: string | undefined
  let kept = new Map<string, Promise<StaticFile>>()

  return async (path: string, built: StaticFile, logo: string): Promise<StaticFile> => {
    if (logo !== latest) {
      latest = logo
      kept = new Map()
    }
    const icons = kept
    const known = icons.get(path)
    const made = known ?? drawIcon(path, built, logo, readPicture)
    if (!known) {
      icons.set(path, made)
      made.catch(() => icons.delete(path))
    }
    return await made.catch(() => built)
  }
}

async function drawIcon(path: string, built: StaticFile, logo: string, readPicture: ReadPicture): Promise<StaticFile> {
  const [size, picture] = await Promise.all([sizeOf(built), readPicture(logo, LOGO_EDGE)])
  if (!picture) throw new Error('the logo is not in the store')
  const edge = path.includes('maskable') ? Math.round(size * SAFE) : size
  const before = Math.floor((size - edge) / 2)
  const after = size - edge - before
  const identity = await sharp(picture)
    .resize(edge, edge, { fit: 'contain', background: GROUND })
    .extend({ top: before, left: before, bottom: after, right: after, background: GROUND })
    .flatten({ background: GROUND })
    .png()
    .toBuffer()
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { type: 'image/png', etag, identity, br: undefined, gzip: undefined }
}

async function sizeOf({ type, identity }: StaticFile): Promise<number> {
  return type === 'image/png' ? (await sharp(identity).metadata()).width : UNREAD
}
