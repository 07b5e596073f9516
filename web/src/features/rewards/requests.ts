import { newId } from '../../lib/new-id.ts'

// The prefix of drafts, which `lib/own-device.ts` deletes at sign-out.
const keyOf = (userId: string, rewardId: string) => `bankside-words-${userId}-reward-${rewardId}`

// Where storage is full or forbidden.
const unstored = new Map<string, string>()

/** ID of the request for a reward, the same until it has been answered, also after a reload of the tab. */
export function requestOf(userId: string, rewardId: string): string {
  const key = keyOf(userId, rewardId)
  const request = stored(key) ?? unstored.get(key) ?? newId()
  try {
    sessionStorage.setItem(key, JSON.stringify(request))
  } catch {
    unstored.set(key, request)
  }
  return request
}

/** After an answer: the next redemption is another request. */
export function forgetRequest(userId: string, rewardId: string): void {
  const key = keyOf(userId, rewardId)
  unstored.delete(key)
  try {
    sessionStorage.removeItem(key)
  } catch {}
}

function stored(key: string): string | undefined {
  try {
    const request: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof request === 'string' && /^[0-9a-f-]{36}$/.test(request) ? request : undefined
  } catch {
    return undefined
  }
}
