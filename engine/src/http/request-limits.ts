import type { IncomingHttpHeaders } from 'node:http'
import type { ResolvedConfig } from '../config.ts'
import { createTokenBuckets } from '../kernel/token-bucket.ts'
import { limiterKey } from './client-address.ts'
import { holdsSecretKey } from './secret-key.ts'

/**
 * Whether a client may send another request, by the limits for ten seconds and for a minute. Who holds the secret key,
 * as functions and jobs do, is not limited.
 */
export function requestLimits({
  rateLimitScale: scale,
  secretKey,
}: Pick<ResolvedConfig, 'rateLimitScale' | 'secretKey'>): (ip: string, headers: IncomingHttpHeaders) => boolean {
  const limits = [
    createTokenBuckets({ capacity: 100 * scale, refill: 100 * scale, intervalMs: 10_000 }),
    createTokenBuckets({ capacity: 600 * scale, refill: 600 * scale, intervalMs: 60_000 }),
  ]
  return (ip, headers) => holdsSecretKey(headers, secretKey) || limits.every((bucket) => bucket.take(limiterKey(ip)))
}
