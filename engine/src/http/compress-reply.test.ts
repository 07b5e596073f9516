import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compressReply } from './compress-reply.ts'
import type { HttpReply } from './types.ts'

const rows = JSON.stringify(Array.from({ length: 40 }, (_, id) => ({ id, content: 'Two runs at dawn, none landed.' })))
const reply: HttpReply = { status: 206, headers: { 'content-type': 'application/json; charset=utf-8' }, body: rows }
const request = (accept: string | undefined, url = '/rest/v1/newsfeed_posts', method = 'GET') => ({
  method,
  url,
  headers: { 'accept-encoding': accept },
})

it('compresses rows to a fraction of their bytes, and keeps status and other headers', async () => {
  const { status, headers, body } = await compressReply(request('gzip, deflate, br'), {
    ...reply,
    headers: { 'content-type': 'application/json', 'content-range': '0-39/*', vary: 'Accept' },
  })
  expect(status).toBe(206)
  expect(headers).toEqual({
    'content-type': 'application/json',
    'content-range': '0-39/*',
    'content-encoding': 'gzip',
    vary: 'Accept, Accept-Encoding',
  })
  expect((body as Buffer).length).toBeLessThan(rows.length / 4)
  expect(gunzipSync(body as Buffer).toString()).toBe(rows)
})

it.each(['gzip', '*', 'br;q=1.0, gzip;q=0.5', 'GZIP ; q=0.001'])('compresses for %j', async (accept) => {
  expect((await compressReply(request(accept), reply)).headers?.['content-encoding']).toBe('gzip')
})

describe('does not compress', () => {
  it.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.000, br', 'gzip;q=0, *', 'xgzip'])(
    'a reply to Accept-Encoding %j',
    async (accept) => {
      expect(await compressReply(request(accept), reply)).toBe(reply)
    },
  )

  it.each([
    ['replies of Auth, which contain tokens', request('gzip', '/auth/v1/token'), reply],
    ['heads', request('gzip', '/rest/v1/newsfeed_posts', 'HEAD'), reply],
    ['a body that fits into one packet', request('gzip'), { ...reply, body: rows.slice(0, 1_199) }],
    ['bytes', request('gzip'), { ...reply, body: Buffer.from(rows) }],
    ['a body that is not text', request('gzip'), { ...reply, headers: { 'content-type': 'application/octet-stream' } }],
  ])('%s', async (_, asked, answer) => {
    expect(await compressReply(asked, answer)).toBe(answer)
  })
})
