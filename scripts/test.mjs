// Every part runs even when one fails; the exit code is 0 only when all passed. The end names every test that failed, or
// passed only on a second try.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { findEngines } from '../test-support/browser-engines.mjs'
import { runFolder } from '../test-support/run-folder.mjs'
import { newestNode, onNewestNode } from './lib/newest-node.mjs'
import { endOfRun, runQuietly, runVisibly } from './lib/run-npm.mjs'
import { findingsOf, readFindings } from './lib/test-report.mjs'

const ON_15 = [
  ...['schema', 'permissions', 'races', 'points', 'newsfeed/numbers'].map((room) => `supabase/tests/${room}`),
  'engine/test/conformance',
  'engine/test/integration/backup/foreign-objects.test.ts',
]
// Limits of the engine's own, images and tokens: no version of PostgreSQL changes them.
const NOT_ON_15 = [
  'realtime-limits',
  'realtime-join-limits',
  'realtime-sessions',
  'realtime-protocol',
  'storage-images',
  'storage-resumable-attacks',
  'auth-hostile-input',
].map((name) => `--exclude=engine/test/conformance/${name}.test.ts`)

const CI = { CI: process.env.CI ?? '1' }
// Each of these uses one processor; the parts below need all of them.
const sources = [
  ['lint, import rules, dead code', ['run', '-s', 'lint']],
  ['types', ['run', '-s', 'typecheck']],
  ['generated types are current', ['run', '-s', 'gen', '--', '--check']],
]

const reports = path.join(runFolder(), 'reports')
mkdirSync(reports)
const REPORTERS = ['--reporter=default', '--reporter=./scripts/reporters/vitest.mjs']
const VITEST = ['exec', '--', 'vitest', 'run', ...REPORTERS]
const UNITS = ['node_modules/vitest/vitest.mjs', 'run', '--project=unit*', ...REPORTERS]
const PLAYWRIGHT = ['run', '-s', 'test:e2e']
const JOURNEYS = ['exec', '--', 'node', 'scripts/test-engines.mjs']

/** Runs tests whose reporter notes findings in a file of their own. */
async function runTests(run, name, args, env = {}) {
  const file = path.join(reports, `${name.replaceAll(/\W+/g, '-')}.jsonl`)
  const result = await run(name, args, { ...CI, ...env, TEST_REPORT: file })
  return { ...result, findings: readFindings(file) }
}

const results = await Promise.all([
  ...sources.map(async ([name, args]) => {
    const result = await runQuietly(name, args, CI)
    return { ...result, findings: result.passed ? [] : findingsOf(result.output) }
  }),
  // What a newcomer has. The unit tests below run on this process's own Node.
  ...(process.versions.node.startsWith(`${newestNode}.`)
    ? []
    : [runTests(runQuietly, `unit tests on Node ${newestNode}`, onNewestNode(UNITS))]),
])
for (const { name, output } of results) console.log(`\n== ${name}\n${output}`)

// Much of these tests is waiting for a database or another process, which one more worker fills. The option
// `--maxWorkers` would leave the projects as they are.
const on15 = runTests(
  runQuietly,
  'schema, rights, races, ledger and conformance on PostgreSQL 15',
  [...VITEST, ...ON_15, ...NOT_ON_15],
  { TEST_POSTGRES: '15', VITEST_MAX_WORKERS: '1' },
)
console.log('\n== unit, rules, engine')
results.push(await runTests(runVisibly, 'unit, rules, engine', VITEST))
results.push(await on15)
console.log(`\n== ${results.at(-1).name}\n${results.at(-1).output}`)

console.log('\n== end to end')
results.push(await runTests(runVisibly, 'end to end', PLAYWRIGHT))

// Nothing is installed for them here: `npm run test:engines` does that.
const { webkit, firefox } = findEngines()
if (webkit && firefox) {
  console.log('\n== journeys in WebKitGTK and Firefox')
  results.push(await runTests(runVisibly, 'journeys in WebKitGTK and Firefox', JOURNEYS))
} else console.log('\nWebKitGTK and Firefox are not both installed: their journeys were not run (docs/browsers.md)')
console.log(`\n${endOfRun(results)}`)
process.exit(results.every(({ passed }) => passed) ? 0 : 1)
