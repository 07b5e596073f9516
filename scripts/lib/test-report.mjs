import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './env.mjs'

/**
 * One line of the report at the end of `npm test`.
 * @typedef {object} Finding
 * @property {'failed' | 'flaky'} outcome flaky: failed once and passed on a second try
 * @property {string} name of the test, with its file
 * @property {string} error its first line, empty if there is none
 * @property {string} place file, line and column of the error, empty if not known
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with this character.
const COLOURS = /\u001b\[[0-9;]*m/g

/** The text without terminal colours. */
export const plain = (text) => text.replaceAll(COLOURS, '')

const firstLine = (text) =>
  plain(text)
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '') ?? ''

/**
 * The innermost place of a stack that is a file of this project.
 * @param {string} [stack]
 * @returns {string} `file:line:column`, relative to the project, or an empty string
 */
export function placeOf(stack) {
  const places = [...plain(stack ?? '').matchAll(/(?:\(|\bat (?:async )?)(file:\/\/)?(\/[^()\n]+:\d+:\d+)\)?$/gm)]
  const own = places
    .map(([, url, place]) => path.relative(root, url ? decodeURI(place) : place))
    .find((place) => !place.startsWith('..') && !place.includes('node_modules'))
  return own ?? ''
}

/**
 * Adds a finding to the report that `npm test` prints at its end. Other runs keep none.
 * @param {'failed' | 'flaky'} outcome
 * @param {string} name
 * @param {{ message?: string, stack?: string }} [error]
 */
export function addFinding(outcome, name, error) {
  const file = process.env.TEST_REPORT
  if (!file) return
  const finding = { outcome, name, error: firstLine(error?.message ?? ''), place: placeOf(error?.stack) }
  appendFileSync(file, `${JSON.stringify(finding)}\n`)
}

/**
 * @param {string} file that `addFinding` has written; it does not exist if there was nothing to report
 * @returns {Finding[]}
 */
export function readFindings(file) {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/**
 * The lines of a tool's output that name a place or an error; the last lines if none does.
 * @param {string} output
 * @returns {Finding[]} at most five
 */
export function findingsOf(output) {
  const lines = plain(output)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const telling = lines.filter((line) => /[:(]\d+[:,]\d+|\berror\b|✖|×/i.test(line))
  const chosen = telling.length > 0 ? telling.slice(0, 5) : lines.slice(-5)
  return chosen.map((name) => ({ outcome: 'failed', name, error: '', place: '' }))
}
