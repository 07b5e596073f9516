import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './engine.ts'

/** One line of the table at the end of `npm run bench`. */
export interface Figure {
  /** What was measured, as a short text. */
  name: string
  /** The value with its unit. */
  figure: string
  /** The ratio to what it is compared with, if anything. */
  ratio?: number
  /** The goal, as text. */
  goal?: string
  /** Whether it is reached. */
  met?: boolean
}

/**
 * Stores figures with their time, commit and machine in `bench/results/<bench>.json`, and prints them as one line.
 * The process ends with 1 when a goal was missed.
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
    /** Waiting work per processor in the last minute; above 1 there was more than they could do. */
    load: Number(((loadavg()[0] ?? 0) / processors.length).toFixed(1)),
  }
}
