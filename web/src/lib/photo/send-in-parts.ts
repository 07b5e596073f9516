import { DetailedError, Upload, type UploadOptions } from 'tus-js-client'
import { begunUploads, fingerprintOf, forgetBegun } from './begun-uploads.ts'
import { PhotoError } from './photo-error.ts'
import { CACHE_SECONDS, type PhotoSending } from './photo-sending.ts'
import { clearAway, LineLost, lineBack, stallWatch } from './upload-line.ts'
import { storageStatus, uploadRefusal } from './upload-refusal.ts'

/** Bytes of each part but the last one. Hosted Supabase accepts no other number. */
const PART_BYTES = 6 * 1024 * 1024

/** How often in a row, without progress, an answer may ask for a further attempt. An absent answer may do so for ever. */
const MOST_ANSWERS = 5

/** Answers to a part after which the service knows better how much it has: it is asked, and the upload goes on. */
const ASK_AGAIN = [404, 409, 410, 429]

/**
 * Sends a photo by the protocol tus, so that it goes on where it was when the line was lost: as soon as the browser says
 * that it is online, and after growing delays. A photo that was begun before a reload of the tab goes on, too.
 * @returns the photo's path in its bucket: the one of the upload that was begun.
 * @throws {PhotoError} for a refusal, and `network` when the service keeps failing; the signal's reason when it was
 * cancelled. What was begun is then removed, but after `network` a further call goes on with it.
 */
export async function sendInParts(sending: PhotoSending): Promise<string> {
  const { url: site, bucket, photo, signal } = sending
  const fingerprint = await fingerprintOf(sending)
  const [begun] = await begunUploads.findUploadsByFingerprint(fingerprint)
  if (begun?.metadata.objectName) {
    sending.path = begun.metadata.objectName
    // Its last answer may have been lost with the page.
    sending.mayBeStored = true
  }
  let uploadUrl = begun?.uploadUrl ?? null
  let farthest = 0
  let failures = 0
  let answers = 0

  const clear = (address: string) => {
    sending.clearing = clearAway(() => terminate(sending, address))
  }
  const remove = (address: string) => {
    forgetBegun(fingerprint)
    clear(address)
  }

  const attempt = (): Promise<void> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      let stopped = false
      let offset: number | undefined
      const stop = (reason: unknown) => {
        stopped = true
        // A request that begins the upload is awaited: its answer has the address by which the upload is removed.
        if (uploadUrl !== null) void upload.abort()
        end()
        reject(reason)
      }
      const cancel = () => stop(signal.reason)
      const watch = stallWatch(() => stop(new LineLost()))
      const end = () => {
        watch.end()
        signal.removeEventListener('abort', cancel)
      }
      const options: UploadOptions = {
        endpoint: `${site}/storage/v1/upload/resumable`,
        uploadUrl,
        metadata: {
          bucketName: bucket,
          objectName: sending.path,
          contentType: photo.type,
          cacheControl: CACHE_SECONDS,
        },
        chunkSize: PART_BYTES,
        // An upload that is begun with its bytes has no address before all of them have arrived.
        uploadDataDuringCreation: false,
        fingerprint: async () => fingerprint,
        urlStorage: {
          ...begunUploads,
          addUpload: (print, started) => (stopped ? Promise.resolve('') : begunUploads.addUpload(print, started)),
        },
        removeFingerprintOnSuccess: true,
        // The library gives up when the browser is offline.
        retryDelays: null,
        onBeforeRequest: async (request) => {
          const headers = await sending.headers()
          if (stopped) throw new LineLost()
          for (const [name, value] of Object.entries(headers)) request.setHeader(name, value)
          watch.moved()
        },
        onAfterResponse: (request, response) => {
          if (stopped) return
          watch.moved()
          sending.onWait(false)
          const [status, text] = [response.getStatus(), response.getBody()]
          // The library would begin the upload again.
          if (request.getMethod() === 'HEAD' && (status >= 500 || status === 429))
            throw new PhotoError('network', { cause: uploadRefusal(status, text) })
        },
        onUploadUrlAvailable: () => {
          if (stopped) {
            void upload.abort()
            if (upload.url !== null && upload.url !== uploadUrl) clear(upload.url)
          } else uploadUrl = upload.url
        },
        onProgress: (sent, total) => {
          if (stopped) return
          offset ??= sent
          if (offset > farthest) {
            farthest = offset
            failures = 0
            answers = 0
          }
          if (sent === total) sending.mayBeStored = true
          watch.moved(sent === total)
          sending.onProgress(sent / total)
        },
        onSuccess: () => {
          end()
          resolve()
        },
        onError: (error) => {
          end()
          reject(error)
        },
      }
      const upload = new Upload(photo, options)
      signal.addEventListener('abort', cancel)
      upload.start()
    })

  for (;;) {
    try {
      await attempt()
      return sending.path
    } catch (error) {
      if (!signal.aborted) {
        const verdict = judge(error, sending)
        if (verdict === 'stored') {
          forgetBegun(fingerprint)
          return sending.path
        }
        if (verdict === 'answered') answers += 1
        if (answers > MOST_ANSWERS) throw new PhotoError('network', { cause: error })
        if (verdict instanceof PhotoError) {
          if (uploadUrl !== null) remove(uploadUrl)
          throw verdict
        }
        if (verdict === 'lost') sending.onWait(true)
        failures += 1
        await lineBack(failures, signal)
      }
      if (signal.aborted) {
        if (uploadUrl !== null) remove(uploadUrl)
        signal.throwIfAborted()
      }
    }
  }
}

/** What a failed attempt means: no answer, one after which it is repeated, a photo that is stored already, or the end. */
function judge(error: unknown, { mayBeStored }: PhotoSending): 'lost' | 'answered' | 'stored' | PhotoError {
  const cause = error instanceof DetailedError ? error.causingError : error
  if (cause instanceof LineLost) return 'lost'
  if (cause instanceof PhotoError) return cause.kind === 'network' ? 'answered' : cause
  if (!(error instanceof DetailedError)) return new PhotoError('network', { cause: error })
  const answer = error.originalResponse
  if (!answer) return 'lost'
  const [method, status] = [error.originalRequest.getMethod(), storageStatus(answer.getStatus(), answer.getBody())]
  // The path is this upload's own: what is there was sent before, and the answer was lost.
  if (method === 'POST' && status === 409 && mayBeStored) return 'stored'
  if (status >= 500 || status === 408 || status === 423) return 'answered'
  if (method === 'PATCH' && ASK_AGAIN.includes(status)) return 'answered'
  return uploadRefusal(answer.getStatus(), answer.getBody())
}

/** @throws {DetailedError} without an answer, or when the service asks for another attempt. */
async function terminate(sending: PhotoSending, address: string): Promise<void> {
  try {
    await Upload.terminate(address, {
      retryDelays: null,
      onBeforeRequest: async (request) => {
        for (const [name, value] of Object.entries(await sending.headers())) request.setHeader(name, value)
      },
    })
  } catch (error) {
    const status = error instanceof DetailedError ? error.originalResponse?.getStatus() : undefined
    // Others say that nothing is left of it, or that the member may not remove it.
    if (status === undefined || status >= 500 || status === 423) throw error
  }
}
