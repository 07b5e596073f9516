import lighthouse, { type Result } from 'lighthouse'
import type { Browser } from './browser.ts'

/** One visit of one page; times in milliseconds, sizes in bytes as transferred. */
export interface Visit {
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
  /** Paths of the scripts, for their compressed size. */
  scripts: string[]
  /** Failed audits, by name. */
  failed: string[]
}

interface NetworkRequest {
  url: string
  resourceType?: string
  transferSize: number
  sessionTargetType?: string
}

// In one of about forty visits the browser's record lacks the start; nothing was measured then.
const TRIES = 3

async function audited(url: string, port: number): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    const report = (await lighthouse(url, { port, logLevel: 'silent', output: 'json' }))?.lhr
    if (report && !report.runtimeError) return report
    if (report?.runtimeError?.code !== 'NO_NAVSTART' || tried === TRIES)
      throw new Error(`Lighthouse: ${report?.runtimeError?.message ?? 'no report'}`)
  }
}

/** Loads a page as Lighthouse's phone: with its slow network and slow processor, nothing stored. */
export async function visit(url: string, { port }: Browser): Promise<Visit> {
  const report = await audited(url, port)
  const score = (name: string) => Math.round((report.categories[name]?.score ?? 0) * 100)
  const value = (name: string) => report.audits[name]?.numericValue ?? Number.NaN
  const table = report.audits['network-requests']?.details as unknown as { items: NetworkRequest[] } | undefined
  const requests = (table?.items ?? []).filter((item) => item.sessionTargetType !== 'service-worker')
  const bytes = (type?: string) =>
    requests
      .filter(({ resourceType }) => type === undefined || resourceType === type)
      .reduce((sum, { transferSize }) => sum + transferSize, 0)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    requests: requests.length,
    scriptBytes: bytes('Script'),
    styleBytes: bytes('Stylesheet'),
    totalBytes: bytes(),
    scripts: requests.filter(({ resourceType }) => resourceType === 'Script').map((item) => new URL(item.url).pathname),
    failed: Object.values(report.audits)
      .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
      .map(({ id }) => id),
  }
}
