import type { Database } from '../db/port.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'

/** Describes a message on the bus; the body is JSON text, or base64 when `binary`. */
export interface MessageHead {
  kind: 'broadcast' | 'presence'
  /** The channel without the prefix `realtime:`. */
  topic: string
  /** False for a public channel. */
  private?: boolean
  event?: string
  binary?: boolean
  /** ID of the row in `realtime.messages`; undefined for a message that is not stored. */
  id?: string
  /** ID of the channel that sent the message. */
  from?: string
}

const CHANNEL = 'realtime_message'

/**
 * Receives the messages of all engines on this database, including this one's, in one order.
 * @returns a function that stops listening.
 */
export async function hearMessages(
  db: Pick<Database, 'listen'>,
  on: { message(head: MessageHead, body: string): void; gap(): void },
  log: Logger,
): Promise<() => Promise<void>> {
  // `<part>/<count>:<text>`, with an ID of the message before the colon if there are several parts. They arrive together:
  // PostgreSQL does not mix notifications of different transactions.
  let parts: string[] = []
  const onPart = (text: string) => {
    const [, number = '', count = '', part = ''] = /^(\d+)\/(\d+)(?:\/[0-9a-f-]+)?:([\s\S]*)$/.exec(text) ?? []
    if (number === '1') parts = []
    parts.push(part)
    if (number !== count || parts.length !== Number(count)) return
    const whole = parts.join('')
    const end = whole.indexOf('\n')
    try {
      on.message(JSON.parse(whole.slice(0, end)) as MessageHead, whole.slice(end + 1))
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'a message could not be passed on')
    }
  }
  return await db.listen(CHANNEL, onPart, on.gap)
}

/** Sends the message to every engine when the transaction commits. */
export async function publish(db: Pick<Database, 'query'>, head: MessageHead, body: string): Promise<void> {
  await db.query('select engine.publish($1, $2)', [JSON.stringify(head), body])
}
