import type { Database } from '../db/port.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { type Channel, channelName } from './channel.ts'
import { encodeBroadcast, encodeFrame } from './frame.ts'
import { REALTIME_LIMITS } from './limits.ts'
import type { ReplayRequest } from './replay-request.ts'

/** A stored broadcast. */
interface StoredMessage extends Record<string, unknown> {
  id: string
  event: string | null
  /** As JSON text, or base64 when `binary`. */
  payload: string
  binary: boolean
}

// The inner query sorts newest first, so that the limit keeps the latest.
const REPLAY_SQL = `
select id::text as id, event, coalesce(encode(binary_payload, 'base64'), payload::text, 'null') as payload,
  binary_payload is not null as binary
from (
  select m.id, m.event, m.payload, m.binary_payload, m.inserted_at
  from realtime.messages as m
  where m.topic = $1 and m.extension = 'broadcast' and m.private
    and m.inserted_at >= greatest(
      to_timestamp($2::float8 / 1000) at time zone 'utc',
      now() at time zone 'utc' - make_interval(hours => ${REALTIME_LIMITS.messageHours})
    )
  order by m.inserted_at desc
  limit $3
) as latest
order by inserted_at`

const PRUNE_SQL = `
delete from realtime.messages
where inserted_at < now() at time zone 'utc' - make_interval(hours => ${REALTIME_LIMITS.messageHours})`
const PRUNE_MS = 3_600_000

/** The channel's stored messages, oldest first, that the policies on `realtime.messages` show to its caller. */
export async function storedMessages(
  db: Pick<Database, 'runAs'>,
  { topic, caller }: Pick<Channel, 'topic' | 'caller'>,
  { since, limit }: ReplayRequest,
): Promise<StoredMessage[]> {
  const name = channelName(topic) ?? ''
  return await db.runAs<StoredMessage>(
    {
      role: caller.role,
      readOnly: true,
      settings: {
        search_path: '"public", "extensions"',
        'request.jwt.claims': caller.claimsJson,
        'realtime.topic': name,
      },
    },
    { name: 'realtime_replay', text: REPLAY_SQL, values: [name, since, limit] },
  )
}

/** Sends a channel the stored messages, then the held ones that are not among them. */
export function tellReplay(channel: Channel, messages: readonly StoredMessage[]): void {
  const { connection, topic } = channel
  for (const { id, event, payload, binary } of messages) {
    const meta = JSON.stringify({ replayed: true, id })
    if (binary) {
      const bytes =
        connection.version === 2 ? encodeBroadcast(topic, event ?? '', Buffer.from(payload, 'base64'), meta) : undefined
      if (bytes) connection.sendFrame(bytes, true)
      continue
    }
    const body = `{"type":"broadcast","event":${JSON.stringify(event ?? '')},"payload":${payload},"meta":${meta}}`
    const head = { joinRef: null, ref: null, topic, event: 'broadcast' }
    connection.sendFrame(Buffer.from(encodeFrame(connection.version, head, body)))
  }
  channel.replayed = new Set(messages.map(({ id }) => id))
  const { heldBack = [] } = channel
  channel.heldBack = undefined
  channel.isReplaying = false
  for (const { id, bytes, binary } of heldBack)
    if (id === undefined || !channel.replayed.has(id)) connection.sendFrame(bytes, binary)
}

/** Deletes messages older than three days, as upstream does. @returns a function that stops the deletion. */
export function forgetOldMessages(db: Pick<Database, 'query'>, log: Logger): () => void {
  const forget = () => {
    db.query(PRUNE_SQL).catch((error: unknown) => {
      log.debug({ reason: messageOf(error) }, 'old messages were not removed')
    })
  }
  forget()
  const timer = setInterval(forget, PRUNE_MS)
  timer.unref()
  return () => clearInterval(timer)
}
