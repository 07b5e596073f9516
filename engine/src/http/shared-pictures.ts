import { createHash } from 'node:crypto'
import { type Club, DEFAULT_CLUB } from './club.ts'
import { LOGO_EDGE, type ReadPicture } from './club-icons.ts'
import { drawGround, drawPicture, faceOf, type Ground, type PictureFacts } from './shared-picture-art.ts'

const KEPT = 100
const AT_ONCE = 2

/** A short name of what a picture shows: an address that contains it always shows the same picture. */
export const versionOf = (facts: PictureFacts): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 10)

/** What a picture shows, with the name, the logo and the colour of the club. */
export const withClub = (facts: PictureFacts, { name, accent, logo }: Club): PictureFacts => ({
  ...facts,
  club: name,
  ...(logo !== null && { logo }),
  ...(accent !== DEFAULT_CLUB.accent && { accent }),
})

/**
 * The grounds of pictures, each of which is drawn once for a logo.
 * @param webFolder of the built web app, for the art and the mark.
 * @param readPicture for the club's logo; a ground with a logo that cannot be read has the mark.
 */
export function createGrounds(webFolder: string, readPicture: ReadPicture) {
  let grounds = new Map<Ground, Promise<Buffer>>()
  let latest: string | undefined

  return (kind: Ground, logo: string | undefined): Promise<Buffer> => {
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
}

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
  const groundOf = createGrounds(webFolder, readPicture)
  let running = 0
  const face = faceOf(webFolder)

  return (facts: PictureFacts, site: string, mayDraw = () => true): Promise<Buffer> | undefined => {
    const key = `${versionOf(facts)} ${site}`
    const known = kept.get(key)
    if (known) return known
    if (running >= AT_ONCE || !mayDraw()) return undefined
    running += 1
    const drawn = groundOf(facts.kind, facts.logo).then((ground) => drawPicture(ground, facts, site, face))
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
