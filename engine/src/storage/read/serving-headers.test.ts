import { expect, it } from 'vitest'
import { blobHeaders } from './serving-headers.ts'

it.each([
  ['max-age=3600', 'max-age=3600'],
  ['public, max-age=60', 'public, max-age=60'],
  ['public, max-age=999999999, immutable', 'public, max-age=3600'],
  ['immutable', 'no-cache'],
  ['public', 'no-cache'],
  ['private, no-store', 'no-store'],
  ['no-cache', 'no-cache'],
  [undefined, 'no-cache'],
])(
  'an upload with Cache-Control %j is served with %j, so caches drop it within an hour of its deletion',
  (stored, served) => {
    expect(blobHeaders(stored)['cache-control']).toBe(served)
  },
)
