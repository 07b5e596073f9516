import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './instance.ts'
import type { Interaction } from './interactions.ts'

/** Medians of one page; see `Visit`, with scripts by gzip in bytes. */
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
  /** Load of the machine for each processor while it was measured; above 1 it had more to do than it could. */
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

Written by \`npm run bench web\`; do not edit. Lighthouse 12 as a phone (its slow 4G and four times slower processor),
nothing stored, on the demo's club; the feed and the games as a member. Medians of ${figures.runs} visits each. Times follow the
machine: the load was ${figures.load.toFixed(1)} for each processor while this was measured, and what is above 1 lengthens the blocking time
and with it lowers the score for performance and slows the clicks. Sizes, counts, shifts and the other scores do not
depend on it.

| page | performance | accessibility | best practices | SEO | FCP | LCP | blocking | CLS |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}
| goal | 95 | 100 | 100 | | | | | under 0.02 |

Pages of members are closed to search engines by \`robots.txt\`, which is what their SEO figure says.

| page | scripts by gzip | scripts as sent | styles | everything | requests |
|---|---|---|---|---|---|
${weights.join('\n')}

The scripts hold the client (about 52 KB by gzip), which comes beside the app. Goals, checked by \`e2e/web-weight.spec.ts\`:
120 KB before the landing page is usable, which it is without the client; 220 KB before the feed is.

The longest of ten clicks to the next frame, with the processor four times slower, median of ${figures.runs} runs:

| click | time | goal |
|---|---|---|
${clicks.join('\n')}
${failed.length > 0 ? `\nAudits that did not pass:\n\n${failed.join('\n')}\n` : ''}`,
  )
}
