// Runs the journeys of e2e/engines in WebKitGTK and Firefox (docs/browsers.md). What is missing is installed with apt-get
// where that is possible. Otherwise it is named, the other engine is tried, and the run counts as failed.
//   --write   writes the table in docs/browsers.md; without it, all arguments are Playwright's
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ensureEngines, NAMES } from '../test-support/browser-engines.mjs'
import { runFolder } from '../test-support/run-folder.mjs'
import { engineTable, readResults, writeTable } from './lib/engine-table.mjs'
import { root, say } from './lib/env.mjs'

const args = process.argv.slice(2)
const isToWrite = args.includes('--write')
if (isToWrite && args.length > 1) {
  console.error('--write needs the results of all journeys: leave out the other arguments')
  process.exit(1)
}

const { engines, missing } = ensureEngines()
const { webkit, firefox } = engines
for (const [name, { version }] of Object.entries(engines)) say(`${NAMES[name]} ${version}`)

const report = path.join(runFolder(), 'journeys.json')
const isPassed = (webkit || firefox) && runJourneys()
// Without a report, Playwright has said why it ran nothing.
if (existsSync(report)) {
  const columns = [
    webkit && { name: `WebKitGTK ${webkit.version}`, projects: ['WebKitGTK', 'both'] },
    webkit && { name: `WebKitGTK ${webkit.version} as iOS 16.4`, projects: ['WebKitGTK as iOS 16.4'] },
    firefox && { name: `Firefox ${firefox.version}`, projects: ['Firefox', 'both'] },
  ]
  const table = engineTable(readResults(report), columns.filter(Boolean))
  console.log(`\n${table}`)
  if (isToWrite && isPassed && missing.length === 0) writeTable(table)
  else if (isToWrite) console.error('\nThe table was not written: some journeys failed, or were not tried')
}
for (const sentence of missing) console.error(`\n${sentence}`)
process.exit(isPassed && missing.length === 0 ? 0 : 1)

function runJourneys() {
  const playwright = path.join(root, 'node_modules/@playwright/test/cli.js')
  const journeys = args.filter((arg) => arg !== '--write')
  const command = [playwright, 'test', '--config=playwright.engines.config.ts', ...journeys]
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' })
  return status === 0
}
