import type { Database } from '../db/port.ts'
import { type MessageHead, publish } from './message-bus.ts'

/** The channel of a broadcast: a public one is another than the private one of the same name. */
export interface BroadcastTopic {
  name: string
  isPrivate: boolean
}

/** The content of a broadcast: JSON, or bytes. */
export interface Broadcast {
  event: string
  payload: unknown
}

/** Sends the message to all engines. @param from ID of the sending channel; undefined over HTTP. */
export async function sayBroadcast(
  db: Pick<Database, 'query'>,
  { name, isPrivate }: BroadcastTopic,
  { event, payload }: Broadcast,
  from?: string,
): Promise<void> {
  const sender = from === undefined ? {} : { from }
  const head: MessageHead = { kind: 'broadcast', private: isPrivate, topic: name, event, ...sender }
  if (Buffer.isBuffer(payload)) await publish(db, { ...head, binary: true }, payload.toString('base64'))
  else await publish(db, head, JSON.stringify(payload ?? {}))
}
