import { loadConfig } from '../../config/runtime-config.ts'
import { supabase } from '../supabase.ts'
import { checkPhoto } from './photo-check.ts'
import { PhotoError } from './photo-error.ts'
import { fileExtension, shrinkPhoto } from './photo-shrink.ts'

export { shrinkPhoto } from './photo-shrink.ts'

export type PhotoBucket = 'avatars' | 'fishing-photos' | 'newsfeed-images' | 'games-images' | 'game-photos'

/** How long browsers may keep an uploaded photo, in seconds. */
const CACHE_SECONDS = '3600'

/** Options to follow and cancel one upload. */
export interface UploadWatch {
  signal: AbortSignal
  /** Called with the fraction sent, 0 to 1. */
  onProgress: (share: number) => void
}

export interface PhotoUpload extends Partial<UploadWatch> {
  bucket: PhotoBucket
  file: File
  /** The uploader: the first folder of the path, the only one that the service lets them write to. */
  userId: string
}

/**
 * Checks, shrinks and uploads a photo.
 * @returns its public address.
 * @throws {PhotoError} by its kind; the signal's reason when it was cancelled.
 */
export async function uploadPhoto({ bucket, file, userId, signal, onProgress }: PhotoUpload): Promise<string> {
  await checkPhoto(file)
  const photo = await shrinkPhoto(file)
  signal?.throwIfAborted()
  const [client, { url, publishableKey }] = await Promise.all([supabase(), loadConfig()]).catch((cause: unknown) => {
    throw new PhotoError('network', { cause })
  })
  const { data } = await client.auth.getSession()
  if (!data.session) throw new PhotoError('refused')

  const path = `${userId}/${Date.now()}.${fileExtension(photo.type)}`
  const body = new FormData()
  body.append('cacheControl', CACHE_SECONDS)
  body.append('', photo)
  await send(`${url}/storage/v1/object/${bucket}/${path}`, body, {
    headers: { authorization: `Bearer ${data.session.access_token}`, apikey: publishableKey, 'x-upsert': 'false' },
    signal,
    onProgress,
  })
  return client.storage.from(bucket).getPublicUrl(path).data.publicUrl
}

interface Sending {
  headers: Record<string, string>
  signal: AbortSignal | undefined
  onProgress: UploadWatch['onProgress'] | undefined
}

// The client's own upload reports no progress, because fetch does not; this request is the one that it would send.
function send(address: string, body: FormData, { headers, signal, onProgress }: Sending): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open('POST', address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress?.(loaded / total)
    }
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else reject(refusal(request.status, request.responseText))
    }
    request.onerror = () => reject(new PhotoError('network'))
    request.onabort = () => reject(signal?.reason)
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.addEventListener('abort', abort)
    request.send(body)
  })
}

function refusal(status: number, text: string): PhotoError {
  const code = storageStatus(text) ?? status
  // 413 means that the account's space is full: the photo was shrunk before.
  // Its header was checked before sending, so a photo that the service cannot decode is damaged.
  const kind = code === 415 ? 'damaged' : code >= 500 ? 'network' : 'refused'
  return new PhotoError(kind, { cause: new Error(`storage answered ${status}: ${text.slice(0, 500)}`) })
}

/** The status in the body: hosted storage sends most refusals as 400 and the real status in the body. */
function storageStatus(text: string): number | undefined {
  try {
    const status = Number((JSON.parse(text) as { statusCode?: unknown }).statusCode)
    return status >= 400 ? status : undefined
  } catch {
    return undefined
  }
}
