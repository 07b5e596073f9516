import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const folder = new URL('../../.cache/fonts/', import.meta.url)

/** Letters, digits and signs of nearly every English sentence: what a first screen waits for. */
const BASIC = `${range(0x20, 0x7e)}\u00a0£©·×–—‘’“”•…\u2212`

/** What else the latin file of the font has; `styles/fonts.css` asks for it when a text does. */
const MORE = `${without(range(0xa0, 0xff), BASIC)}ıŒœʻʼˆ˚˜‚„†‡‰‹›⁄€™↑↓∕`

// The widths and weights of the design; the axes end there, which halves what the outlines weigh.
const AXES = { wght: { min: 400, max: 760 }, wdth: { min: 78, max: 116 } }

/**
 * Cuts the text font to what the design uses, into `.cache/fonts`, from where `styles/fonts.css` takes it: of 98 KB
 * the first screen needs 54. Runs once a build (about a second).
 */
export function textFont(): Plugin {
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
            // Other shapes of letters are nowhere asked for.
            keepFeatures: ['kern', 'mark', 'ccmp'],
          }),
        )
      await Promise.all([cut('basic', BASIC), cut('more', MORE)])
    },
  }
}

function range(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')
}

function without(letters: string, known: string): string {
  return [...letters].filter((letter) => !known.includes(letter)).join('')
}
