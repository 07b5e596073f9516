import { PhotoError } from '../../lib/photo/photo-error.ts'
import { alreadyDrawn } from '../../lib/photo/photo-shrink.ts'
import { codeOf } from '../../lib/refusal.ts'
import type { CatchFields, LoggedCatch } from './catch-mutations.ts'
import { isOpenHere, NotKept, tellWaiting, unlessStored } from './waiting-queue.ts'
import { heldId, isSameCatch, type WaitingCatch, type WaitingStore } from './waiting-record.ts'

/** In place of a code: the photo is damaged, or no longer on this device. */
export const PHOTO_REFUSED = 'PHOTO'

/** In place of a code: the photo does not fit into the angler's space. */
export const PHOTO_NO_SPACE = 'SPACE'

/** What sending needs of the service. Each call is made as the member of the queue, whoever has signed in since. */
export interface SendingTools {
  /** The member's token; undefined when they are not signed in. Rejects without an answer. */
  token: (userId: string) => Promise<string | undefined>
  log: (token: string, requestId: string, fields: CatchFields) => Promise<LoggedCatch>
  /** Rejects with 42501 when the catch may not be changed. */
  change: (token: string, id: string, fields: CatchFields) => Promise<void>
  /** Deletes the catch that a request has logged, if there is one. Rejects with 42501 when it may not be deleted. */
  remove: (token: string, requestId: string) => Promise<void>
  /** Uploads a photo. @returns its path. @throws {PhotoError} `network` as soon as the line is lost. */
  upload: (userId: string, photo: File) => Promise<string>
}

export interface SendResult {
  sent: number
  refused: number
  bests: number
  /**
   * Why it stopped: nothing is left to send; no answer came, or the service failed; it takes no more photos for now; the
   * limit of catches; the session has ended; the angler is suspended; the storage of this device failed.
   */
  end: 'all' | 'line' | 'photos' | 'limit' | 'session' | 'suspended' | 'storage'
}

// A catch that is changed again and again while it is sent is left for the next time.
const MOST_ATTEMPTS = 5

type Queue = Pick<WaitingStore, 'list' | 'update' | 'finish' | 'photo'>

/** The store, whose failures are told from those of the service. */
const queueOf = (store: WaitingStore): Queue => ({
  list: (...given) => store.list(...given).catch(unlessStored),
  update: (...given) => store.update(...given).catch(unlessStored),
  finish: (...given) => store.finish(...given).catch(unlessStored),
  photo: (...given) => store.photo(...given).catch(unlessStored),
})

/**
 * Sends what waits, in the order written. A refused catch stays in the queue with its reason, and the next one is sent;
 * so is the one after a catch whose photo does not get through. To be called in turn.
 * @throws {NotKept} when the queue cannot be read at all.
 */
export async function sendWaiting(userId: string, store: WaitingStore, tools: SendingTools): Promise<SendResult> {
  const queue = queueOf(store)
  const result: SendResult = { sent: 0, refused: 0, bests: 0, end: 'all' }
  const attempts = new Map<string, number>()
  const next = async () =>
    (await queue.list(userId)).find(
      ({ requestId, refusal, heldUntil }) =>
        refusal === null &&
        heldUntil <= Date.now() &&
        !isOpenHere(requestId) &&
        (attempts.get(requestId) ?? 0) < MOST_ATTEMPTS,
    )
  for (let one = await next(); one; one = await next()) {
    const attempt = (attempts.get(one.requestId) ?? 0) + 1
    attempts.set(one.requestId, attempt)
    try {
      const token = await tools.token(userId)
      if (token === undefined) return { ...result, end: 'session' }
      const done = await sendOne(one, token, queue, tools)
      if (done === 'again') continue
      if (done !== 'removed') result.sent += 1
      if (done === 'best') result.bests += 1
    } catch (error) {
      const verdict = judge(error)
      if (verdict === 'later' || verdict === 'photos' || (one.removed && typeof verdict === 'object')) {
        attempts.set(one.requestId, MOST_ATTEMPTS)
        result.end = verdict === 'photos' ? verdict : 'line'
        continue
      }
      if (verdict === 'line' || verdict === 'limit' || verdict === 'storage') return { ...result, end: verdict }
      if (verdict === 'session' || (await isSignedOut(userId, tools))) return { ...result, end: 'session' }
      if (verdict === 'suspended') return { ...result, end: verdict }
      try {
        if (await refuse(one, verdict.code, attempt, queue)) result.refused += 1
      } catch (failure) {
        console.warn('waiting catches', failure)
        return { ...result, end: 'storage' }
      }
    }
    await tellWaiting(userId, store)
  }
  return result
}

/** Without an answer it counts as signed in: the next attempt asks again. */
const isSignedOut = (userId: string, tools: SendingTools): Promise<boolean> =>
  tools.token(userId).then(
    (token) => token === undefined,
    () => false,
  )

type Done = 'sent' | 'best' | 'removed' | 'again'

async function sendOne(one: WaitingCatch, token: string, queue: Queue, tools: SendingTools): Promise<Done> {
  const { userId, requestId } = one
  if (one.removed) {
    await tools.remove(token, requestId)
    await queue.update(userId, requestId, () => undefined)
    return 'removed'
  }
  const wanted = await withPath(one, queue, tools)
  // What an earlier attempt sent may be stored. It is sent again, and then changed.
  const first = one.sent ?? wanted
  // Noted before it is sent: a crash after that must not make a second catch of it.
  const noted = await queue.update(userId, requestId, (now) =>
    now.revision === one.revision ? { ...now, sent: first } : now,
  )
  if (!noted || noted.revision !== one.revision) return 'again'
  const answer = await logAs(one, first, wanted, token, queue, tools)
  if (!answer) return 'again'
  const best = answer.is_best ? { key: `${userId}/${wanted.variety}`, userId, answer, fields: wanted } : undefined
  if (!(await queue.finish(one, best))) return 'again'
  pathsHere.delete(hereKey(one))
  return best ? 'best' : 'sent'
}

/**
 * Logs what was sent first, and changes that to what the angler has written since.
 * @returns undefined when what was sent first is refused, so that nothing is stored: the later values are to be sent.
 */
async function logAs(
  { userId, requestId }: WaitingCatch,
  first: CatchFields,
  wanted: CatchFields,
  token: string,
  queue: Queue,
  tools: SendingTools,
): Promise<LoggedCatch | undefined> {
  const isChanged = !isSameCatch(first, wanted)
  const noteSent = (sent: CatchFields | null) => queue.update(userId, requestId, (now) => ({ ...now, sent }))
  let answer: LoggedCatch
  try {
    answer = await tools.log(token, requestId, first)
  } catch (error) {
    const code = codeOf(error)
    if (!REFUSAL.test(code)) throw error
    if (code === 'CT003') {
      // Something is stored, so what was sent stays noted. It may be the change of an earlier attempt without an answer.
      if (isChanged) return await tools.log(token, requestId, wanted)
      throw error
    }
    await noteSent(null)
    if (isChanged) return undefined
    throw error
  }
  if (!isChanged) return answer
  await tools.change(token, answer.id, wanted)
  await noteSent(wanted)
  return await tools.log(token, requestId, wanted)
}

// Paths that could not be noted in the queue, as the storage is full: the photo is not uploaded at each attempt.
const pathsHere = new Map<string, string>()
const hereKey = ({ requestId, fields }: WaitingCatch) => `${requestId} ${fields.photo_path}`

/** The fields with the path of the uploaded photo. */
async function withPath(one: WaitingCatch, queue: Queue, tools: SendingTools): Promise<CatchFields> {
  const { userId, requestId, fields } = one
  const id = heldId(fields.photo_path)
  if (id === undefined) return fields
  const known = one.uploaded ?? pathsHere.get(hereKey(one))
  if (known) return { ...fields, photo_path: known }
  const path = await tools.upload(userId, await readPhoto(id, queue))
  // Before the catch is sent: it is then always sent with the same photo.
  await queue
    .update(userId, requestId, (now) =>
      now.fields.photo_path === fields.photo_path ? { ...now, uploaded: path } : now,
    )
    .catch(() => pathsHere.set(hereKey(one), path))
  return { ...fields, photo_path: path }
}

/** @throws {PhotoError} `damaged` when it is gone, or the browser cannot read its bytes any more. */
async function readPhoto(id: string, queue: Queue): Promise<File> {
  const held = await queue.photo(id)
  if (!held) throw new PhotoError('damaged')
  const bytes = await held.blob.arrayBuffer().catch((cause: unknown) => {
    throw new PhotoError('damaged', { cause })
  })
  return alreadyDrawn(new File([bytes], 'photo', { type: held.blob.type }))
}

/** Notes a refusal. @returns false when the catch is sent once more instead. */
async function refuse(one: WaitingCatch, code: string, attempt: number, queue: Queue): Promise<boolean> {
  // The service has removed the photo, as no catch has named it for a day. It is still here.
  const isPhotoGone = code === 'FL001' && heldId(one.fields.photo_path) !== undefined
  if (isPhotoGone) pathsHere.delete(hereKey(one))
  const isAgain = isPhotoGone && attempt < MOST_ATTEMPTS
  let isRefused = false
  await queue.update(one.userId, one.requestId, (now) => {
    // The angler has changed it in the meantime.
    if (now.revision !== one.revision) return now
    isRefused = !isAgain
    return { ...now, ...(isPhotoGone && { uploaded: null }), refusal: isAgain ? null : code }
  })
  return isRefused
}

// The rules of catches and of files, and values that do not fit. All else is a failure of the service. Whole codes: those
// of a browser's own errors are numbers such as 23, for a request that took too long.
const REFUSAL = /^(CT...|FL001|2[23]...)$/

type Verdict = Exclude<SendResult['end'], 'all'> | 'later' | { code: string }

/** What a failure means for the queue; `later` and `photos` for this catch alone. */
function judge(error: unknown): Verdict {
  if (error instanceof NotKept) return 'storage'
  if (error instanceof PhotoError) {
    if (error.status === 429) return 'photos'
    if (error.status === 401) return 'session'
    if (error.status === 403) return 'suspended'
    if (error.status === 413) return { code: PHOTO_NO_SPACE }
    return error.kind === 'network' ? 'later' : { code: PHOTO_REFUSED }
  }
  const code = codeOf(error)
  if (code === 'PT429') return 'limit'
  // The token was refused.
  if (code.startsWith('PGRST3')) return 'session'
  if (code === '42501') return 'suspended'
  return REFUSAL.test(code) ? { code } : 'line'
}
