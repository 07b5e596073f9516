import type { UploadOptions } from 'tus-js-client'
import type { PhotoSending } from './photo-sending.ts'
import { BEGUN } from './upload-way.ts'

type UrlStorage = NonNullable<UploadOptions['urlStorage']>
type BegunUpload = Awaited<ReturnType<UrlStorage['findUploadsByFingerprint']>>[number]

/** As long as the service keeps a begun upload, in milliseconds. */
const LIFETIME_MS = 24 * 3_600_000

/**
 * What a begun upload is found by after a reload: its uploader, bucket and bytes. Empty where the browser has no digests,
 * on a page without TLS.
 */
export async function fingerprintOf({ userId, bucket, photo }: PhotoSending): Promise<string> {
  const { subtle } = globalThis.crypto ?? {}
  if (!subtle) return ''
  const digest = new Uint8Array(await subtle.digest('SHA-256', await photo.arrayBuffer()))
  return `${userId}-${bucket}-${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Begun uploads in the storage of this tab: they survive a reload, and are not left on a shared computer. */
export const begunUploads: UrlStorage = {
  async findAllUploads() {
    return []
  },
  async findUploadsByFingerprint(fingerprint) {
    const key = BEGUN + fingerprint
    const begun = fingerprint === '' ? undefined : read(key)
    if (!begun) return []
    // Also false for a time that is no time.
    if (Date.now() - Date.parse(begun.creationTime) < LIFETIME_MS) return [{ ...begun, urlStorageKey: key }]
    forget(key)
    return []
  },
  async removeUpload(key) {
    forget(key)
  },
  async addUpload(fingerprint, upload) {
    const key = BEGUN + fingerprint
    try {
      sessionStorage.setItem(key, JSON.stringify(upload))
    } catch {
      // Without storage the upload begins again after a reload.
    }
    return key
  },
}

/** Forgets a begun upload, by its fingerprint. */
export function forgetBegun(fingerprint: string): void {
  forget(BEGUN + fingerprint)
}

function read(key: string): BegunUpload | undefined {
  try {
    const begun = JSON.parse(sessionStorage.getItem(key) ?? 'null') as BegunUpload | null
    const isWhole = typeof begun?.uploadUrl === 'string' && typeof begun.metadata?.objectName === 'string'
    return isWhole ? begun : undefined
  } catch {
    return undefined
  }
}

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Without storage nothing was stored.
  }
}
