/** Headers of everything that members have uploaded: browsers may show it, never run it, and not index it. */
export function blobHeaders(cacheControl: string | undefined): Record<string, string> {
  return {
    'cache-control': cacheControl ?? 'no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    // The web app may be on another site than the files.
    'cross-origin-resource-policy': 'cross-origin',
    'x-robots-tag': 'none',
  }
}
