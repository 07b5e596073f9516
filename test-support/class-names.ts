import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'

const MARK = '\0class-names:'
const NAME = /\.([a-z][a-zA-Z0-9]*)/g

/**
 * Gives unit tests the names of a CSS module as its file has them, without its rules. With the rules a role could not be
 * found where the page hides an element at the window's width, and each search by role would compute styles.
 */
export function classNamesOnly(): Plugin {
  return {
    name: 'class-names-only',
    enforce: 'pre',
    resolveId: (source, importer) =>
      importer && source.endsWith('.module.css') ? `${MARK}${resolve(dirname(importer), source)}.js` : undefined,
    load(id) {
      if (!id.startsWith(MARK)) return undefined
      const css = readFileSync(id.slice(MARK.length, -'.js'.length), 'utf8')
      const names = new Set([...css.matchAll(NAME)].map(([, name]) => name))
      return [...names].map((name) => `export const ${name} = '${name}'`).join('\n')
    },
  }
}
