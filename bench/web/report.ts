import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './instance.ts'
import type { Interaction } from './interactions.ts'

/** Medians of one page; see `Visit`, with the compressed size of scripts in bytes. */
export interface PageFigures {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  fcp: number
  lcp: number
  tbt: number
  cls: number
  requests: number
  scriptBytes: number
  styleBytes: number
  totalBytes: number
  scriptGzip: number
  failed: string[]
}

export interface Figures {
  runs: number
  /** Load of the machine per processor during the benchmark; above 1 there was more work than it could do. */
  load: number
  pages: Record<string, PageFigures>
  longestClick: Record<Interaction, number>
}

const KB = 1024
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const kilobytes = (bytes: number) => `${Math.round(bytes / KB)} KB`

/** Writes `bench/results/web.json` and `docs/performance-web.md`. */
export function writeReport(figures: Figures): void {
  writeFileSync(join(root, 'bench/results/web.json'), `${JSON.stringify(figures, null, 2)}\n`)
  const rows = Object.entries(figures.pages).map(
    ([page, f]) =>
      `| ${page} | ${f.performance} | ${f.accessibility} | ${f.bestPractices} | ${f.seo} | ${seconds(f.fcp)} | ` +
      `${seconds(f.lcp)} | ${Math.round(f.tbt)} ms | ${f.cls.toFixed(3)} |`,
  )
  const weights = Object.entries(figures.pages).map(
    ([page, f]) =>
      `| ${page} | ${kilobytes(f.scriptGzip)} | ${kilobytes(f.scriptBytes)} | ${kilobytes(f.styleBytes)} | ` +
      `${kilobytes(f.totalBytes)} | ${f.requests} |`,
  )
  const clicks = Object.entries(figures.longestClick).map(([name, ms]) => `| ${name} | ${Math.round(ms)} ms | 100 ms |`)
  const failed = Object.entries(figures.pages).flatMap(([page, f]) => f.failed.map((audit) => `- ${page}: ${audit}`))
  writeFileSync(
    join(root, 'docs/performance-web.md'),
    `# The web app on a phone

Written by \`npm run bench web\`; do not edit. Measured with Lighthouse 12 as a phone (slow 4G, processor slowed down four
times), with empty storage, on the demo club; the feed and the games as a member. The figures are medians of ${figures.runs} visits.
The load per processor was ${figures.load.toFixed(1)} during the measurement. A load above 1 lengthens the blocking time, which lowers the
performance score and slows down the clicks. Sizes, counts, shifts and the other scores do not depend on it.

| page | performance | accessibility | best practices | SEO | FCP | LCP | blocking | CLS |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}
| goal | 95 | 100 | 100 | | | | | under 0.02 |

\`robots.txt\` excludes members' pages from search engines, which lowers their SEO score.

| page | scripts with gzip | scripts as sent | styles | total | requests |
|---|---|---|---|---|---|
${weights.join('\n')}

The scripts include the client (about 52 KB with gzip), which loads in parallel with the app. Goals, checked by
\`e2e/web-weight.spec.ts\`: 120 KB before the landing page is usable, for which it does not need the client, and 220 KB
before the feed is usable.

The slowest of ten clicks, measured to the next frame with the processor slowed down four times. Median of ${figures.runs} runs:

| click | time | goal |
|---|---|---|
${clicks.join('\n')}
${failed.length > 0 ? `\nAudits that failed:\n\n${failed.join('\n')}\n` : ''}`,
  )
}
