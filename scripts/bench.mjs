// Runs every measurement of bench/ in turn; each prints one JSON line. Figures are ratios taken in one run.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from './lib/env.mjs'

const wanted = process.argv.slice(2)
const files = readdirSync(path.join(root, 'bench'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.bench.ts'))
  .filter((file) => wanted.length === 0 || wanted.some((name) => file.startsWith(name)))
  .sort()
let failed = 0
for (const file of files) {
  const { status } = spawnSync('npx', ['tsx', path.join('bench', file)], { cwd: root, stdio: 'inherit' })
  if (status !== 0) failed += 1
}
process.exit(failed ? 1 : 0)
