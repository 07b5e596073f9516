import { loadConfig } from '../../config/runtime-config.ts'
import { tokenOfMember } from '../member-token.ts'
import { type BanksideClient, supabase } from '../supabase.ts'
import { checkPhoto } from './photo-check.ts'
import { PhotoError } from './photo-error.ts'
import { type PhotoBucket, type PhotoSending, removeSent, type UploadWatch } from './photo-sending.ts'
import { fileExtension, shrinkPhoto } from './photo-shrink.ts'
import { sendWhole } from './send-whole.ts'
import { LineLost } from './upload-line.ts'
import { isSentInParts } from './upload-way.ts'

export type { PhotoBucket, UploadWatch } from './photo-sending.ts'
export { shrinkPhoto } from './photo-shrink.ts'

export interface PhotoUpload extends Partial<UploadWatch> {
  bucket: PhotoBucket
  file: File
  /** The uploader: the first folder of the path, the only one that the service lets them write to. */
  userId: string
}

/**
 * Checks, shrinks and uploads a photo. When the line is lost, the upload waits for it and goes on.
 * @returns its public address.
 * @throws {PhotoError} by its kind; the signal's reason when it was cancelled: what was begun is then removed.
 */
export async function uploadPhoto(upload: PhotoUpload): Promise<string> {
  const { bucket, file, userId, signal = new AbortController().signal, onProgress, onWait } = upload
  await checkPhoto(file)
  // Each upload may come to need it, and once the line is lost it could not be loaded.
  const inParts = import('./send-in-parts.ts')
  inParts.catch(() => {})
  const photo = await shrinkPhoto(file)
  signal.throwIfAborted()
  const [client, { url, publishableKey }] = await Promise.all([supabase(), loadConfig()]).catch((cause: unknown) => {
    throw new PhotoError('network', { cause })
  })
  const sending: PhotoSending = {
    url,
    bucket,
    path: `${userId}/${Date.now()}.${fileExtension(photo.type)}`,
    photo,
    userId,
    headers: async () => ({
      authorization: `Bearer ${await tokenOf(client, userId)}`,
      apikey: publishableKey,
      'x-upsert': 'false',
    }),
    signal,
    onProgress: (share) => !signal.aborted && onProgress?.(share),
    onWait: (waiting) => !signal.aborted && onWait?.(waiting),
    mayBeStored: false,
    clearing: undefined,
  }
  try {
    const path = await send(sending, inParts)
    return client.storage.from(bucket).getPublicUrl(path).data.publicUrl
  } catch (error) {
    if (signal.aborted && sending.mayBeStored) void removeSent(client, sending)
    throw error
  }
}

/** @returns the photo's path in its bucket. */
async function send(sending: PhotoSending, inParts: Promise<typeof import('./send-in-parts.ts')>): Promise<string> {
  if (!isSentInParts(sending.photo.size, sending.userId)) {
    try {
      await sendWhole(sending)
      return sending.path
    } catch (error) {
      if (!(error instanceof LineLost)) throw error
      sending.onWait(true)
    }
  }
  const { sendInParts } = await inParts.catch((cause: unknown) => {
    throw new PhotoError('network', { cause })
  })
  sending.signal.throwIfAborted()
  return await sendInParts(sending)
}

/** The token of this moment; the client renews it when it has expired. */
async function tokenOf(client: BanksideClient, userId: string): Promise<string> {
  const token = await tokenOfMember(client, userId).catch((cause: unknown) => {
    throw new LineLost({ cause })
  })
  if (token === undefined) throw new PhotoError('refused')
  return token
}
