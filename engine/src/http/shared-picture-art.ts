import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { DEFAULT_CLUB } from './club.ts'
import { createWriter, type Face, type Style, type Writer, type Written } from './shared-picture-text.ts'

/** What a picture shows; every part but path, kind and title may be absent. */
export interface PictureFacts {
  /** The normalised path of its page, so that additions to a link do not produce another picture. */
  path: string
  kind: 'club' | 'leaderboard' | 'pick_swim' | 'guess_weight' | 'carp_of_week'
  title: string
  /** Its name stands at the top. */
  club?: string
  /** The public address of its logo without a host, which stands beside the name. */
  logo?: string
  label?: string
  figure?: string
  text?: string
  note?: string
  /** From 1 to 100. */
  square?: number
  rows?: readonly { name: string; points: number }[]
}

const WIDTH = 1200
const HEIGHT = 630
const EDGE = 64
/** Edge of the club's mark. */
const MARK = 56
/** Where the text begins, below the mark; and the space between its parts. */
const TEXT_TOP = 130
const GAP = 26
const MOST_BYTES = 60 * 1024
/**
 * Like `mozjpeg: true`, without its search for the smallest file: that takes half of all the time of a picture, for a
 * seventh of its bytes.
 */
const ENCODING = { quantisationTable: 3, overshootDeringing: true, progressive: true } as const
/** Of a text with something beside it. */
const TEXT_WIDTH = 540
/** Centre and radius of the first three, and the width of their names. */
const PLACES = [
  { x: 814, y: 285, r: 104, width: 214 },
  { x: 596, y: 330, r: 80, width: 198 },
  { x: 1036, y: 330, r: 80, width: 198 },
] as const
const BOARD = { left: 636, top: 65, size: 500 }

const INK = '#f4f7f3'
const QUIET = '#b9cbc3'
const MINT = '#8fe0b8'
const ORANGE = '#fa5f1c'
const METALS = ['#f0b93f', '#c4d0cf', '#d9925c'] as const

type Kind = PictureFacts['kind']
const ART: Readonly<Record<Kind, string | undefined>> = {
  pick_swim: 'board.jpg',
  guess_weight: 'carp.jpg',
  carp_of_week: 'carp.jpg',
  club: 'dawn.jpg',
  leaderboard: undefined,
}

/** The club's font; without its file the system's. Letters that it lacks come from the system's fonts. */
export function faceOf(webFolder: string): Face {
  const fontfile = join(webFolder, 'share', 'font.ttf')
  return existsSync(fontfile) ? { fontfile, font: 'Mona Sans ExtraLight, Bold' } : { font: 'sans-serif' }
}

const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${content}</svg>`)

const rings = Array.from(
  { length: 9 },
  (_, at) =>
    `<ellipse cx="930" cy="330" rx="${90 + at * 92}" ry="${62 + at * 64}" transform="rotate(${at * 7} 930 330)"/>`,
).join('')
const DEEP = svg(
  `<rect width="100%" height="100%" fill="#0c2a26"/><g fill="none" stroke="${MINT}" stroke-opacity=".14" stroke-width="2">${rings}</g>`,
)
const SHADE = svg(
  `<defs><linearGradient id="a"><stop offset="0" stop-color="#0c2a26"/><stop offset=".45" stop-color="#0c2a26" stop-opacity=".86"/><stop offset="1" stop-color="#0c2a26" stop-opacity="0"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#a)"/>`,
)
const FADE = svg(
  `<defs><linearGradient id="a"><stop offset="0" stop-color="#0c2a26"/><stop offset="1" stop-color="#0c2a26" stop-opacity="0"/></linearGradient></defs><rect x="638" width="150" height="100%" fill="url(#a)"/>`,
)

/**
 * What is the same for every picture of a kind: the deep ground with its art, and the club's mark.
 * @param logo of the club, in place of the build's mark.
 */
export async function drawGround(webFolder: string, kind: Kind, logo?: Buffer): Promise<Buffer> {
  const layers: OverlayOptions[] = []
  const art = ART[kind]
  const file = art && join(webFolder, 'share', art)
  if (file && existsSync(file)) {
    const picture = readFileSync(file)
    if (kind === 'club') layers.push({ input: picture, left: 0, top: 0 }, { input: SHADE })
    else if (kind === 'pick_swim') layers.push({ input: await board(picture), left: BOARD.left, top: BOARD.top })
    else layers.push({ input: picture, left: 640, top: 0 }, { input: FADE })
  }
  const mark = join(webFolder, 'mark.svg')
  if (logo) layers.push({ input: await tile(logo), left: EDGE, top: 52 })
  else if (existsSync(mark)) {
    const input = await sharp(readFileSync(mark), { density: 300 }).resize(MARK, MARK).png().toBuffer()
    layers.push({ input, left: EDGE, top: 52 })
  }
  return await sharp(DEEP).composite(layers).png().toBuffer()
}

/** A logo on a white tile with rounded corners, as large as the mark. */
async function tile(logo: Buffer): Promise<Buffer> {
  const shape = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${MARK}" height="${MARK}"><rect width="${MARK}" height="${MARK}" rx="15"/></svg>`,
  )
  return await sharp(logo)
    .resize(MARK, MARK, { fit: 'contain', background: '#fff' })
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .composite([{ input: shape, blend: 'dest-in' }])
    .png()
    .toBuffer()
}

/** The lake with rounded corners, under the hundred squares of the game. */
async function board(lake: Buffer): Promise<Buffer> {
  const { size } = BOARD
  const cell = size / 10
  const lines = Array.from({ length: 9 }, (_, at) => {
    const place = (at + 1) * cell
    return `M${place} 0V${size}M0 ${place}H${size}`
  }).join('')
  const shape = (content: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${content}</svg>`)
  return await sharp(lake)
    .resize(size, size)
    .composite([
      { input: shape(`<path d="${lines}" stroke="${INK}" stroke-opacity=".3" stroke-width="1.5"/>`) },
      { input: shape(`<rect width="${size}" height="${size}" rx="28"/>`), blend: 'dest-in' },
    ])
    .png()
    .toBuffer()
}

/** Something that is drawn onto the ground, and where. */
export interface Placed {
  left: number
  top: number
  width: number
  height: number
  /** What it says; absent from figures. */
  text?: string
  input: Buffer
}

/**
 * Writes what a picture shows onto its ground.
 * @param ground see `drawGround`.
 * @param site host of the site, at the foot.
 * @returns a JPEG of 1200 by 630 pixels and less than 60 KB.
 */
export async function drawPicture(ground: Buffer, facts: PictureFacts, site: string, face: Face): Promise<Buffer> {
  const layers: OverlayOptions[] = (await layOut(facts, site, face)).map(({ input, left, top }) => ({
    input,
    left,
    top,
  }))
  if (facts.square) layers.unshift({ input: squareOf(facts.square) })
  const { data, info } = await sharp(ground).composite(layers).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  for (let quality = 68; ; quality -= 8) {
    const picture = await sharp(data, { raw: info })
      .jpeg({ quality, ...ENCODING })
      .toBuffer()
    if (picture.length < MOST_BYTES || quality < 30) return picture
  }
}

/** Text and figures of a picture, all of them within its edges, and none over another. */
export async function layOut(facts: PictureFacts, site: string, face: Face): Promise<Placed[]> {
  const write = createWriter(face)
  const hasRows = (facts.rows ?? []).length > 0
  const width = hasRows ? 400 : facts.kind === 'club' ? 660 : TEXT_WIDTH
  const [name, foot] = await Promise.all([
    write.fitted(facts.club ?? DEFAULT_CLUB.name, { size: 38, color: INK, width: 400, lines: 1 }),
    write.fitted(site, { size: 26, color: QUIET, width: TEXT_WIDTH, lines: 1 }, 20),
  ])
  const footTop = HEIGHT - EDGE - foot.info.height
  const placed = [
    place(name, EDGE + 72, 80 - Math.round(name.info.height / 2)),
    place(foot, EDGE, footTop),
    ...(await podium(facts.rows ?? [], write)),
  ]
  const room = footTop - GAP - TEXT_TOP
  const shown = await writeParts(partsOf(facts, width), room, write)
  const height = heightOf(shown)
  let top = Math.max(TEXT_TOP, Math.min(Math.round((HEIGHT - height) / 2), TEXT_TOP + room - height))
  for (const part of shown) {
    placed.push(place(part, EDGE, top))
    top += part.info.height + GAP
  }
  return placed
}

const place = ({ data, info, text }: Written, left: number, top: number): Placed => ({
  left: Math.round(left),
  top: Math.round(top),
  width: info.width,
  height: info.height,
  text,
  input: data,
})

interface Part extends Style {
  text: string
  least: number
  isPill?: boolean
}

function partsOf({ label, title, figure, text, note }: PictureFacts, width: number): Part[] {
  // Our own sentences run from the left, whatever name they begin with.
  const ours = (words: string) => `\u200e${words}`
  const parts: Part[] = []
  if (label) parts.push({ text: ours(label), size: 30, least: 26, color: MINT, width, lines: 1 })
  parts.push({ text: title, size: figure ? 42 : 58, least: figure ? 34 : 40, color: INK, width, lines: figure ? 2 : 3 })
  if (figure) parts.push({ text: figure, size: 104, least: 64, color: INK, width, lines: 1 })
  if (text) parts.push({ text: ours(text), size: 30, least: 26, color: QUIET, width, lines: figure ? 3 : 4 })
  if (note)
    parts.push({ text: ours(note), size: 27, least: 26, color: '#1b120c', width: width - 40, lines: 1, isPill: true })
  return parts
}

const heightOf = (parts: readonly Written[]) =>
  parts.reduce((sum, { info }) => sum + info.height, (parts.length - 1) * GAP)

/** All parts as large as the room allows. What is too long even at its smallest is shortened. */
async function writeParts(parts: readonly Part[], room: number, write: Writer): Promise<Written[]> {
  const finish = async (part: Part, written: Written) => (part.isPill ? await pill(written) : written)
  let shortened: (Written | undefined)[] = []
  let shown: Written[] = []
  for (const scale of [1, 0.88, 0.77, 0.66, 0.55]) {
    const sized = parts.map((part) => ({ ...part, size: Math.max(part.least, part.size * scale) }))
    const whole = await Promise.all(
      sized.map(async (part, at) => shortened[at] ?? (await write.whole(part.text, part))),
    )
    if (whole.every((one) => one !== undefined)) {
      shown = await Promise.all(sized.map(async (part, at) => await finish(part, whole[at] as Written)))
      if (heightOf(shown) <= room) break
    }
    if (scale === 1) shortened = await Promise.all(parts.map((part) => tooLong(part, write)))
  }
  return shown
}

/** The text with an ellipsis; undefined when it fits at its smallest. */
async function tooLong(part: Part, write: Writer): Promise<Written | undefined> {
  const style = { ...part, size: part.least }
  return (await write.whole(part.text, style)) ? undefined : await write.fitted(part.text, style)
}

/** The winning square of the board, 1 to 100, row by row. */
function squareOf(square: number): Buffer {
  const cell = BOARD.size / 10
  const [x, y] = [BOARD.left + ((square - 1) % 10) * cell, BOARD.top + Math.floor((square - 1) / 10) * cell]
  return svg(
    `<g fill="none" stroke="${INK}" stroke-opacity=".5" stroke-width="2"><circle cx="${x + cell / 2}" cy="${y + cell / 2}" r="52"/><circle cx="${x + cell / 2}" cy="${y + cell / 2}" r="76"/></g><rect x="${x}" y="${y}" width="${cell}" height="${cell}" rx="6" fill="${ORANGE}" stroke="${INK}" stroke-width="3"/>`,
  )
}

/** The first three: the winner in the middle and higher, with initial, place, name and points. */
async function podium(rows: NonNullable<PictureFacts['rows']>, write: Writer): Promise<Placed[]> {
  const columns = await Promise.all(
    rows.slice(0, 3).map(async ({ name, points }, at) => {
      const { x, y, r, width } = PLACES[at] as (typeof PLACES)[number]
      const color = METALS[at] as string
      const one = (text: string, size: number, ink: string, least = size) =>
        write.fitted(text, { size, color: ink, width, lines: 1 }, least)
      const [initial, rank, who, count] = await Promise.all([
        one(initialOf(name), Math.round(r * 0.8), color),
        one(`${at + 1}`, 32, '#1b120c'),
        one(name, 26, INK, 20),
        one(points.toLocaleString('en-GB'), at === 0 ? 44 : 36, color, 20),
      ])
      const disc = `<circle cx="${r}" cy="${r}" r="${r - 3}" fill="#123c36" stroke="${color}" stroke-width="6"/>`
      const peg = `<rect x="3" y="3" width="54" height="46" rx="14" fill="${color}" stroke="#0c2a26" stroke-width="6"/>`
      const centred = (part: Written, top: number) => place(part, x - part.info.width / 2, top)
      return [
        figure(disc, 2 * r, 2 * r, x - r, y - r),
        centred(initial, y - initial.info.height / 2),
        figure(peg, 60, 52, x - 30, y + r - 34),
        centred(rank, y + r - 8 - rank.info.height / 2),
        centred(who, y + r + 34),
        centred(count, y + r + 80),
      ]
    }),
  )
  return columns.flat()
}

const initialOf = (name: string) =>
  (Array.from(new Intl.Segmenter().segment(name.trim()))[0]?.segment ?? '').toLocaleUpperCase('en-GB')

const figure = (shape: string, width: number, height: number, left: number, top: number): Placed => ({
  left,
  top,
  width,
  height,
  input: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shape}</svg>`),
})

/** A line of text on an orange ground. */
async function pill({ data, info, text }: Written): Promise<Written> {
  const [width, height] = [info.width + 40, info.height + 28]
  const ground = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" rx="14" fill="${ORANGE}"/></svg>`,
  )
  const drawn = await sharp(ground)
    .composite([{ input: data, left: 20, top: 14 }])
    .png()
    .toBuffer({ resolveWithObject: true })
  return { ...drawn, text }
}
