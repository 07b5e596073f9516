import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './engine.ts'

/** One line of the table that `npm run bench` ends with. */
export interface Figure {
  /** What was measured, in a few words. */
  name: string
  /** With its unit. */
  figure: string
  /** To what it is compared with, when it is. */
  ratio?: number
  /** What it should be, in words. */
  goal?: string
  /** Whether it is. */
  met?: boolean
}

/**
 * Keeps figures with their moment, commit and machine in `bench/results/<bench>.json`, and prints them as one line.
 * The process ends with 1 when a goal was not met.
 */
export function keepResult(bench: string, table: Figure[], details: object = {}): void {
  const report = { bench, ...provenance(), table, ...details }
  const file = join(root, 'bench/results', `${bench}.json`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  console.log(JSON.stringify({ bench, table, ...details }))
  if (table.some(({ met }) => met === false)) process.exitCode = 1
}

function provenance() {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''
  const processors = cpus()
  return {
    at: new Date().toISOString().slice(0, 16).replace('T', ' '),
    commit: git('rev-parse', '--short', 'HEAD'),
    machine: [
      `${processors.length} processors`,
      `${Math.round(totalmem() / 2 ** 30)} GB`,
      `${process.platform} ${process.arch}`,
      `Node ${process.versions.node}`,
    ].join(', '),
    /** Work waiting for each processor in the last minute; above 1 it had more to do than it could. */
    load: Number(((loadavg()[0] ?? 0) / processors.length).toFixed(1)),
  }
}
