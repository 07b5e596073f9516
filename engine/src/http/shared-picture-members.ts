import { figure, INK, METALS, type Placed, place, QUIET } from './shared-picture-parts.ts'
import type { Writer, Written } from './shared-picture-text.ts'

export interface Ranked {
  name: string
  points: number
}

export interface Winner {
  name: string
  /** From 1. */
  place: number
}

/** A member, and a line below the name. */
export interface Named {
  name: string
  text?: string
  /** Of the ring; gold if absent. */
  color?: string
}

/** Centre and radius of the first three, and the width of their names. */
const PLACES = [
  { x: 814, y: 285, r: 104, width: 214 },
  { x: 596, y: 330, r: 80, width: 198 },
  { x: 1036, y: 330, r: 80, width: 198 },
] as const
/** Edge of the disc with the winner's initial, and the space beside it. */
const DISC = 92
const BESIDE = 20

/** The first three: the winner in the middle and higher, with initial, place, name and points. */
export async function podium(rows: readonly Ranked[], write: Writer): Promise<Placed[]> {
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

/** The winner of a game, as {@link writeMember} writes one. */
export const winnerOf = ({ name, place: rank }: Winner): Named => ({
  name,
  text: `${ordinal(rank)} place`,
  color: METALS[Math.min(rank, METALS.length) - 1] ?? METALS[0],
})

/**
 * A member: initial in a ring, name, and the line below it.
 * @returns the height, and a function that places it all.
 */
export async function writeMember({ name, text: line, color = METALS[0] }: Named, width: number, write: Writer) {
  const room = width - DISC - BESIDE
  const [initial, who, below] = await Promise.all([
    write.fitted(initialOf(name), { size: 38, color, width: DISC, lines: 1 }),
    write.fitted(name, { size: 34, color: INK, width: room, lines: 2 }, 24),
    line === undefined ? undefined : write.fitted(line, { size: 28, color: QUIET, width: room, lines: 1 }, 24),
  ])
  const text = who.info.height + (below ? 8 + below.info.height : 0)
  const height = Math.max(DISC, text)
  const disc = `<circle cx="${DISC / 2}" cy="${DISC / 2}" r="${DISC / 2 - 3}" fill="#123c36" stroke="${color}" stroke-width="5"/>`
  const put = (left: number, top: number): Placed[] => {
    const middle = top + height / 2
    const side = left + DISC + BESIDE
    return [
      figure(disc, DISC, DISC, left, Math.round(middle - DISC / 2)),
      place(initial, left + (DISC - initial.info.width) / 2, middle - initial.info.height / 2),
      place(who, side, middle - text / 2),
      ...(below ? [place(below, side, middle + text / 2 - below.info.height)] : []),
    ]
  }
  return { height, put }
}

const initialOf = (name: string) =>
  (Array.from(new Intl.Segmenter().segment(name.trim()))[0]?.segment ?? '').toLocaleUpperCase('en-GB')

/** `1st`, `2nd`, `3rd`, `11th`. */
function ordinal(rank: number): string {
  const isTeen = rank % 100 >= 11 && rank % 100 <= 13
  const ending = isTeen ? undefined : ['st', 'nd', 'rd'][(rank % 10) - 1]
  return `${rank}${ending ?? 'th'}`
}
