import type { BanksideClient } from '../supabase.ts'
import { clearAway } from './upload-line.ts'

export type PhotoBucket =
  | 'avatars'
  | 'fishing-photos'
  | 'newsfeed-images'
  | 'games-images'
  | 'game-photos'
  | 'catch-photos'

/** Options to follow and cancel one upload. */
export interface UploadWatch {
  signal: AbortSignal
  /** Called with the fraction sent, 0 to 1. */
  onProgress: (share: number) => void
  /**
   * Called with true when the line is lost and the upload waits for it, and with false when it goes on. An error that it
   * throws with true ends the upload; what was begun stays, and a further call goes on with it.
   */
  onWait: (waiting: boolean) => void
}

/** A photo on its way; the same for each way of sending it. */
export interface PhotoSending extends UploadWatch {
  /** Address of the service, without a path. */
  url: string
  bucket: PhotoBucket
  /** Name of the object in its bucket. */
  path: string
  photo: File
  userId: string
  /**
   * The headers of each request, with the token of this moment.
   * @throws {LineLost} when the token has to be renewed and cannot; {PhotoError} `refused` when the member has signed out.
   */
  headers: () => Promise<Record<string, string>>
  /** Whether all bytes have once been sent: the photo may be stored although no answer has arrived. */
  mayBeStored: boolean
  /** The removal of what was begun, after a cancel. */
  clearing: Promise<void> | undefined
}

/** Seconds for which browsers may keep an uploaded photo. */
export const CACHE_SECONDS = '3600'

/** Removes a photo that may have been stored before its upload was cancelled. */
export async function removeSent(client: BanksideClient, sending: PhotoSending): Promise<void> {
  await sending.clearing
  await clearAway(async () => {
    const { error } = await client.storage.from(sending.bucket).remove([sending.path])
    if (error) throw error
  })
}
