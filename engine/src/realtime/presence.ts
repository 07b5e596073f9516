import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '../db/port.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { createTokenBuckets } from '../kernel/token-bucket.ts'
import { type Channel, channelName } from './channel.ts'
import { REALTIME_LIMITS } from './limits.ts'
import type { Rooms } from './rooms.ts'

/** The presences on the channels of all engines on this database. */
export interface Presences {
  /** Tracks the channel's presence, or changes its metadata. @returns false above the limit of calls. */
  track(channel: Channel, meta: Readonly<Record<string, unknown>>): Promise<boolean>
  untrack(channel: Channel): Promise<void>
  /** All presences on the channel: `{key: {metas}}`. */
  state(channel: Channel): Promise<object>
  close(): Promise<void>
}

const TRACK_SQL = `
with stored as (
  insert into engine.presences (id, engine, topic, private, key, ref, meta) values ($1, $2, $3, $9, $4, $5, $6)
  on conflict (id) do update set ref = excluded.ref, meta = excluded.meta, seen_at = now()
  returning id
)
select engine.publish($7, $8) from stored`

const leaveSql = (condition: string) => `
with gone as (delete from engine.presences where ${condition} returning topic, private, key, meta)
select engine.publish(
  jsonb_build_object('kind', 'presence', 'topic', topic, 'private', private),
  jsonb_build_object('joins', '{}'::jsonb, 'leaves', jsonb_build_object(key, jsonb_build_object('metas', jsonb_build_array(meta))))::text
)
from gone`

const STATE_SQL = `
select coalesce(jsonb_object_agg(key, jsonb_build_object('metas', metas)), '{}') as state
from (
  select key, jsonb_agg(meta order by ref) as metas
  from engine.presences
  where topic = $1 and private = $2 and seen_at > now() - make_interval(secs => ${REALTIME_LIMITS.presenceStaleMs / 1_000})
  group by key
) as present`

export function createPresences(
  { db, rooms, log }: { db: Pick<Database, 'query'>; rooms: Rooms; log: Logger },
  rateLimitScale: number,
): Presences {
  const engine = randomUUID()
  const calls = new WeakMap<Channel, ReturnType<typeof createTokenBuckets>>()
  const most = REALTIME_LIMITS.presenceCalls * Math.max(1, rateLimitScale)

  const mayCall = (channel: Channel) => {
    const bucket =
      calls.get(channel) ?? createTokenBuckets({ capacity: most, refill: most, intervalMs: 30_000, maxKeys: 1 })
    calls.set(channel, bucket)
    return bucket.take('')
  }
  const untrack = async (channel: Channel) => {
    if (!channel.presence) return
    channel.presence = undefined
    await db.query(leaveSql('id = $1'), [channel.id])
  }
  const beat = async () => {
    if (rooms.isEmpty) return
    await db.query('update engine.presences set seen_at = now() where engine = $1', [engine])
    const stale = `seen_at < now() - make_interval(secs => ${REALTIME_LIMITS.presenceStaleMs / 1_000})`
    await db.query(leaveSql(stale))
  }
  const timer = setInterval(() => {
    beat().catch((error: unknown) => log.debug({ reason: messageOf(error) }, 'presences were not kept alive'))
  }, REALTIME_LIMITS.presenceStaleMs / 3)
  timer.unref()

  return {
    async track(channel, meta) {
      if (!mayCall(channel)) return false
      const before = channel.presence
      const ref = randomBytes(9).toString('base64url')
      const now = { ...meta, phx_ref: ref, ...(before ? { phx_ref_prev: before.ref } : {}) }
      channel.presence = { ref, meta: now }
      const topic = channelName(channel.topic) ?? ''
      const key = channel.request.presenceKey || channel.id
      const diff = {
        joins: { [key]: { metas: [now] } },
        leaves: before ? { [key]: { metas: [before.meta] } } : {},
      }
      const head = { kind: 'presence', topic, private: channel.request.isPrivate }
      const values = [
        channel.id,
        engine,
        topic,
        key,
        ref,
        JSON.stringify(now),
        JSON.stringify(head),
        JSON.stringify(diff),
        channel.request.isPrivate,
      ]
      await db.query(TRACK_SQL, values)
      // The channel was left meanwhile: without this its row would stay for ever.
      if (!rooms.has(channel)) await untrack(channel)
      return true
    },
    untrack,
    async state(channel) {
      const [row] = await db.query<{ state: object }>(STATE_SQL, [
        channelName(channel.topic),
        channel.request.isPrivate,
      ])
      return row?.state ?? {}
    },
    async close() {
      clearInterval(timer)
      if (!rooms.isEmpty) await db.query(leaveSql('engine = $1'), [engine])
    },
  }
}
