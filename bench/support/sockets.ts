import WebSocket from 'ws'
import type { BenchEngine } from './engine.ts'

const SAMPLE = 20
let changes = 0
const sampled = () => changes++ % SAMPLE === 0

export interface LiveSocket {
  /** Resolves once every table is joined. */
  joined: Promise<void>
  close(): void
}

/**
 * A member's live connection like the app's: one channel for a set of tables, a heartbeat, a new token now and then.
 * @param onChange receives the time of the commit in milliseconds, for one change in twenty.
 */
export function openSocket(
  engine: Pick<BenchEngine, 'url' | 'publishableKey'>,
  token: string,
  tables: readonly string[],
  onChange: (committedAt: number | undefined) => void,
): LiveSocket {
  const address = `${engine.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${engine.publishableKey}&vsn=1.0.0`
  const socket = new WebSocket(address)
  const send = (topic: string, event: string, payload: object) =>
    socket.send(JSON.stringify({ topic, event, payload, ref: '1', join_ref: '1' }))
  const beat = setInterval(() => {
    if (socket.readyState === WebSocket.OPEN) send('phoenix', 'heartbeat', {})
  }, 25_000)
  const joined = new Promise<void>((resolve, reject) => {
    socket.on('open', () =>
      send('realtime:bench', 'phx_join', {
        access_token: token,
        config: {
          broadcast: { ack: false, self: false },
          presence: { key: '' },
          postgres_changes: tables.map((table) => ({ event: '*', schema: 'public', table })),
        },
      }),
    )
    socket.on('message', (data) => {
      const text = String(data)
      // Parsing a hundred thousand changes a second would measure the parser.
      if (text.includes('"event":"postgres_changes"') && !sampled()) return onChange(undefined)
      const { event, payload } = JSON.parse(text)
      if (event === 'phx_reply' && payload.status === 'error') reject(new Error(JSON.stringify(payload.response)))
      if (event === 'system' && payload.status === 'ok') resolve()
      if (event === 'postgres_changes') onChange(Date.parse(payload.data.commit_timestamp))
    })
    socket.on('error', reject)
    socket.on('close', () => {
      clearInterval(beat)
      reject(new Error('closed before it was joined'))
    })
  })
  // A caller that does not wait for it has closed it on purpose.
  joined.catch(() => {})
  return { joined, close: () => socket.close() }
}
