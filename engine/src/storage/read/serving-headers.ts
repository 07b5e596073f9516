/** In seconds. A picture that is taken down is gone from every browser and proxy after that. */
const LONGEST = 3_600

/** Headers of everything that members have uploaded: browsers may show it, never run it, and not index it. */
export function blobHeaders(cacheControl: string | undefined): Record<string, string> {
  return {
    'cache-control': briefly(cacheControl ?? ''),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    // The web app may be on another site than the files.
    'cross-origin-resource-policy': 'cross-origin',
    'x-robots-tag': 'none',
  }
}

/** The stored Cache-Control, for no longer than the longest time, whatever the uploader asked for. */
function briefly(stored: string): string {
  if (stored.includes('no-store')) return 'no-store'
  const seconds = /max-age=(\d+)/.exec(stored)?.[1]
  if (seconds === undefined) return 'no-cache'
  const readers = /public|private/.exec(stored)?.[0]
  return `${readers ? `${readers}, ` : ''}max-age=${Math.min(Number(seconds), LONGEST)}`
}
