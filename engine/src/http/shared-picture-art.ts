import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { DEFAULT_CLUB } from './club.ts'
import { type Named, podium, type Ranked, type Winner, winnerOf, writeMember } from './shared-picture-members.ts'
import { accentOf, HEIGHT, INK, MINT, type Placed, place, QUIET, svg } from './shared-picture-parts.ts'
import { FADE, photoLayers, SIDE } from './shared-picture-photo.ts'
import { createWriter, type Face, type Style, type Writer, type Written } from './shared-picture-text.ts'

/** What a picture shows; every part but path, kind and title may be absent. */
export interface PictureFacts {
  /** The normalised path of its page, so that additions to a link do not produce another picture. */
  path: string
  kind: 'club' | 'leaderboard' | 'pick_swim' | 'guess_weight' | 'carp_of_week' | 'best' | 'record' | 'level'
  title: string
  /** Its name stands at the top. */
  club?: string
  /** The public address of its logo without a host, which stands beside the name. */
  logo?: string
  /** The name of its accent colour; absent for the build's own. */
  accent?: string
  label?: string
  figure?: string
  text?: string
  note?: string
  /** From 1 to 100. */
  square?: number
  rows?: readonly Ranked[]
  /** Of a completed game. */
  winner?: Winner
  /** Whose best, record or level it is. */
  member?: Named
}

const EDGE = 64
/** Edge of the club's mark. */
const MARK = 56
/** Where the text begins, below the mark; and the space between its parts. */
const TEXT_TOP = 130
const GAP = 26
/** A preview is fetched by other sites, of which some give up at larger ones. */
const MOST_BYTES = 60 * 1024
/** A photo that is handed on as a file has to be looked at, not only recognised. */
const MOST_BYTES_OF_PHOTOS = 200 * 1024
/**
 * Like `mozjpeg: true`, without its search for the smallest file: that takes half of all the time of a picture, for a
 * seventh of its bytes.
 */
const ENCODING = { quantisationTable: 3, overshootDeringing: true, progressive: true } as const
/** Of a text with something beside it. */
const TEXT_WIDTH = 540
const BOARD = { left: 636, top: 65, size: 500 }

type Kind = PictureFacts['kind']
/** A photo stands on a plain one. */
export type Ground = Kind | 'plain'
const ART: Readonly<Record<Ground, string | undefined>> = {
  pick_swim: 'board.jpg',
  guess_weight: 'carp.jpg',
  carp_of_week: 'carp.jpg',
  best: 'carp.jpg',
  record: 'carp.jpg',
  club: 'dawn.jpg',
  level: 'dawn.jpg',
  leaderboard: undefined,
  plain: undefined,
}
/** Kinds whose art fills the whole picture, below the text. */
const isWide = (kind: Ground) => kind === 'club' || kind === 'level'
/** Kinds whose figure is a weight: its units are written smaller. */
const isWeight = (kind: Kind) => kind === 'guess_weight' || kind === 'best' || kind === 'record'

/** Of a kind of game, a best, a record and a level, on a grid of 24. */
const ICONS: Partial<Record<Kind, string>> = {
  best: '<path d="M16 7h6v6M22 7l-8.5 8.5-5-5L2 17"/>',
  record: '<path d="M4 17 2.5 6.5 8 11l4-7 4 7 5.5-4.5L20 17zM5 21h14"/>',
  level: '<path d="M4 20v-4M12 20v-9M20 20V4"/>',
  guess_weight: '<path d="M10 2h4M12 2v3M12 21a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 13l3-3"/>',
  pick_swim: '<path d="M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16"/>',
  carp_of_week: '<path d="M7 4h10v6a5 5 0 0 1-10 0zM7 6H4c0 3 1 4 3 4M17 6h3c0 3-1 4-3 4M12 15v5M8 20h8"/>',
}
const ICON = 34
const ICON_GAP = 12

/** The club's font; without its file the system's. Letters that it lacks come from the system's fonts. */
export function faceOf(webFolder: string): Face {
  const fontfile = join(webFolder, 'share', 'font.ttf')
  return existsSync(fontfile) ? { fontfile, font: 'Mona Sans ExtraLight, Bold' } : { font: 'sans-serif' }
}

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

/**
 * What is the same for every picture of a kind: the deep ground with its art, and the club's mark.
 * @param logo of the club, in place of the build's mark.
 */
export async function drawGround(webFolder: string, kind: Ground, logo?: Buffer): Promise<Buffer> {
  const layers: OverlayOptions[] = []
  const art = ART[kind]
  const file = art && join(webFolder, 'share', art)
  if (file && existsSync(file)) {
    const picture = readFileSync(file)
    if (isWide(kind)) layers.push({ input: picture, left: 0, top: 0 }, { input: SHADE })
    else if (kind === 'pick_swim') layers.push({ input: await board(picture), left: BOARD.left, top: BOARD.top })
    else layers.push({ input: picture, left: SIDE.left, top: SIDE.top }, { input: FADE })
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

/**
 * Writes what a picture shows onto its ground.
 * @param ground see `drawGround`.
 * @param site host of the site, at the foot.
 * @param photo beside the text, on a plain ground.
 * @returns a JPEG of 1200 by 630 pixels and less than 60 KB, or 200 KB with a photo.
 */
export async function drawPicture(
  ground: Buffer,
  facts: PictureFacts,
  site: string,
  face: Face,
  photo?: Buffer,
): Promise<Buffer> {
  const layers: OverlayOptions[] = (await layOut(facts, site, face)).map(({ input, left, top }) => ({
    input,
    left,
    top,
  }))
  if (facts.square) layers.unshift({ input: squareOf(facts.square, accentOf(facts.accent).ground) })
  if (photo) layers.unshift(...(await photoLayers(photo, facts.kind === 'best')))
  const { data, info } = await sharp(ground).composite(layers).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const most = photo ? MOST_BYTES_OF_PHOTOS : MOST_BYTES
  for (let quality = photo ? 84 : 68; ; quality -= 8) {
    const picture = await sharp(data, { raw: info })
      .jpeg({ quality, ...ENCODING })
      .toBuffer()
    if (picture.length < most || quality < 30) return picture
  }
}

/** Text and figures of a picture, all of them within its edges, and none over another. */
export async function layOut(facts: PictureFacts, site: string, face: Face): Promise<Placed[]> {
  const write = createWriter(face)
  const hasRows = (facts.rows ?? []).length > 0
  const width = hasRows ? 400 : isWide(facts.kind) ? 660 : TEXT_WIDTH
  const [name, foot] = await Promise.all([
    write.fitted(facts.club ?? DEFAULT_CLUB.name, { size: 38, color: INK, width: 400, lines: 1 }),
    // All games, because the address of one is too long to be typed.
    write.fitted(
      facts.path.startsWith('/games/') ? `${site}/games` : site,
      { size: 26, color: QUIET, width: TEXT_WIDTH, lines: 1 },
      20,
    ),
  ])
  const footTop = HEIGHT - EDGE - foot.info.height
  const placed = [
    place(name, EDGE + 72, 80 - Math.round(name.info.height / 2)),
    place(foot, EDGE, footTop),
    ...(await podium(facts.rows ?? [], write)),
  ]
  const room = footTop - GAP - TEXT_TOP
  const named = facts.winner ? winnerOf(facts.winner) : facts.member
  const member = named && (await writeMember(named, width, write))
  const below = member ? member.height + GAP : 0
  const shown = await writeParts(partsOf(facts, width), room - below, write)
  const height = heightOf(shown) + below
  let top = Math.max(TEXT_TOP, Math.min(Math.round((HEIGHT - height) / 2), TEXT_TOP + room - height))
  for (const part of shown) {
    placed.push(place(part, EDGE, top))
    top += part.info.height + GAP
  }
  if (member) placed.push(...member.put(EDGE, top))
  return placed
}

interface Part extends Style {
  text: string
  least: number
  /** The colour of the ground of a line that has one. */
  ground?: string
  /** Stands before a line. */
  icon?: string
}

function partsOf({ kind, accent, label, title, figure, text, note }: PictureFacts, width: number): Part[] {
  // Our own sentences run from the left, whatever name they begin with.
  const ours = (words: string) => `\u200e${words}`
  const { ground, text: on } = accentOf(accent)
  const parts: Part[] = []
  const icon = ICONS[kind]
  if (label) {
    const room = icon ? width - ICON - ICON_GAP : width
    parts.push({ text: ours(label), size: 30, least: 26, color: MINT, width: room, lines: 1, ...(icon && { icon }) })
  }
  parts.push({ text: title, size: figure ? 42 : 58, least: figure ? 34 : 40, color: INK, width, lines: figure ? 2 : 3 })
  if (figure) {
    const units = isWeight(kind) && { units: QUIET }
    parts.push({ text: figure, size: 128, least: 64, color: INK, width, lines: 1, ...units })
  }
  if (text) parts.push({ text: ours(text), size: 30, least: 26, color: QUIET, width, lines: figure ? 3 : 4 })
  if (note) parts.push({ text: ours(note), size: 27, least: 26, color: on, width: width - 40, lines: 1, ground })
  return parts
}

const heightOf = (parts: readonly Written[]) =>
  parts.reduce((sum, { info }) => sum + info.height, (parts.length - 1) * GAP)

/** All parts as large as the room allows. What is too long even at its smallest is shortened. */
async function writeParts(parts: readonly Part[], room: number, write: Writer): Promise<Written[]> {
  const finish = async ({ ground, icon, color }: Part, written: Written) => {
    if (ground) return await pill(written, ground)
    return icon ? await withIcon(written, icon, color) : written
  }
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
function squareOf(square: number, color: string): Buffer {
  const cell = BOARD.size / 10
  const [x, y] = [BOARD.left + ((square - 1) % 10) * cell, BOARD.top + Math.floor((square - 1) / 10) * cell]
  return svg(
    `<g fill="none" stroke="${INK}" stroke-opacity=".5" stroke-width="2"><circle cx="${x + cell / 2}" cy="${y + cell / 2}" r="52"/><circle cx="${x + cell / 2}" cy="${y + cell / 2}" r="76"/></g><rect x="${x}" y="${y}" width="${cell}" height="${cell}" rx="6" fill="${color}" stroke="${INK}" stroke-width="3"/>`,
  )
}

/** A line of text on a ground of its own. */
async function pill({ data, info, text }: Written, color: string): Promise<Written> {
  const [width, height] = [info.width + 40, info.height + 28]
  const ground = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" rx="14" fill="${color}"/></svg>`,
  )
  const drawn = await sharp(ground)
    .composite([{ input: data, left: 20, top: 14 }])
    .png()
    .toBuffer({ resolveWithObject: true })
  return { ...drawn, text }
}

/** A line of text after an icon. */
async function withIcon({ data, info, text }: Written, icon: string, color: string): Promise<Written> {
  const [width, height] = [info.width + ICON + ICON_GAP, Math.max(info.height, ICON)]
  const ground = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g transform="translate(0 ${(height - ICON) / 2}) scale(${ICON / 24})" fill="none" stroke="${color}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${icon}</g></svg>`,
  )
  const drawn = await sharp(ground)
    .composite([{ input: data, left: ICON + ICON_GAP, top: Math.round((height - info.height) / 2) }])
    .png()
    .toBuffer({ resolveWithObject: true })
  return { ...drawn, text }
}
