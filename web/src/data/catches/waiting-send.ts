import { outcomeOf } from '../../lib/form/outcome.ts'
import { PhotoError } from '../../lib/photo/photo-error.ts'
import { codeOf } from '../../lib/refusal.ts'
import type { CatchFields, LoggedCatch } from './catch-mutations.ts'
import { heldPhoto, tellWaiting } from './waiting-queue.ts'
import { heldId, isSameCatch, type WaitingCatch, type WaitingStore } from './waiting-record.ts'

/** In place of a code: the photo is damaged, or no longer on this device. */
export const PHOTO_REFUSED = 'PHOTO'

/** What sending needs of the service. Each call is made as the member of the queue, whoever has signed in since. */
export interface SendingTools {
  /** The member's token; undefined when they are not signed in. Rejects without an answer. */
  token: (userId: string) => Promise<string | undefined>
  log: (token: string, requestId: string, fields: CatchFields) => Promise<LoggedCatch>
  change: (token: string, id: string, fields: CatchFields) => Promise<void>
  /** Deletes the catch that a request has logged, if there is one. */
  remove: (token: string, requestId: string) => Promise<void>
  /** Uploads a photo; it waits for a lost line. @returns its path. */
  upload: (userId: string, photo: File) => Promise<string>
}

export interface SendResult {
  sent: number
  refused: number
  bests: number
  /** Why it stopped: nothing is left to send, no answer came, the limit of catches, the session has ended. */
  end: 'all' | 'line' | 'limit' | 'session'
}

// A catch that is changed again and again while it is sent is left for the next time.
const MOST_ATTEMPTS = 5

/**
 * Sends what waits, in the order written. A refused catch stays in the queue with its reason, and the next one is sent.
 * To be called in turn.
 */
export async function sendWaiting(userId: string, store: WaitingStore, tools: SendingTools): Promise<SendResult> {
  const result: SendResult = { sent: 0, refused: 0, bests: 0, end: 'all' }
  const attempts = new Map<string, number>()
  const next = async () =>
    (await store.list(userId)).find(
      ({ requestId, refusal, heldUntil }) =>
        refusal === null && heldUntil <= Date.now() && (attempts.get(requestId) ?? 0) < MOST_ATTEMPTS,
    )
  for (let one = await next(); one; one = await next()) {
    attempts.set(one.requestId, (attempts.get(one.requestId) ?? 0) + 1)
    try {
      const token = await tools.token(userId)
      if (token === undefined) return { ...result, end: 'session' }
      const done = await sendOne(one, token, store, tools)
      if (done === 'again') continue
      if (done !== 'removed') result.sent += 1
      if (done === 'best') result.bests += 1
    } catch (error) {
      const verdict = judge(error)
      if (verdict === 'line' || verdict === 'limit') return { ...result, end: verdict }
      if (verdict === 'session' || (await isSignedOut(userId, tools))) return { ...result, end: 'session' }
      if (await refuse(one, verdict.code, store)) result.refused += 1
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

async function sendOne(one: WaitingCatch, token: string, store: WaitingStore, tools: SendingTools): Promise<Done> {
  const { userId, requestId } = one
  if (one.removed) {
    await tools.remove(token, requestId)
    await store.update(userId, requestId, () => undefined)
    return 'removed'
  }
  const wanted = await uploaded(one, store, tools)
  // What an earlier attempt sent may be stored. It is sent again, and then changed.
  const first = one.sent ?? wanted
  // Noted before it is sent: a crash after that must not make a second catch of it.
  const noted = await store.update(userId, requestId, (now) =>
    now.revision === one.revision ? { ...now, sent: first } : now,
  )
  if (!noted || noted.revision !== one.revision) return 'again'
  let answer = await tools.log(token, requestId, first)
  if (!isSameCatch(first, wanted)) {
    await tools.change(token, answer.id, wanted)
    await store.update(userId, requestId, (now) => ({ ...now, sent: wanted }))
    answer = await tools.log(token, requestId, wanted)
  }
  const best = answer.is_best ? { key: `${userId}/${wanted.variety}`, userId, answer, fields: wanted } : undefined
  if (!(await store.finish(one, best))) return 'again'
  return best ? 'best' : 'sent'
}

/** The fields with the path of the uploaded photo. */
async function uploaded(
  { userId, fields }: WaitingCatch,
  store: WaitingStore,
  tools: SendingTools,
): Promise<CatchFields> {
  const id = heldId(fields.photo_path)
  if (id === undefined || fields.photo_path === null) return fields
  const [held, file] = await Promise.all([store.photo(id), heldPhoto(fields.photo_path, store)])
  if (!held || !file) throw new PhotoError('damaged')
  if (held.path !== null) return { ...fields, photo_path: held.path }
  const path = await tools.upload(userId, file)
  // Before the catch is sent: it is then always sent with the same photo.
  await store.keepPhoto({ ...held, path })
  return { ...fields, photo_path: path }
}

/** Notes a refusal. @returns false when the catch is sent once more instead. */
async function refuse(one: WaitingCatch, code: string, store: WaitingStore): Promise<boolean> {
  const id = heldId(one.fields.photo_path)
  const held = id === undefined ? undefined : await store.photo(id)
  if (code === 'FL001' && held && held.path !== null) {
    // The service removes photos that no catch names for long. It is still here.
    await store.keepPhoto({ ...held, path: null })
    await store.update(one.userId, one.requestId, (now) => ({ ...now, sent: null }))
    return false
  }
  let isRefused = false
  await store.update(one.userId, one.requestId, (now) => {
    // The answer is about what was sent before, or the angler has changed it in the meantime.
    const isOld = now.revision !== one.revision || (one.sent !== null && !isSameCatch(one.sent, one.fields))
    isRefused = !isOld
    return { ...now, sent: null, refusal: isOld ? null : code }
  })
  return isRefused
}

type Verdict = 'line' | 'limit' | 'session' | { code: string }

/** What a failure means for the queue. */
function judge(error: unknown): Verdict {
  if (error instanceof PhotoError && error.status === 429) return 'limit'
  if (error instanceof PhotoError) return error.kind === 'network' ? 'line' : { code: PHOTO_REFUSED }
  const code = codeOf(error)
  if (code === 'PT429') return 'limit'
  // The token was refused.
  if (code.startsWith('PGRST3')) return 'session'
  return outcomeOf(error, true) === 'refused' ? { code } : 'line'
}
