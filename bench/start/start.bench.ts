import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { round } from '../support/figures.ts'
import { keepResult } from '../support/report.ts'

// Time from `node dist/engine/main.js` to the first answer of /readyz: first start (database created, every
// migration applied) and later starts. The limit is a bare Node process that only listens, started in the same run.

const ROUNDS = 5
const BARE = "require('node:http').createServer((q,r)=>r.end()).listen(Number(process.env.PORT),'127.0.0.1')"

async function readyAfter(args: string[], env: NodeJS.ProcessEnv, url: string): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: 'ignore' })
  try {
    while (!(await answers(url))) {
      if (child.exitCode !== null) throw new Error(`exited with ${child.exitCode} before it was ready`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return performance.now() - started
  } finally {
    await stop(child)
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const port = 4310
const url = `http://127.0.0.1:${port}/readyz`
const folder = mkdtempSync(path.join(tmpdir(), 'bankside-bench-start-'))
// Under root the database runs as another account: if that cannot enter the folder, its cluster would be outside it.
chmodSync(folder, 0o755)
try {
  const env = { PORT: String(port), DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'silent' }
  const first = await readyAfter(['dist/engine/main.js'], env, url)
  const next: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    next.push(await readyAfter(['dist/engine/main.js'], env, url))
    bare.push(await readyAfter(['-e', BARE], env, url))
  }
  const [warm, plain] = [Math.round(median(next)), Math.round(median(bare))]
  keepResult('start', [
    {
      name: 'first start, with a new database and schema',
      figure: `${Math.round(first)} ms`,
      goal: 'at most 8 s',
      met: first <= 8_000,
    },
    {
      name: 'next start, compared with a Node process that only listens',
      figure: `${warm} ms (${plain} ms)`,
      ratio: round(warm / plain, 1),
      goal: 'at most 1.5 s',
      met: warm <= 1_500,
    },
  ])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
