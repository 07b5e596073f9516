import { setTimeout as delay } from 'node:timers/promises'
import { type Frame, joinPayload, openSocket, type RawSocket } from '../conformance/realtime-socket.ts'
import type { Member, Target } from './members.ts'

const REJOIN_MS = 200
const SPEAK_MS = 50

/** A member's open page: it joins, broadcasts to itself, receives the feed, and joins again when disconnected. */
export interface LiveMember {
  /** Messages that were not meant for this member. */
  strange: string[]
  /** Number of own broadcasts that came back. */
  received: number
  joins: number
  /** Contents of the posts received. */
  posts: Set<string>
  stop(): Promise<void>
}

export function startLiveMember(engine: Target, member: Member): LiveMember {
  const topic = `realtime:storm-${member.id}`
  const live = { strange: [] as string[], received: 0, joins: 0, posts: new Set<string>() }
  let going = true
  let spoken = 0

  const once = async (): Promise<void> => {
    const raw = await openSocket(engine)
    try {
      listen(raw)
      raw.send({
        joinRef: '1',
        ref: '1',
        topic,
        event: 'phx_join',
        payload: {
          ...joinPayload([{ event: 'INSERT', schema: 'public', table: 'newsfeed_posts' }], {
            broadcast: { ack: false, self: true },
            private: true,
          }),
          access_token: member.token,
        },
      })
      let over = false
      void raw.closed.then(() => {
        over = true
      })
      while (going && !over && !raw.frames.some(isEnd)) {
        await delay(SPEAK_MS)
        if (over || !raw.frames.some(isJoined)) continue
        spoken += 1
        raw.send({
          joinRef: '1',
          ref: null,
          topic,
          event: 'broadcast',
          payload: { type: 'broadcast', event: 'word', payload: { of: member.id, spoken } },
        })
      }
    } finally {
      raw.close()
    }
  }
  const listen = (raw: RawSocket) => {
    raw.socket.on('message', (data) => {
      const frame = raw.frames.at(-1)
      if (!frame) return
      if (frame.topic !== topic && frame.topic !== 'phoenix') live.strange.push(String(data))
      if (isJoined(frame)) live.joins += 1
      if (frame.event === 'broadcast') {
        const { of } = frame.payload.payload as { of: string }
        if (of === member.id) live.received += 1
        else live.strange.push(String(data))
      }
      if (frame.event === 'postgres_changes') {
        const { record } = (frame.payload as { data: { record?: { content: string } } }).data
        if (record === undefined) live.strange.push(String(data))
        else live.posts.add(record.content)
      }
    })
  }
  const running = (async () => {
    while (going) {
      await once().catch(() => {})
      if (going) await delay(REJOIN_MS)
    }
  })()
  return Object.assign(live, {
    stop: async () => {
      going = false
      await running
    },
  })
}

function isJoined({ event, ref, payload }: Frame): boolean {
  return event === 'phx_reply' && ref === '1' && payload.status === 'ok'
}

/** The channel was closed, or the join was refused: a client joins again then. */
function isEnd({ event, payload }: Frame): boolean {
  return event === 'phx_error' || event === 'phx_close' || (event === 'phx_reply' && payload.status === 'error')
}
