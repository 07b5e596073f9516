import { setTimeout as delay } from 'node:timers/promises'
import WebSocket from 'ws'
import type { BenchEngine } from '../support/engine.ts'
import { percentile, round } from '../support/figures.ts'
import type { BenchMember } from '../support/members.ts'

const CHANNELS = 10
const BINDINGS = 20
const JOIN_MS = 700
const CHANGE_MS = 250

/** Filters that are expensive to match: the longest that a frame holds, and the most expensive allowed ones. */
export const FILTERS = {
  long: (n: number) => `content=like.%${'a'.repeat(2_400)}${n}`,
  allowed: (n: number) => (n < 20 ? `content=ilike.%${'a'.repeat(90)}${n}%` : `content=gt.${'a'.repeat(2_000)}${n}`),
}

interface Socket {
  frames: { event: string; topic: string; payload: { status?: string; data?: { commit_timestamp: string } } }[]
  send(topic: string, event: string, payload: object): void
  end(): void
}

/**
 * How late a member's live changes are while an account follows the same table with 200 filters.
 * @returns milliseconds from the commit to the frame, at p50 and the longest, and how many of the changes arrived.
 */
export async function followBeside(
  engine: BenchEngine,
  { follower, attackers }: { follower: BenchMember; attackers: readonly BenchMember[] },
  filter: ((n: number) => string) | undefined,
  ms: number,
) {
  const delays: number[] = []
  const post = (
    await engine.ask(`insert into public.newsfeed_posts (user_id, content) values ($1, 'a') returning id`, [
      follower.id,
    ])
  )[0]?.id
  const own = await open(engine, '127.0.2.1', ({ event, payload }) => {
    if (event === 'postgres_changes' && payload.data)
      delays.push(Date.now() - Date.parse(payload.data.commit_timestamp))
  })
  own.send('realtime:own', 'phx_join', {
    access_token: follower.token,
    config: {
      postgres_changes: [{ event: 'UPDATE', schema: 'public', table: 'newsfeed_posts', filter: `id=eq.${post}` }],
    },
  })
  const sockets = [own]
  if (filter)
    for (const [place, { token }] of attackers.entries()) {
      const socket = await open(engine, `127.0.3.${1 + place}`)
      sockets.push(socket)
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        const bindings = Array.from({ length: BINDINGS }, (_, n) => ({
          event: '*',
          schema: 'public',
          table: 'newsfeed_posts',
          filter: filter(channel * BINDINGS + n),
        }))
        socket.send(`realtime:other-${channel}`, 'phx_join', {
          access_token: token,
          config: { postgres_changes: bindings },
        })
        await delay(JOIN_MS)
      }
    }
  await delay(1_000)
  let changed = 0
  for (const end = performance.now() + ms; performance.now() < end; changed += 1) {
    await engine.ask(`update public.newsfeed_posts set content = repeat('a', 4900) || $2 where id = $1`, [
      post,
      String(changed),
    ])
    await delay(CHANGE_MS)
  }
  const until = performance.now() + 30_000
  while (delays.length < changed && performance.now() < until) await delay(50)
  const said = sockets.slice(1).map(({ frames }) => ({
    subscribed: frames.filter(({ event, payload }) => event === 'system' && payload.status === 'ok').length,
    refused: frames.filter(({ event, payload }) => event === 'system' && payload.status === 'error').length,
  }))
  for (const socket of sockets) socket.end()
  return {
    p50: round(percentile(delays, 0.5), 1),
    longest: Math.round(percentile(delays, 1)),
    changed,
    arrived: delays.length,
    said,
  }
}

async function open(
  { url, publishableKey }: BenchEngine,
  localAddress: string,
  onFrame: (frame: Socket['frames'][number]) => void = () => {},
): Promise<Socket> {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=1.0.0`
  const socket = new WebSocket(address, { localAddress })
  const frames: Socket['frames'] = []
  socket.on('error', () => {})
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(String(data))
    frames.push(frame)
    onFrame(frame)
  })
  await new Promise((resolve) => socket.once('open', resolve))
  const send = (topic: string, event: string, payload: object) =>
    socket.send(JSON.stringify({ topic, event, payload, ref: topic, join_ref: topic }))
  const beat = setInterval(() => send('phoenix', 'heartbeat', {}), 20_000)
  return {
    frames,
    send,
    end() {
      clearInterval(beat)
      socket.terminate()
    },
  }
}
