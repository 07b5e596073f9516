import type { UploadWatch } from '../../lib/photo/photo-upload.ts'
import { uploadCatchPhoto } from './photo-query.ts'
import { holdPhoto } from './waiting-queue.ts'

/**
 * Uploads the photo of a new catch, or holds it on this device when there is no line, or none any more: it is then sent
 * with its catch. Without storage the upload waits for the line, as every other one.
 * @returns how the catch names it.
 */
export async function uploadOrHold(userId: string, file: File, watch: UploadWatch): Promise<string> {
  if (!navigator.onLine) {
    const held = await holdPhoto(userId, file).catch(ifDamaged)
    if (held !== undefined) return held
  }
  const own = new AbortController()
  const cancel = () => own.abort(watch.signal.reason)
  watch.signal.addEventListener('abort', cancel)
  try {
    return await new Promise<string>((resolve, reject) => {
      let isHolding = false
      const onWait = (waiting: boolean) => {
        if (!waiting || isHolding) return watch.onWait(waiting)
        isHolding = true
        holdPhoto(userId, file).then(
          (held) => {
            resolve(held)
            own.abort()
          },
          () => watch.onWait(true),
        )
      }
      uploadCatchPhoto(userId, file, { ...watch, signal: own.signal, onWait }).then(resolve, reject)
    })
  } finally {
    watch.signal.removeEventListener('abort', cancel)
  }
}

/** A damaged photo is refused here, too; anything else is left to the upload. */
function ifDamaged(error: unknown): undefined {
  if (error instanceof Error && error.name === 'PhotoError') throw error
}
