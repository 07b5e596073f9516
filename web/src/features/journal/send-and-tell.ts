import type { QueryClient } from '@tanstack/react-query'
import { runWaiting } from '../../data/catches/waiting-run.ts'
import type { SendResult } from '../../data/catches/waiting-send.ts'
import { sendingTold } from './waiting-words.ts'

let telling: Promise<SendResult | undefined> | undefined
let limitTold = false

/**
 * Sends the catches that wait on this device, and says once what became of them. Never rejects.
 * @param tell shows a short message; `failed` for one that needs the angler.
 */
export function sendAndTell(
  userId: string,
  queries: QueryClient,
  tell: (text: string, failed?: boolean) => void,
): Promise<SendResult | undefined> {
  telling ??= runWaiting(userId, queries)
    .then((result) => {
      const isNew = result && (result.sent > 0 || result.refused > 0 || (result.end === 'limit' && !limitTold))
      const text = isNew ? sendingTold(result) : undefined
      if (result) limitTold = result.end === 'limit'
      if (text !== undefined) tell(text, result?.refused !== 0)
      return result
    })
    .catch((error: unknown) => {
      console.warn('waiting catches', error)
      return undefined
    })
    .finally(() => {
      telling = undefined
    })
  return telling
}
