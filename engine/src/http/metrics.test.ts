import { describe, expect, it } from 'vitest'
import { createMetrics, routeOf } from './metrics.ts'
import type { HttpRequest } from './types.ts'

const get = (headers: object, more: object = {}) =>
  ({ method: 'GET', path: '/metrics', headers, ...more }) as unknown as HttpRequest

describe('routeOf', () => {
  it.each([
    ['/rest/v1/profiles', 'rest', 'rows'],
    ['/rest/v1/made-up-a-moment-ago', 'rest', 'rows'],
    ['/rest/v1/rpc/delete_user', 'rest', 'rpc'],
    ['/rest/v1/', 'rest', 'other'],
    ['/auth/v1/token', 'auth', 'token'],
    ['/auth/v1/verify/secret', 'auth', 'verify'],
    ['/auth/v1/otp', 'auth', 'otp'],
    ['/auth/v1/admin/generate_link', 'auth', 'admin'],
    ['/auth/v1/made-up', 'auth', 'other'],
    ['/storage/v1/object/public/avatars/a.png', 'storage', 'object'],
    ['/storage/v1/cdn/avatars/a.png', 'storage', 'cdn'],
    ['/storage/v1/upload/resumable/secret', 'storage', 'upload'],
    ['/storage/v1/made-up', 'storage', 'other'],
    ['/realtime/v1/websocket', 'realtime', 'websocket'],
    ['/toString/v1/x', 'site', 'pages'],
    ['/assets/index.js', 'site', 'assets'],
    ['/newsfeed', 'site', 'pages'],
    ['/metrics', 'site', 'metrics'],
  ])('%s', (path, service, route) => {
    expect(routeOf(path)).toEqual({ service, route })
  })
})

describe('metrics', () => {
  it('are neither collected nor served without a token setting', async () => {
    const metrics = createMetrics(undefined)
    metrics.observe({ method: 'GET', path: '/' }, 200, 1)
    metrics.countMessage('in')
    metrics.gauge('a', 'b', 'c', () => ({}))
    expect((await metrics.service.handle(get({ authorization: 'Bearer undefined' }))).status).toBe(404)
  })

  it('are served to readers with the token', async () => {
    const metrics = createMetrics('a-token-of-the-club')
    for (const headers of [{}, { authorization: 'Bearer another' }, { authorization: 'a-token-of-the-club' }])
      expect((await metrics.service.handle(get(headers))).status).toBe(401)
    const headers = { authorization: 'Bearer a-token-of-the-club' }
    expect((await metrics.service.handle(get(headers))).status).toBe(200)
    expect((await metrics.service.handle(get(headers, { method: 'POST' }))).status).toBe(405)
    expect((await metrics.service.handle(get(headers, { path: '/metrics/x' }))).status).toBe(404)
  })

  it('count requests, refusals, times and messages, and read gauges on demand', async () => {
    const metrics = createMetrics('a-token-of-the-club')
    metrics.observe({ method: 'GET', path: '/rest/v1/profiles' }, 200, 0.004)
    metrics.observe({ method: 'BREW', path: '/auth/v1/token' }, 429, 0.001)
    metrics.countMessage('out')
    metrics.gauge('bankside_lures', 'Lures.', 'kind', () => ({ spoon: 3 }))
    const reply = await metrics.service.handle(get({ authorization: 'Bearer a-token-of-the-club' }))
    const lines = String(reply.body).split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        'bankside_http_requests_total{service="rest",route="rows",method="GET",status="200"} 1',
        'bankside_http_requests_total{service="auth",route="token",method="other",status="429"} 1',
        'bankside_http_rate_limited_total{service="auth"} 1',
        'bankside_http_request_duration_seconds_bucket{le="0.005",service="rest"} 1',
        'bankside_http_request_duration_seconds_bucket{le="0.0025",service="rest"} 0',
        'bankside_realtime_messages_total{direction="out"} 1',
        'bankside_lures{kind="spoon"} 3',
      ]),
    )
    expect(lines.some((line) => line.startsWith('nodejs_eventloop_lag_p99_seconds'))).toBe(true)
  })
})
