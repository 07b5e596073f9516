import type { QueryClient } from '@tanstack/react-query'
import { runWaiting } from '../../data/catches/waiting-run.ts'
import type { SendResult } from '../../data/catches/waiting-send.ts'
import { sendingTold } from './waiting-words.ts'

/** @param byHand the angler has asked for it. */
export type SendNow = (byHand?: boolean) => Promise<unknown>

type Tell = (text: string, failed?: boolean) => void

// By member: another one may sign in while the catches of the first are being sent.
const telling = new Map<string, Promise<SendResult | undefined>>()
const asked = new Set<string>()
const lastEnd = new Map<string, SendResult['end']>()

// What waiting for a line does not change. Each is said once, until sending has ended otherwise.
const LASTING: readonly SendResult['end'][] = ['limit', 'suspended', 'storage']

/**
 * Sends the catches that wait on this device, and says once what became of them. Never rejects.
 * @param tell shows a short message; `failed` for one that needs the angler.
 * @param byHand the angler has asked for it, and is told also why nothing was sent.
 */
export function sendAndTell(
  userId: string,
  queries: QueryClient,
  tell: Tell,
  byHand = false,
): Promise<SendResult | undefined> {
  if (byHand) asked.add(userId)
  const already = telling.get(userId)
  if (already) return already
  const sending = send(userId, queries, tell).finally(() => telling.delete(userId))
  telling.set(userId, sending)
  return sending
}

async function send(userId: string, queries: QueryClient, tell: Tell): Promise<SendResult | undefined> {
  const result = await runWaiting(userId, queries).catch((error: unknown) => {
    console.warn('waiting catches', error)
    return undefined
  })
  const isAsked = asked.delete(userId)
  if (!result) return undefined
  const { end } = result
  const saysEnd = isAsked || (LASTING.includes(end) && end !== lastEnd.get(userId))
  lastEnd.set(userId, end)
  const text = sendingTold(result, saysEnd)
  if (text !== undefined) tell(text, result.refused > 0 || (saysEnd && end !== 'all'))
  return result
}
