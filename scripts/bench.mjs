// Runs every benchmark of bench/ in turn, or those whose path starts with an argument; each prints one JSON line and
// stores it in bench/results. Ends with one table of all results, also in docs/benchmarks.md; `table` prints only that.
import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { asPage, asText, readFigures } from './lib/bench-table.mjs'
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
const figures = readFigures(path.join(root, 'bench/results'))
writeFileSync(path.join(root, 'docs/benchmarks.md'), asPage(figures))
console.log(`\n${asText(figures)}`)
process.exit(failed ? 1 : 0)
