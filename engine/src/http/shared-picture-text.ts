import sharp from 'sharp'

export interface Face {
  font: string
  fontfile?: string
}

/** A text, or something with one, as a picture without a ground. */
export interface Written {
  data: Buffer
  info: { width: number; height: number }
  /** What is written: with an ellipsis where it was too long. */
  text: string
}

export interface Style {
  /** In pixels. */
  size: number
  color: string
  width: number
  lines: number
  /** The colour of words without a digit, which are then written smaller. */
  units?: string
}

/** Line height, by the size. */
const LINE = 1.25
/** Size of a unit, by that of its number. */
const UNIT = 0.5
/** Sizes of the spaces beside it. */
const BEFORE_UNIT = 0.3
const AFTER_UNIT = 0.7
/** Longer texts fit nowhere. */
const LONGEST = 300

export type Writer = ReturnType<typeof createWriter>

/** Writes texts in a font, within a width and a number of lines. */
export function createWriter(face: Face) {
  const render = async (text: string, { size, color, width, units }: Style): Promise<Written> => {
    const span = (words: string, share: number, ink: string) =>
      `<span foreground="${ink}" size="${Math.round(size * share * 1024)}" insert_hyphens="false">${escaped(words)}</span>`
    const weight = (word: string, at: number) => {
      const isUnit = !/\d/.test(word)
      const space = at > 0 ? span(' ', isUnit ? BEFORE_UNIT : AFTER_UNIT, color) : ''
      return space + (isUnit ? span(word, UNIT, units ?? color) : span(word, 1, color))
    }
    const markup = units === undefined ? span(text, 1, color) : text.split(' ').map(weight).join('')
    // At 72 dots an inch a point is a pixel.
    const { data, info } = await sharp({
      text: { text: markup, width, dpi: 72, rgba: true, spacing: -Math.round(size * 0.1), wrap: 'word-char', ...face },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
    return { data, info, text }
  }
  const fits = ({ info }: Written, { size, width, lines }: Style) =>
    info.height <= Math.ceil(size * LINE * lines) && info.width <= width

  /** @returns undefined when the text needs more lines. */
  const whole = async (text: string, style: Style): Promise<Written | undefined> => {
    const line = oneLine(text)
    if (line.length > LONGEST) return undefined
    const written = await render(line, style)
    return fits(written, style) ? written : undefined
  }

  /** The text, or as much of it as fits, with an ellipsis. */
  const shortened = async (text: string, style: Style): Promise<Written> => {
    const letters = Array.from(new Intl.Segmenter().segment(oneLine(text)), ({ segment }) => segment).slice(0, LONGEST)
    let best = await render('…', style)
    let [low, high] = [0, letters.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      const tried = await render(`${letters.slice(0, middle).join('').trimEnd()}…`, style)
      if (fits(tried, style)) {
        best = tried
        low = middle
      } else high = middle - 1
    }
    return best
  }

  return {
    whole,
    /** Smaller, down to `least` pixels, before it is shortened. */
    async fitted(text: string, style: Style, least = style.size): Promise<Written> {
      for (let size = style.size; size >= least; size -= Math.max(2, size * 0.1)) {
        const written = await whole(text, { ...style, size })
        if (written) return written
      }
      return await shortened(text, { ...style, size: least })
    },
  }
}

const oneLine = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim() || ' '

const ENTITY: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITY[sign] ?? '')
