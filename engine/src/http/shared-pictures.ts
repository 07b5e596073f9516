import { createHash } from 'node:crypto'
import { LOGO_EDGE, type ReadPicture } from './club-icons.ts'
import { drawGround, drawPicture, faceOf, type PictureFacts } from './shared-picture-art.ts'

const KEPT = 100
const AT_ONCE = 2

/** A short name of what a picture shows: an address that contains it always shows the same picture. */
export const versionOf = (facts: PictureFacts): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 10)

/**
 * Draws the pictures of shared links. Each is drawn once at a time and the latest are kept; when too many are being drawn,
 * the caller gets undefined and shows the club's picture.
 * @param webFolder of the built web app, for the font, the art and the mark.
 * @param readPicture for the club's logo; a picture with a logo that cannot be read has the mark.
 * @returns a function of what a picture shows, of the site's host, which stands at its foot, and of whether the picture
 *   may be drawn if there is none yet.
 */
export function createSharedPictures(webFolder: string, readPicture: ReadPicture) {
  const kept = new Map<string, Promise<Buffer>>()
  let grounds = new Map<PictureFacts['kind'], Promise<Buffer>>()
  let latest: string | undefined
  let running = 0
  const face = faceOf(webFolder)

  const groundOf = ({ kind, logo }: PictureFacts): Promise<Buffer> => {
    if (logo !== latest) {
      latest = logo
      grounds = new Map()
    }
    const known = grounds.get(kind)
    if (known) return known
    const ours = grounds
    const picture = logo === undefined ? Promise.resolve(undefined) : readPicture(logo, LOGO_EDGE)
    const drawn = picture.then((read) => drawGround(webFolder, kind, read))
    ours.set(kind, drawn)
    drawn.catch(() => ours.delete(kind))
    return drawn
  }

  return (facts: PictureFacts, site: string, mayDraw = () => true): Promise<Buffer> | undefined => {
    const key = `${versionOf(facts)} ${site}`
    const known = kept.get(key)
    if (known) return known
    if (running >= AT_ONCE || !mayDraw()) return undefined
    running += 1
    const drawn = groundOf(facts).then((ground) => drawPicture(ground, facts, site, face))
    const [oldest] = kept.keys()
    if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest)
    kept.set(key, drawn)
    drawn
      .catch(() => kept.delete(key))
      .finally(() => {
        running -= 1
      })
    return drawn
  }
}
