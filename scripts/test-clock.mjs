// Runs the unit tests and the tests of the database with the clock of both moved, one time after the other:
//   npm run test:clock                                        every hour of a day, and the special nights below
//   npm run test:clock -- 2026-12-31T23:58:00Z,Europe/Paris   these times, each with the time zone of the tests
// Needs libfaketime (Debian: apt-get install libfaketime). The whole takes more than an hour.
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { runFolder } from '../test-support/run-folder.mjs'
import { endOfRun, runQuietly } from './lib/run-npm.mjs'
import { readFindings } from './lib/test-report.mjs'

const NIGHTS = [
  '2026-12-31T23:58:00Z,Europe/London',
  // Clocks go back, and forward, within the run.
  '2027-10-31T00:58:00Z,Europe/London',
  '2027-03-28T00:58:00Z,Europe/London',
  '2028-02-29T12:00:00Z,UTC',
]

const today = new Date().toISOString().slice(0, 10)
const hours = Array.from({ length: 24 }, (_, hour) => `${today}T${String(hour).padStart(2, '0')}:30:00Z,UTC`)
const times = process.argv.length > 2 ? process.argv.slice(2) : [...hours, ...NIGHTS]
const library = findLibrary()
const reports = path.join(runFolder(), 'reports')
mkdirSync(reports)

const results = []
for (const [index, time] of times.entries()) {
  const [moment, zone = 'UTC'] = time.split(',')
  const seconds = Math.round((Date.parse(moment) - Date.now()) / 1000)
  if (Number.isNaN(seconds)) throw new Error(`not a time: ${moment}`)
  const report = path.join(reports, `${index}.jsonl`)
  const result = await runQuietly(
    `unit, rules at ${moment}, ${zone}`,
    ['exec', '--', 'vitest', 'run', '--project=unit*', '--project=rules', '--reporter=./scripts/reporters/vitest.mjs'],
    {
      TZ: zone,
      TEST_REPORT: report,
      LD_PRELOAD: library,
      FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
      // Timeouts are kept by the monotonic clock, caches by the times of files.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
  )
  results.push({ ...result, findings: readFindings(report) })
  console.log(endOfRun([results.at(-1)]))
}
console.log(`\n${endOfRun(results)}`)
process.exit(results.every(({ passed }) => passed) ? 0 : 1)

function findLibrary() {
  const roots = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => path.join('/usr/lib', name)) : []
  const found = roots.map((folder) => path.join(folder, 'faketime/libfaketime.so.1')).find(existsSync)
  if (!found) throw new Error('libfaketime is missing (Debian: apt-get install libfaketime)')
  return found
}
