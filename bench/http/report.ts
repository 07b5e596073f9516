import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../engine/engine-process.ts'

/** One path: requests per second, their ratios, and the time of a request. */
export interface HttpFigures {
  engine: number
  /** Undefined when the request runs no statement. */
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
  /** Load of the machine per processor when the benchmark began. */
  load: number
  results: Record<string, HttpFigures>
}

/** The share of PostgreSQL alone that the engine has to reach, by path. */
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

Written by \`npm run bench http\`; do not edit. The benchmark compares three servers, alternating in one run of
${report.rounds} rounds with ${report.connections} connections:

- the engine over real HTTP;
- PostgreSQL alone with the same statements (begin, context, statement, commit; prepared and pipelined, driver only);
- a plain server in front of PostgreSQL (node:http, four awaited statements per request; photos read from disk).

The database has 2,000 members, 5,000 posts, 20,000 comments and 40,000 reactions. Compare only the ratios. The load per
processor was ${report.load.toFixed(1)} at the start.

| path | relative to PostgreSQL alone | goal | relative to the plain server | p50 / p99 | CPU per request, engine | plain server |
|---|---|---|---|---|---|---|
${rows.join('\n')}

The engine sends context and statement as one implicit transaction: two statements, where PostgreSQL alone runs four. This
explains ratios above one on writes, together with variation of the disk, for which every write waits.
`,
  )
}
