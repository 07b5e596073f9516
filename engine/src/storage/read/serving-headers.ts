/** Headers of everything that members have uploaded: it is shown, never run, and not indexed. */
export function blobHeaders(cacheControl: string | undefined): Record<string, string> {
  return {
    'cache-control': cacheControl ?? 'no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    // The web app may be served from another site than the files.
    'cross-origin-resource-policy': 'cross-origin',
    'x-robots-tag': 'none',
  }
}
