import { catchRefusal } from '../../data/catches/refusal.ts'
import { NotKept } from '../../data/catches/waiting-queue.ts'
import { MOST_WAITING, type WaitingCatch } from '../../data/catches/waiting-record.ts'
import { PHOTO_NO_SPACE, PHOTO_REFUSED, type SendResult } from '../../data/catches/waiting-send.ts'
import { formatCount } from '../../lib/format.ts'

/** `2 catches`. */
export const catches = (count: number): string => formatCount(count, 'catch', 'catches')

const NOT_KEPT: Record<NotKept['reason'], string> = {
  full: `${MOST_WAITING} catches wait on this device, and no more can. It stays in the form until you have a connection.`,
  storage:
    'There is no connection, and this browser cannot keep the catch: its storage is full, or it is a private window. It stays in the form until you have a connection.',
  gone: 'It has been sent or deleted in the meantime. Close this window: what was sent is in your journal, and can be changed and deleted there.',
}

/** Why a catch was not kept on this device; undefined for any other failure. */
export const notKeptReason = (error: unknown): string | undefined =>
  error instanceof NotKept ? NOT_KEPT[error.reason] : undefined

/** Why a waiting catch was refused, for its angler; undefined when it was not. */
export function refusalOf({ refusal }: Pick<WaitingCatch, 'refusal'>): string | undefined {
  if (refusal === null) return undefined
  if (refusal === PHOTO_REFUSED) return 'The photo cannot be sent. Choose it again, or remove it.'
  if (refusal === PHOTO_NO_SPACE)
    return 'Your space for photos at the club is full. Remove the photo, or delete photos that you no longer need, then save again.'
  return (
    catchRefusal({ code: refusal }) ?? `The club did not accept these values (${refusal}). Check them and save again.`
  )
}

/** Why sending stopped; undefined when nothing is left. */
const END: Record<SendResult['end'], string | false> = {
  all: false,
  line: 'There was no answer. What waits is sent later.',
  photos: 'The club takes no more photos for now. What waits is sent later.',
  limit: 'You have reached the limit of catches for now. The others are sent later.',
  session: 'Your session was not accepted. Sign in again to send what waits.',
  suspended: 'Your account is suspended. What waits stays on this device until you can send it.',
  storage: 'This browser cannot store anything more. What waits is sent when its storage has room.',
}

/**
 * What is said after sending; undefined when there is nothing to say.
 * @param saysEnd whether it also says why sending stopped.
 */
export function sendingTold({ sent, refused, bests, end }: SendResult, saysEnd: boolean): string | undefined {
  const parts = [
    sent > 0 && `${catches(sent)} sent to your journal.`,
    bests > 0 && 'New personal best!',
    refused > 0 && `${catches(refused)} not accepted: open your journal to see why.`,
    saysEnd && END[end],
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(' ') : undefined
}
