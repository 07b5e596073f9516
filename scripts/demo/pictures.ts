import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { drawCarp } from './carp-drawing.ts'
import type { Rng } from './rng.ts'

/** JPEG files, ready to be uploaded. */
export interface Pictures {
  /** Carp on the mat, 960 by 720. */
  carp: Buffer[]
  /** Lakes at different times of day, and gear on the bank, 960 by 720. */
  bank: Buffer[]
  /** Squares of 320. */
  avatars: Buffer[]
  /** 21 to 9. */
  banners: Buffer[]
  /** A lake from above, square. */
  charts: Buffer[]
}

const LAKES = ['lake-dawn', 'lake-dusk', 'lake-night', 'lake-noon', 'lake-autumn', 'lake-rain', 'underwater', 'hero']
const THINGS = ['bait', 'alarms', 'scales', 'scales2']

/** Makes all pictures from the project's own art: crops, flips and changes of hue, and drawn carp. */
export async function drawPictures(root: string, rng: Rng): Promise<Pictures> {
  const art = (name: string) => readFileSync(join(root, 'scripts/demo/art', `${name}.svg`))
  const jpeg = (image: Sharp) => image.flatten({ background: '#0b2a2d' }).jpeg({ quality: 82 }).toBuffer()

  const vary = async (source: Buffer, width: number, height: number, zoom: number) => {
    const big = { width: Math.round(width * zoom), height: Math.round(height * zoom) }
    const left = rng.int(0, big.width - width)
    const top = rng.int(0, big.height - height)
    let image = sharp(source, { density: 96 })
      .resize({ ...big, fit: 'cover' })
      .extract({ left, top, width, height })
    if (rng.chance(0.5)) image = image.flop()
    return await jpeg(image.modulate({ hue: rng.int(-14, 14), brightness: 0.92 + rng.next() * 0.16 }))
  }
  const all = async (list: (() => Promise<Buffer>)[]) => {
    const made: Buffer[] = []
    for (const draw of list) made.push(await draw())
    return made
  }

  const carpDrawings = Array.from({ length: 26 }, () => Buffer.from(drawCarp(rng)))
  return {
    carp: await all(carpDrawings.map((svg) => () => jpeg(sharp(svg).resize(960, 720)))),
    bank: await all(
      [...LAKES, ...LAKES, ...LAKES, ...THINGS].map((name) => () => vary(art(name), 960, 720, 1 + rng.next() * 0.5)),
    ),
    avatars: await all([
      ...carpDrawings.slice(0, 14).map((svg) => () => vary(svg, 320, 320, 1.5)),
      ...[...LAKES, ...LAKES, ...THINGS, ...THINGS].map((name) => () => vary(art(name), 320, 320, 1.4)),
    ]),
    banners: await all(LAKES.map((name) => () => vary(art(name), 1260, 540, 1.1))),
    charts: await all([
      () => jpeg(sharp(art('chart')).resize(1000, 1000)),
      () => jpeg(sharp(art('chart')).resize(1000, 1000).rotate(90)),
      () => jpeg(sharp(art('chart')).resize(1000, 1000).flop().modulate({ hue: 18 })),
    ]),
  }
}
