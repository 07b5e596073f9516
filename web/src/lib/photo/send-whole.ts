import { CACHE_SECONDS, type PhotoSending } from './photo-sending.ts'
import { LineLost, stallWatch } from './upload-line.ts'
import { uploadRefusal } from './upload-refusal.ts'

/**
 * Sends a photo in one request: the one that the client's own upload would send. That one reports no progress, because
 * fetch does not.
 * @throws {LineLost} without an answer; {PhotoError} for a refusal; the signal's reason when it was cancelled.
 */
export async function sendWhole(sending: PhotoSending): Promise<void> {
  const { url, bucket, path, photo, signal, onProgress } = sending
  const headers = await sending.headers()
  signal.throwIfAborted()
  const body = new FormData()
  body.append('cacheControl', CACHE_SECONDS)
  body.append('', photo)
  await new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const watch = stallWatch(abort)
    request.open('POST', `${url}/storage/v1/object/${bucket}/${path}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (!lengthComputable) return
      watch.moved(loaded === total)
      if (loaded === total) sending.mayBeStored = true
      onProgress(loaded / total)
    }
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else reject(uploadRefusal(request.status, request.responseText))
    }
    request.onerror = () => reject(new LineLost())
    request.onabort = () => reject(signal.aborted ? signal.reason : new LineLost())
    request.onloadend = () => {
      watch.end()
      signal.removeEventListener('abort', abort)
    }
    signal.addEventListener('abort', abort)
    request.send(body)
  })
}
