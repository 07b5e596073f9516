// The table in docs/browsers.md of what the engines beside Chromium were seen to do.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './env.mjs'

const FILE = path.join(root, 'docs/browsers.md')
const BEGIN = '<!-- npm run test:engines -- --write -->'
const END = '<!-- end of the table -->'

/**
 * What one journey came to in one project of Playwright.
 * @typedef {object} Result
 * @property {string} journey
 * @property {string} project its name, that of an engine or `both`
 * @property {boolean} passed
 */

/**
 * @param {string} file that the JSON reporter has written
 * @returns {Result[]}
 */
export function readResults(file) {
  const { suites } = JSON.parse(readFileSync(file, 'utf8'))
  return suites.flatMap(({ specs }) =>
    specs.flatMap(({ title, tests }) =>
      tests.map(({ projectName, status }) => ({ journey: title, project: projectName, passed: status === 'expected' })),
    ),
  )
}

/**
 * @param {Result[]} results
 * @param {{ name: string, projects: string[] }[]} columns the headings, and which results stand below each
 * @returns {string} a table in Markdown
 */
export function engineTable(results, columns) {
  const cell = (journey, projects) => {
    const own = results.find((result) => result.journey === journey && projects.includes(result.project))
    if (!own) return ''
    return own.passed ? 'passed' : 'failed'
  }
  const line = (cells) => `| ${cells.join(' | ')} |`
  const journeys = [...new Set(results.map(({ journey }) => journey))].sort()
  return [
    line(['journey', ...columns.map(({ name }) => name)]),
    `|${'---|'.repeat(columns.length + 1)}`,
    ...journeys.map((journey) => line([journey, ...columns.map(({ projects }) => cell(journey, projects))])),
  ].join('\n')
}

/** @param {string} table */
export function writeTable(table) {
  const page = readFileSync(FILE, 'utf8')
  const [before, rest] = page.split(BEGIN)
  const after = rest?.split(END)[1]
  if (after === undefined) throw new Error(`${FILE} has no place for the table`)
  writeFileSync(FILE, `${before}${BEGIN}\n\n${table}\n\n${END}${after}`)
}
