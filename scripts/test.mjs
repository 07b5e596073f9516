// Every part runs even when one fails; the exit code is 0 only when all passed.
import { runQuietly, runVisibly, summary } from './lib/run-npm.mjs'

const ON_15 = [
  ...['schema', 'permissions', 'races', 'points', 'newsfeed/numbers'].map((room) => `supabase/tests/${room}`),
  'engine/test/conformance',
  'engine/test/integration/backup/foreign-objects.test.ts',
]

const CI = { CI: process.env.CI ?? '1' }
// Each of these uses one processor; the parts below need all of them.
const sources = [
  ['lint, import rules, dead code', ['run', '-s', 'lint']],
  ['types', ['run', '-s', 'typecheck']],
  ['generated types are current', ['run', '-s', 'gen', '--', '--check']],
]

const results = await Promise.all(sources.map(([name, args]) => runQuietly(name, args, CI)))
for (const { name, output } of results) console.log(`\n== ${name}\n${output}`)

// Much of these tests is waiting for a database or another process, which one more worker fills.
const on15 = runQuietly(
  'schema, rights, races, ledger and conformance on PostgreSQL 15',
  ['exec', '--', 'vitest', 'run', '--maxWorkers=1', ...ON_15],
  { ...CI, TEST_POSTGRES: '15' },
)
console.log('\n== unit, rules, engine')
results.push(await runVisibly('unit, rules, engine', ['exec', '--', 'vitest', 'run'], CI))
const { name, output, ...rest } = await on15
console.log(`\n== ${name}\n${output}`)
results.push({ name, ...rest })

console.log('\n== end to end')
results.push(await runVisibly('end to end', ['run', '-s', 'test:e2e'], CI))
console.log(`\n${summary(results)}`)
process.exit(results.every(({ passed }) => passed) ? 0 : 1)
