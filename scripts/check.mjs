// `npm run check`: everything that takes about a minute, for use before a commit. `npm test` is the complete check.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from './lib/env.mjs'
import { runQuietly, summary } from './lib/run-npm.mjs'

const changed = changedFiles()
const started = Date.now()
const results = await Promise.all([
  runQuietly('lint', ['run', '-s', 'lint']),
  runQuietly('types', ['run', '-s', 'typecheck']),
])
const tests = testsOf(changed)
if (tests.length > 0)
  results.push(await runQuietly('tests', ['exec', '--', 'vitest', 'run', ...tests, '--passWithNoTests']))
for (const { name, passed, output } of results) if (!passed) console.log(`\n== ${name}\n${output}`)
console.log(summary(results))
console.log(`${changed.length} changed files, ${Math.round((Date.now() - started) / 1000)} s`)
process.exit(results.every(({ passed }) => passed) ? 0 : 1)

/** Files that differ from main, committed or not. */
function changedFiles() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  // A checkout without a remote has only its own main.
  const [base] = ['origin/main', 'main'].flatMap((main) => git('merge-base', 'HEAD', main))
  const files = [...git('diff', '--name-only', base ?? 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  return [...new Set(files)].filter((file) => existsSync(path.join(root, file)))
}

/** The unit tests beside changed files, and the domains of the database whose tests or migrations have changed. */
function testsOf(files) {
  const folders = files.filter((file) => /^(contract|engine|web|test-support)\/.*\.(ts|tsx)$/.test(file))
  const units = folders.map((file) => (/\/src\//.test(file) ? path.posix.dirname(file) : undefined))
  const rooms = files.map((file) => /^supabase\/tests\/(?!support)[^/]+/.exec(file)?.[0])
  // A new column of a member's own is also new in the data export.
  const schema = files.some((file) => file.startsWith('supabase/migrations/'))
    ? ['supabase/tests/schema', 'supabase/tests/privacy/own-data.test.ts']
    : []
  return [...new Set([...units, ...rooms, ...schema])].filter((place) => place !== undefined)
}
