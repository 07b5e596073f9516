import { useQueryClient } from '@tanstack/react-query'
import { type CatchFields, type LoggedCatch, useCatchLogMutation } from '../../data/catches/catch-mutations.ts'
import { catchPhotoQuery } from '../../data/catches/photo-query.ts'
import { dropCatch, keepCatch } from '../../data/catches/waiting-queue.ts'
import { heldId } from '../../data/catches/waiting-record.ts'
import { outcomeOf } from '../../lib/form/outcome.ts'
import { codeOf } from '../../lib/refusal.ts'

/** In place of an answer: the catch waits on this device. */
export const KEPT = 'kept'

/** Longer than a request and its repetition take, in milliseconds. */
const UNDER_WAY_MS = 35_000

// What each request has sent first without an answer: it may be stored. A form can be left and opened again.
const unanswered = new Map<string, CatchFields>()

/** Logs a catch. Without a line, or without an answer, it is kept on this device instead, to be sent later. */
export function useLogOrKeep(userId: string) {
  const log = useCatchLogMutation()
  const queries = useQueryClient()
  return async (requestId: string, fields: CatchFields): Promise<LoggedCatch | typeof KEPT> => {
    const { photo_path } = fields
    const photo = photo_path === null ? undefined : queries.getQueryData(catchPhotoQuery(photo_path, 'whole').queryKey)
    const keep = async (heldUntil?: number) => {
      const sent = unanswered.get(requestId) ?? null
      await keepCatch(userId, { requestId, fields, sent, photo, ...(heldUntil !== undefined && { heldUntil }) })
    }
    if (!navigator.onLine || heldId(photo_path) !== undefined) {
      await keep()
      unanswered.delete(requestId)
      return KEPT
    }
    const isNoted = unanswered.has(requestId)
    if (!isNoted) unanswered.set(requestId, fields)
    const answered = whileHidden(
      () => keep(Date.now() + UNDER_WAY_MS),
      () => dropCatch(userId, requestId),
    )
    try {
      const answer = await log.mutateAsync({ requestId, fields })
      unanswered.delete(requestId)
      await answered()
      return answer
    } catch (error) {
      await answered()
      // A refusal says that nothing of this attempt is stored.
      if (!isNoted && outcomeOf(error, true) === 'refused') unanswered.delete(requestId)
      if (!hasNoAnswer(error)) throw error
      try {
        await keep()
      } catch {
        // It stays in the form, which says what happened to the request.
        throw error
      }
      unanswered.delete(requestId)
      return KEPT
    }
  }
}

/**
 * Keeps a catch when the page is hidden before the answer: phones end hidden apps, and the draft of the form with them.
 * A page that is seen stores nothing, so that the usual way is no slower.
 * @returns a function for the answer. It takes the catch back, and never rejects.
 */
function whileHidden(keep: () => Promise<void>, drop: () => Promise<void>): () => Promise<void> {
  let kept: Promise<void> | undefined
  const look = () => {
    if (document.visibilityState === 'hidden') kept ??= keep()
  }
  document.addEventListener('visibilitychange', look)
  return async () => {
    document.removeEventListener('visibilitychange', look)
    await kept?.then(drop).catch((error: unknown) => console.warn('waiting catches', error))
  }
}

/** Neither a refusal nor a failure of the service: the line is lost. */
const hasNoAnswer = (error: unknown): boolean =>
  outcomeOf(error, true) === 'unknown' && (codeOf(error) === '' || error instanceof DOMException)
