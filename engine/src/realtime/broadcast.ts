import type { Database } from '../db/port.ts'
import { type MessageHead, publish } from './message-bus.ts'

/** The content of a broadcast on a private channel: JSON, or bytes. */
export interface Broadcast {
  event: string
  payload: unknown
}

/** Sends the message to all engines. @param from ID of the sending channel; undefined over HTTP. */
export async function sayBroadcast(
  db: Pick<Database, 'query'>,
  topic: string,
  { event, payload }: Broadcast,
  from?: string,
): Promise<void> {
  const head: MessageHead = { kind: 'broadcast', private: true, topic, event, ...(from === undefined ? {} : { from }) }
  if (Buffer.isBuffer(payload)) await publish(db, { ...head, binary: true }, payload.toString('base64'))
  else await publish(db, head, JSON.stringify(payload ?? {}))
}
