import sharp, { type OverlayOptions } from 'sharp'
import { METALS, svg } from './shared-picture-parts.ts'

/** The right side, which art and photos fill to the edges. */
export const SIDE = { left: 640, top: 0, width: 560, height: 630 }
/** Centre and radius of a round photo, and the ring around it. */
const ROUND = { x: 888, y: 315, r: 210, gap: 8, ring: 10 }

/** From the text to what fills the right side. */
export const FADE = svg(
  `<defs><linearGradient id="a"><stop offset="0" stop-color="#0c2a26"/><stop offset="1" stop-color="#0c2a26" stop-opacity="0"/></linearGradient></defs><rect x="638" width="150" height="100%" fill="url(#a)"/>`,
)

/** The size in pixels at which a photo is shown. */
export const photoSize = (isRound: boolean): { width: number; height: number } =>
  isRound ? { width: 2 * ROUND.r, height: 2 * ROUND.r } : { width: SIDE.width, height: SIDE.height }

/** A photo beside the text: in a gold ring, or to the edges. */
export async function photoLayers(photo: Buffer, isRound: boolean): Promise<OverlayOptions[]> {
  const size = photoSize(isRound)
  const cut = sharp(photo).resize({ ...size, fit: 'cover' })
  if (!isRound) return [{ input: await cut.png().toBuffer(), left: SIDE.left, top: SIDE.top }, { input: FADE }]
  const { x, y, r, gap, ring } = ROUND
  const disc = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><circle cx="${r}" cy="${r}" r="${r}"/></svg>`,
  )
  const around = svg(
    `<circle cx="${x}" cy="${y}" r="${r + gap + ring / 2}" fill="#0c2a26" stroke="${METALS[0]}" stroke-width="${ring}"/>`,
  )
  const input = await cut
    .ensureAlpha()
    .composite([{ input: disc, blend: 'dest-in' }])
    .png()
    .toBuffer()
  return [{ input: around }, { input, left: x - r, top: y - r }]
}
