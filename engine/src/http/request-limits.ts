import type { IncomingHttpHeaders } from 'node:http'
import type { ResolvedConfig } from '../config.ts'
import { createTokenBuckets } from '../kernel/token-bucket.ts'
import { sameText } from './caller-resolver.ts'
import { limiterKey } from './client-address.ts'

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
  const isOurs = ({ apikey, authorization }: IncomingHttpHeaders) => {
    const key = apikey?.toString() ?? /^bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
    return key !== undefined && sameText(key, secretKey)
  }
  return (ip, headers) => isOurs(headers) || limits.every((bucket) => bucket.take(limiterKey(ip)))
}
