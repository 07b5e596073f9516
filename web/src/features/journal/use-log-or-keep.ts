import { type CatchFields, type LoggedCatch, useCatchLogMutation } from '../../data/catches/catch-mutations.ts'
import { keepCatch } from '../../data/catches/waiting-queue.ts'
import { heldId } from '../../data/catches/waiting-record.ts'
import { outcomeOf } from '../../lib/form/outcome.ts'
import { codeOf } from '../../lib/refusal.ts'

/** In place of an answer: the catch waits on this device. */
export const KEPT = 'kept'

/** Logs a catch. Without a line, or without an answer, it is kept on this device instead, to be sent later. */
export function useLogOrKeep(userId: string) {
  const log = useCatchLogMutation()
  return async (requestId: string, fields: CatchFields): Promise<LoggedCatch | typeof KEPT> => {
    if (!navigator.onLine || heldId(fields.photo_path) !== undefined) {
      await keepCatch(userId, requestId, fields, null)
      return KEPT
    }
    try {
      return await log.mutateAsync({ requestId, fields })
    } catch (error) {
      if (!hasNoAnswer(error)) throw error
      try {
        await keepCatch(userId, requestId, fields, fields)
      } catch {
        // It stays in the form, which says what happened to the request.
        throw error
      }
      return KEPT
    }
  }
}

/** Neither a refusal nor a failure of the service: the line is lost. */
const hasNoAnswer = (error: unknown): boolean =>
  outcomeOf(error, true) === 'unknown' && (codeOf(error) === '' || error instanceof DOMException)
