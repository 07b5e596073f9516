import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../engine/engine-process.ts'

/** One path: requests a second, their ratios, and what a request takes. */
export interface HttpFigures {
  engine: number
  /** Undefined for what is no statement. */
  postgresAlone: number | undefined
  plainServer: number
  toPostgresAlone: number | undefined
  toPlainServer: number
  p50Milliseconds: number
  p99Milliseconds: number
  engineCpuMicroseconds: number
  plainCpuMicroseconds: number
}

export interface HttpReport {
  bench: 'http'
  unit: string
  connections: number
  rounds: number
  /** Load of the machine for each processor when the measurement began. */
  load: number
  results: Record<string, HttpFigures>
}

/** What the engine shall reach of PostgreSQL alone, by path. */
const GOALS: Readonly<Record<string, number>> = {
  'one row': 0.5,
  leaderboard: 0.85,
  feed: 0.85,
  insert: 0.75,
  upsert: 0.85,
}

/** Writes `bench/results/http.json` and `docs/performance-http.md`. */
export function writeReport(report: HttpReport): void {
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  writeFileSync(join(root, 'bench/results/http.json'), `${JSON.stringify(report, null, 2)}\n`)
  const rows = Object.entries(report.results).map(
    ([name, f]) =>
      `| ${name} | ${f.toPostgresAlone?.toFixed(2) ?? ''} | ${GOALS[name] ?? ''} | ${f.toPlainServer.toFixed(2)} | ` +
      `${f.p50Milliseconds.toFixed(1)} / ${f.p99Milliseconds.toFixed(1)} ms | ${f.engineCpuMicroseconds} us | ` +
      `${f.plainCpuMicroseconds} us |`,
  )
  writeFileSync(
    join(root, 'docs/performance-http.md'),
    `# HTTP

Written by \`npm run bench http\`; do not edit. The engine over real HTTP, PostgreSQL alone with the same statements
(begin, context, statement, commit; prepared, pipelined, nothing but the driver), and a plain server in front of them
(node:http, four awaited statements a request; photos read from disk), in turn in one run of ${report.rounds} rounds with
${report.connections} connections, on one database with 2,000 members, 5,000 posts, 20,000 comments and 40,000 reactions. Only ratios
are to be compared. The load was ${report.load.toFixed(1)} for each processor when it began.

| path | to PostgreSQL alone | goal | to the plain server | half / 99 of 100 within | CPU a request, engine | plain server |
|---|---|---|---|---|---|---|
${rows.join('\n')}

The engine sends context and statement as one implicit transaction, which is two statements where PostgreSQL alone runs
four. A ratio above one on a write is that, and noise of the disk: every write waits for it, alone or not.
`,
  )
}
