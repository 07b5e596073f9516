import type { Written } from './shared-picture-text.ts'

const WIDTH = 1200
export const HEIGHT = 630

/** A layer of the whole picture. */
export const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${content}</svg>`)

export const INK = '#f4f7f3'
export const QUIET = '#b9cbc3'
export const MINT = '#8fe0b8'
/** Of the first three. */
export const METALS = ['#f0b93f', '#c4d0cf', '#d9925c'] as const

const ORANGE = { ground: '#fa5f1c', text: '#1b120c' }
/** The club's accent colours as they are on deep grounds: see `web/src/styles/accents.css`. */
const ACCENTS: Readonly<Record<string, { ground: string; text: string }>> = {
  lake: { ground: '#6fcba6', text: '#04221a' },
  info: { ground: '#62b1e6', text: '#04221a' },
  gold: { ground: '#f0b93f', text: '#1c0d04' },
}

/** A colour of the club and that of a text on it. */
export const accentOf = (name: string | undefined) => ACCENTS[name ?? ''] ?? ORANGE

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

export const place = ({ data, info, text }: Written, left: number, top: number): Placed => ({
  left: Math.round(left),
  top: Math.round(top),
  width: info.width,
  height: info.height,
  text,
  input: data,
})

export const figure = (shape: string, width: number, height: number, left: number, top: number): Placed => ({
  left,
  top,
  width,
  height,
  input: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shape}</svg>`),
})
