import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const folder = new URL('../../.cache/fonts/', import.meta.url)

/** Letters, digits and signs of nearly every English sentence: what a first screen needs. */
const BASIC = `${range(0x20, 0x7e)}\u00a0£©·×–—‘’“”•…\u2212`

/** The other characters of the font's latin file; `styles/fonts.css` loads them when a text contains one. */
const MORE = `${without(range(0xa0, 0xff), BASIC)}ıŒœʻʼˆ˚˜‚„†‡‰‹›⁄€™↑↓∕`

// The widths and weights of the design; limiting the axes to them halves the size of the outlines.
const AXES = { wght: { min: 400, max: 760 }, wdth: { min: 78, max: 116 } }

/**
 * Cuts the text font to what the design uses, into `.cache/fonts`, where `styles/fonts.css` finds it: a first screen
 * needs 54 of 98 KB. Runs once per build (about a second).
 */
export function textFont(): Plugin {
  let sharing: Buffer = Buffer.alloc(0)
  return {
    name: 'text-font',
    async buildStart() {
      const whole = readFileSync(
        require.resolve('@fontsource-variable/mona-sans/files/mona-sans-latin-wdth-normal.woff2'),
      )
      mkdirSync(folder, { recursive: true })
      const cut = async (name: string, letters: string) =>
        writeFileSync(
          new URL(`mona-sans-${name}.woff2`, folder),
          await subsetFont(whole, letters, {
            targetFormat: 'woff2',
            variationAxes: AXES,
            // Alternative letter shapes are not used anywhere.
            keepFeatures: ['kern', 'mark', 'ccmp'],
          }),
        )
      await Promise.all([cut('basic', BASIC), cut('more', MORE)])
      // For the pictures of shared links, which the engine draws: one width and weight of the same letters.
      sharing = await subsetFont(whole, BASIC + MORE, {
        targetFormat: 'truetype',
        variationAxes: { wght: 680, wdth: 106 },
        keepFeatures: ['kern', 'mark', 'ccmp'],
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'share/font.ttf', source: sharing })
    },
  }
}

function range(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')
}

function without(letters: string, known: string): string {
  return [...letters].filter((letter) => !known.includes(letter)).join('')
}
