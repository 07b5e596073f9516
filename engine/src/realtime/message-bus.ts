import type { Database } from '../db/port.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'

/** What a message on the bus is about; its body is JSON text, or base64 when `binary`. */
export interface MessageHead {
  kind: 'broadcast' | 'presence'
  /** The channel, without `realtime:` in front. */
  topic: string
  private?: boolean
  event?: string
  binary?: boolean
  /** Of the row in `realtime.messages`, for what is stored. */
  id?: string
  /** Id of the channel that spoke. */
  from?: string
}

const CHANNEL = 'realtime_message'

/**
 * Hears the messages of all engines on this database, its own among them, in one order.
 * @returns the undo.
 */
export async function hearMessages(
  db: Pick<Database, 'listen'>,
  on: { message(head: MessageHead, body: string): void; gap(): void },
  log: Logger,
): Promise<() => Promise<void>> {
  // The parts of one message follow each other: notifications of one transaction are never mixed with others.
  let parts: string[] = []
  const onPart = (text: string) => {
    const [, number = '', count = '', part = ''] = /^(\d+)\/(\d+):([\s\S]*)$/.exec(text) ?? []
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

/** Tells every engine, once it is committed. */
export async function publish(db: Pick<Database, 'query'>, head: MessageHead, body: string): Promise<void> {
  await db.query('select engine.publish($1, $2)', [JSON.stringify(head), body])
}
