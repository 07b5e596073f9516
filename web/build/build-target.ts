import { readFileSync } from 'node:fs'

const { browserslist } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  browserslist: string[]
}

/** The oldest browsers in which Bankside works, in Vite's words. */
export const buildTarget = browserslist.map((browser) => browser.replace('ios_saf', 'ios').replace(' ', ''))
