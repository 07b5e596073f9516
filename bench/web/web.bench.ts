// The web app on a phone, measured by Lighthouse and a scripted browser. Prints one JSON line
// and writes bench/results/web.json and docs/performance-web.md.
import { availableParallelism, loadavg } from 'node:os'
import { gzipSync } from 'node:zlib'
import { openBrowser } from './browser.ts'
import { type Instance, startDemo } from './instance.ts'
import { INTERACTIONS, type Interaction, longestClick } from './interactions.ts'
import { type Visit, visit } from './lighthouse.ts'
import { type PageFigures, writeReport } from './report.ts'

const RUNS = Number(process.env.BENCH_RUNS ?? 5)
const SITE_PORT = 4320
const BROWSER_PORT = 4321

const PAGES = [
  { path: '/', member: false },
  { path: '/leaderboard', member: false },
  { path: '/newsfeed', member: true },
  { path: '/games', member: true },
]

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

await measure()

async function measure(): Promise<void> {
  const instance = await startDemo(SITE_PORT)
  try {
    const loads: number[] = []
    const pages: Record<string, PageFigures> = {}
    for (const { path, member } of PAGES) {
      pages[path] = await measurePage(instance, path, member)
      loads.push(loadavg()[0] ?? 0)
    }
    const clicks: Partial<Record<Interaction, number>> = {}
    for (const interaction of INTERACTIONS) {
      const times: number[] = []
      for (let run = 0; run < RUNS; run += 1) times.push(await longestClick(instance, interaction))
      clicks[interaction] = median(times)
      loads.push(loadavg()[0] ?? 0)
    }
    const load = median(loads) / availableParallelism()
    const figures = { runs: RUNS, load, pages, longestClick: clicks as Record<Interaction, number> }
    writeReport(figures)
    console.log(JSON.stringify({ bench: 'web', ...figures }))
  } finally {
    await instance.close()
  }
}

async function measurePage(instance: Instance, path: string, member: boolean): Promise<PageFigures> {
  const { url } = instance
  const visits: Visit[] = []
  const browser = await openBrowser(BROWSER_PORT, member ? { url, session: await instance.session('tom') } : undefined)
  try {
    for (let run = 0; run < RUNS; run += 1) visits.push(await visit(url + path, browser))
  } finally {
    await browser.close()
  }
  const middle = (of: (one: Visit) => number) => median(visits.map(of))
  const gzips: number[] = []
  for (const { scripts } of visits) gzips.push(await gzipOf(url, scripts))
  return {
    performance: middle((one) => one.performance),
    accessibility: middle((one) => one.accessibility),
    bestPractices: middle((one) => one.bestPractices),
    seo: middle((one) => one.seo),
    fcp: middle((one) => one.fcp),
    lcp: middle((one) => one.lcp),
    tbt: middle((one) => one.tbt),
    cls: middle((one) => one.cls),
    requests: middle((one) => one.requests),
    scriptBytes: middle((one) => one.scriptBytes),
    styleBytes: middle((one) => one.styleBytes),
    totalBytes: middle((one) => one.totalBytes),
    scriptGzip: median(gzips),
    failed: [...new Set(visits.flatMap((one) => one.failed))].sort(),
  }
}

async function gzipOf(url: string, files: readonly string[]): Promise<number> {
  let sum = 0
  for (const file of files) sum += gzipSync(await (await fetch(url + file)).arrayBuffer(), { level: 9 }).length
  return sum
}
