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

/**
 * What a client may have made for it: pages with a head or an address of their own, which need a lookup and compression,
 * and pictures of shared links. Pages and pictures that exist already are not limited. Beyond the limit a client gets the
 * page with its own head, or the club's picture, so that a club house behind one network address notices nothing.
 */
export function makingLimits({ rateLimitScale: scale }: Pick<ResolvedConfig, 'rateLimitScale'>) {
  const buckets = (count: number, intervalMs: number) =>
    createTokenBuckets({ capacity: Math.max(1, count * scale), refill: count * scale, intervalMs })
  const pages = buckets(100, 10_000)
  const pictures = buckets(30, 60_000)
  /** @returns the limits of one request, which counts as one page whatever is made for it. */
  return (ip: string) => {
    let allowed: boolean | undefined
    const mayMake = () => {
      allowed ??= pages.take(limiterKey(ip))
      return allowed
    }
    return { mayMake, mayDraw: () => pictures.take(limiterKey(ip)) }
  }
}
