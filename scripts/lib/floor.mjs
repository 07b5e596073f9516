import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './env.mjs'

/** Browserslist's names, and those of browser-compat-data. */
const NAMES = {
  chrome: ['chrome', 'chrome_android'],
  edge: ['edge'],
  firefox: ['firefox'],
  ios_saf: ['safari_ios'],
  safari: ['safari'],
}

const { browserslist } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))

/** The oldest browsers in which Bankside works, by their names in browser-compat-data, each with its version. */
export const FLOOR = Object.fromEntries(
  browserslist.flatMap((entry) => {
    const [browser, version] = entry.split(' ')
    return NAMES[browser].map((name) => [name, version])
  }),
)
