import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'

/** What a picture shows; every part but path, kind and title may be absent. */
export interface PictureFacts {
  /** The normalised path of its page, so that additions to a link do not produce another picture. */
  path: string
  kind: 'club' | 'leaderboard' | 'pick_swim' | 'guess_weight' | 'carp_of_week'
  title: string
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
/** Where the text ends when something is beside it. */
const TEXT_WIDTH = 540
const BOARD = { left: 640, top: 55, size: 520 }

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

export interface Face {
  font: string
  fontfile?: string
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

/** What is the same for every picture of a kind: the deep ground with its art, and the club's mark. */
export async function drawGround(webFolder: string, kind: Kind): Promise<Buffer> {
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
  if (existsSync(mark)) {
    const input = await sharp(readFileSync(mark), { density: 300 }).resize(56, 56).png().toBuffer()
    layers.push({ input, left: EDGE, top: 52 })
  }
  return await sharp(DEEP).composite(layers).png().toBuffer()
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
    .composite([
      { input: shape(`<path d="${lines}" stroke="${INK}" stroke-opacity=".3" stroke-width="1.5"/>`) },
      { input: shape(`<rect width="${size}" height="${size}" rx="28"/>`), blend: 'dest-in' },
    ])
    .png()
    .toBuffer()
}

/**
 * Writes what a picture shows onto its ground.
 * @param ground see `drawGround`.
 * @param site host of the site, at the foot.
 * @returns a JPEG of 1200 by 630 pixels.
 */
export async function drawPicture(ground: Buffer, facts: PictureFacts, site: string, face: Face): Promise<Buffer> {
  const layers: OverlayOptions[] = []
  const write = writer(face)
  const [name, foot] = await Promise.all([
    write('Bankside', { size: 38, color: INK, width: 400, lines: 1 }),
    write(site, { size: 26, color: QUIET, width: TEXT_WIDTH, lines: 1 }),
  ])
  layers.push({ input: name.data, left: EDGE + 72, top: 80 - Math.round(name.info.height / 2) })
  layers.push({ input: foot.data, left: EDGE, top: HEIGHT - 60 - foot.info.height })

  const parts = await Promise.all([
    facts.label ? write(facts.label, { size: 30, color: MINT, width: TEXT_WIDTH, lines: 1 }) : undefined,
    write(facts.title, { size: facts.figure ? 42 : 58, color: INK, width: TEXT_WIDTH, lines: facts.figure ? 2 : 3 }),
    facts.figure ? write(facts.figure, { size: 104, color: INK, width: TEXT_WIDTH, lines: 1 }) : undefined,
    facts.text ? write(facts.text, { size: 30, color: QUIET, width: TEXT_WIDTH, lines: 3 }) : undefined,
    facts.note
      ? pill(await write(facts.note, { size: 27, color: '#1b120c', width: TEXT_WIDTH - 40, lines: 1 }))
      : undefined,
  ])
  const shown = parts.filter((part) => part !== undefined)
  const gap = 28
  const height = shown.reduce((sum, { info }) => sum + info.height, (shown.length - 1) * gap)
  let top = Math.max(130, Math.round((HEIGHT - height) / 2))
  for (const { data, info } of shown) {
    layers.push({ input: data, left: EDGE, top })
    top += info.height + gap
  }
  if (facts.square) layers.push({ input: squareOf(facts.square) })
  layers.push(...(await podium(facts.rows ?? [], write)))
  return await sharp(ground).composite(layers).jpeg({ quality: 68, mozjpeg: true }).toBuffer()
}

/** The winning square of the board, 1 to 100, row by row. */
function squareOf(square: number): Buffer {
  const cell = BOARD.size / 10
  const [x, y] = [BOARD.left + ((square - 1) % 10) * cell, BOARD.top + Math.floor((square - 1) / 10) * cell]
  return svg(
    `<g fill="none" stroke="${INK}" stroke-opacity=".5" stroke-width="2"><circle cx="${x + cell / 2}" cy="${y + cell / 2}" r="52"/><circle cx="${x + cell / 2}" cy="${y + cell / 2}" r="76"/></g><rect x="${x}" y="${y}" width="${cell}" height="${cell}" rx="6" fill="${ORANGE}" stroke="${INK}" stroke-width="3"/>`,
  )
}

/** The first three: the winner in the middle and higher, with medal, name and points. */
async function podium(rows: NonNullable<PictureFacts['rows']>, write: ReturnType<typeof writer>) {
  const layers: OverlayOptions[] = []
  const places = [
    { x: 915, y: 270, r: 104 },
    { x: 715, y: 330, r: 80 },
    { x: 1095, y: 330, r: 80 },
  ]
  const circles = rows.slice(0, 3).map((_, at) => {
    const { x, y, r } = places[at] as (typeof places)[number]
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="#123c36" stroke="${METALS[at]}" stroke-width="6"/>`
  })
  if (circles.length > 0) layers.push({ input: svg(circles.join('')) })
  for (const [at, { name, points }] of rows.slice(0, 3).entries()) {
    const { x, y, r } = places[at] as (typeof places)[number]
    const color = METALS[at] as string
    const [place, who, count] = await Promise.all([
      write(`${at + 1}`, { size: r * 0.8, color, width: 150, lines: 1 }),
      write(name, { size: 24, color: INK, width: 900, lines: 1 }).then((written) => narrow(written, 180)),
      write(points.toLocaleString('en-GB'), { size: at === 0 ? 44 : 36, color, width: 190, lines: 1 }),
    ])
    const centred = (part: Written, top: number) =>
      layers.push({ input: part.data, left: Math.round(x - part.info.width / 2), top: Math.round(top) })
    centred(place, y - place.info.height / 2)
    centred(who, y + r + 24)
    centred(count, y + r + 64)
  }
  return layers
}

interface Written {
  data: Buffer
  info: { width: number; height: number }
}

interface Style {
  /** In pixels. */
  size: number
  color: string
  width: number
  /** Further lines are cut off. */
  lines: number
}

const writer =
  (face: Face) =>
  async (text: string, { size, color, width, lines }: Style): Promise<Written> => {
    const line = text.replace(/\s+/g, ' ').slice(0, 160) || ' '
    const markup = `<span foreground="${color}" size="${Math.round(size * 1024)}">${escaped(line)}</span>`
    // At 72 dots an inch a point is a pixel.
    const { data, info } = await sharp({
      text: { text: markup, width, dpi: 72, rgba: true, spacing: -Math.round(size * 0.1), wrap: 'word-char', ...face },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
    const most = Math.ceil(size * 1.25 * lines)
    if (info.height <= most) return { data, info }
    return await sharp(data)
      .extract({ left: 0, top: 0, width: info.width, height: most })
      .png()
      .toBuffer({ resolveWithObject: true })
  }

/** Wider text is made smaller. */
async function narrow(written: Written, width: number): Promise<Written> {
  if (written.info.width <= width) return written
  return await sharp(written.data).resize({ width }).png().toBuffer({ resolveWithObject: true })
}

/** A line of text on an orange ground. */
async function pill({ data, info }: Written): Promise<Written> {
  const [width, height] = [info.width + 40, info.height + 28]
  const ground = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" rx="14" fill="${ORANGE}"/></svg>`,
  )
  return await sharp(ground)
    .composite([{ input: data, left: 20, top: 14 }])
    .png()
    .toBuffer({ resolveWithObject: true })
}

const ENTITY: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITY[sign] ?? '').replace(/\p{Cc}/gu, '')
