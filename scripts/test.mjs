// Every leg runs even when one fails; the exit code is 0 only when all passed.
import { spawnSync } from 'node:child_process'
import { root } from './lib/env.mjs'

const ON_15 = [
  ...['schema', 'permissions', 'races', 'points', 'newsfeed/numbers'].map((room) => `supabase/tests/${room}`),
  'engine/test/conformance',
]

const legs = [
  ['lint, import rules, dead code', ['run', '-s', 'lint']],
  ['types', ['run', '-s', 'typecheck']],
  ['generated types are current', ['run', '-s', 'gen', '--', '--check']],
  ['unit, rules, engine', ['exec', '--', 'vitest', 'run']],
  [
    'schema, rights, races, ledger and conformance on PostgreSQL 15',
    ['exec', '--', 'vitest', 'run', ...ON_15],
    { TEST_POSTGRES: '15' },
  ],
  ['end to end', ['run', '-s', 'test:e2e']],
]
const results = legs.map(([name, args, env]) => {
  console.log(`\n== ${name}`)
  const started = Date.now()
  const { status } = spawnSync('npm', args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, CI: process.env.CI ?? '1', ...env },
  })
  return { name, passed: status === 0, seconds: (Date.now() - started) / 1000 }
})
console.log(
  `\n${results.map((r) => `${r.passed ? 'PASS' : 'FAIL'}  ${r.name} (${r.seconds.toFixed(1)} s)`).join('\n')}`,
)
process.exit(results.every((r) => r.passed) ? 0 : 1)
