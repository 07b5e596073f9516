import type { IncomingHttpHeaders } from 'node:http'
import type { ServedObject } from './public-objects.ts'

export interface Validators {
  etag: string
  'last-modified': string
}

/** ETag and Last-Modified of an object's bytes. */
export function validators({ metadata, version, updated_at }: ServedObject): Validators {
  const changed = new Date(metadata?.lastModified ?? updated_at)
  return { etag: metadata?.eTag ?? `"${version}"`, 'last-modified': changed.toUTCString() }
}

/** True when the client has these bytes already; If-None-Match takes precedence over If-Modified-Since. */
export function isNotModified(headers: IncomingHttpHeaders, tags: Validators): boolean {
  const match = headers['if-none-match']
  if (match !== undefined)
    return match.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === tags.etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return !Number.isNaN(since) && Date.parse(tags['last-modified']) <= since
}
