import type { Database } from '../../db/port.ts'
import type { Caller } from '../../http/caller.ts'
import { limiterKey } from '../../http/client-address.ts'
import { createTokenBuckets } from '../../kernel/token-bucket.ts'
import { storageErrors } from '../errors.ts'
import { usedBytes } from '../sql/objects.ts'

export const UPLOAD_ALLOWANCE = {
  uploadsPerHour: 30,
  /** Renditions made for one address because nobody had requested that size before. */
  renditionsPerMinute: 240,
  /** Milliseconds that a rendition may take; a longer one counts as several. Thumbnails take 10 to 50. */
  msPerRendition: 100,
  /** Bytes of all objects of one account, and of its unfinished uploads at their whole length and in whole blocks. */
  bytes: 200 * 1024 * 1024,
} as const

/** How much one caller may upload. The service role is not limited. */
export interface UploadAllowance {
  /**
   * Counts one upload, before its body is read.
   * @throws {StorageError} 429 when the hour's allowance is used up.
   */
  countUpload(caller: Caller, clientIp: string): void
  /**
   * Counts one rendition that has to be made.
   * @throws {StorageError} 429 when the minute's allowance is used up.
   */
  countRendition(clientIp: string): void
  /**
   * Counts a rendition that took long as several, also above the minute's allowance: the address then waits until it is
   * made up for.
   */
  countRenderingTime(clientIp: string, ms: number): void
  /**
   * Runs the work with the bytes reserved, so that concurrent uploads cannot exceed the limit together.
   * @param begun ID of the unfinished upload that the bytes belong to: what it has reserved does not count as well.
   * @throws {StorageError} 413 when the account's space is not sufficient.
   */
  withSpace<T>(
    caller: Pick<Caller, 'userId' | 'role'>,
    bytes: number,
    work: () => Promise<T>,
    begun?: string,
  ): Promise<T>
}

/** @param scale factor on the hour's and minute's allowances; the space is never scaled. */
export function createUploadAllowance(db: Database, scale: number): UploadAllowance {
  const share = Math.max(1, UPLOAD_ALLOWANCE.uploadsPerHour * scale)
  const rendered = Math.max(1, UPLOAD_ALLOWANCE.renditionsPerMinute * scale)
  const buckets = createTokenBuckets({ capacity: share, refill: share, intervalMs: 3_600_000 })
  const renditions = createTokenBuckets({ capacity: rendered, refill: rendered, intervalMs: 60_000 })
  const reserved = new Map<string, number>()
  const reserve = (userId: string, bytes: number) => {
    const total = (reserved.get(userId) ?? 0) + bytes
    if (total > 0) reserved.set(userId, total)
    else reserved.delete(userId)
    return total
  }

  return {
    countUpload: (caller, clientIp) => {
      if (caller.role === 'service_role') return
      if (!buckets.take(caller.userId ?? `ip ${limiterKey(clientIp)}`))
        throw storageErrors.slowDown('Too many uploads: try later')
    },
    countRendition: (clientIp) => {
      if (!renditions.take(limiterKey(clientIp))) throw storageErrors.slowDown()
    },
    countRenderingTime: (clientIp, ms) => {
      const more = ms / UPLOAD_ALLOWANCE.msPerRendition - 1
      if (more > 0) renditions.charge(limiterKey(clientIp), more)
    },
    withSpace: async (caller, bytes, work, begun) => {
      const { userId, role } = caller
      if (userId === undefined || role === 'service_role') return await work()
      // An unfinished upload has reserved its length in the database: its own row is left out there, those of others count.
      const isReserved = begun !== undefined
      const pending = isReserved ? bytes + reserve(userId, 0) : reserve(userId, bytes)
      try {
        if ((await usedBytes(db, userId, begun)) + pending > UPLOAD_ALLOWANCE.bytes) throw storageErrors.quotaExceeded()
        return await work()
      } finally {
        if (!isReserved) reserve(userId, -bytes)
      }
    },
  }
}
