import WebSocket from 'ws'

/** A frame from the server, in either version. */
export interface Frame {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
}

export interface RawSocket {
  socket: WebSocket
  frames: Frame[]
  send(frame: Partial<Frame> & Pick<Frame, 'topic' | 'event'>): void
  /** Waits for a frame that passes; frames received earlier count too. */
  frame(passes: (frame: Frame) => boolean): Promise<Frame>
  /** Waits for the reply to a reference. */
  reply(ref: string): Promise<Frame>
  /** Resolves with the code when the socket is closed. */
  closed: Promise<number>
  close(): void
}

/** Opens a socket and encodes the frames of the version by hand. */
export async function openSocket(
  engine: { url: string; publishableKey: string },
  version: '1.0.0' | '2.0.0' = '2.0.0',
  headers: Record<string, string> = {},
): Promise<RawSocket> {
  const address = `${engine.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${engine.publishableKey}&vsn=${version}`
  const socket = new WebSocket(address, { headers })
  const frames: Frame[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data) => {
    frames.push(decode(JSON.parse(String(data))))
    for (const check of [...waiting]) check()
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => {})
  const frame = async (passes: (frame: Frame) => boolean) =>
    await new Promise<Frame>((resolve) => {
      const check = () => {
        const found = frames.find(passes)
        if (!found) return
        waiting.delete(check)
        resolve(found)
      }
      waiting.add(check)
      check()
    })
  return {
    socket,
    frames,
    send({ joinRef = null, ref = null, topic, event, payload = {} }) {
      socket.send(
        JSON.stringify(
          version === '2.0.0'
            ? [joinRef, ref, topic, event, payload]
            : { topic, event, payload, ref, join_ref: joinRef },
        ),
      )
    },
    frame,
    reply: async (ref) => await frame((candidate) => candidate.event === 'phx_reply' && candidate.ref === ref),
    closed,
    close: () => socket.close(),
  }
}

/** Tries to open a socket that the server must refuse. @returns its answer. */
export async function refusedHandshake(
  engine: { url: string; publishableKey: string },
  headers: Record<string, string> = {},
  query = `apikey=${engine.publishableKey}&vsn=2.0.0`,
  path = '/realtime/v1/websocket',
): Promise<{ status: number | undefined; body: string }> {
  const socket = new WebSocket(`${engine.url.replace('http', 'ws')}${path}?${query}`, { headers })
  return await new Promise((resolve, reject) => {
    socket.once('open', () => reject(new Error('the socket opened')))
    socket.once('error', () => {})
    socket.once('unexpected-response', (_request, response) => {
      let body = ''
      response.on('data', (part) => {
        body += part
      })
      response.on('end', () => resolve({ status: response.statusCode, body }))
    })
  })
}

function decode(data: unknown): Frame {
  if (Array.isArray(data)) {
    const [joinRef, ref, topic, event, payload] = data
    return { joinRef, ref, topic, event, payload }
  }
  const { join_ref: joinRef, ref, topic, event, payload } = data as Omit<Frame, 'joinRef'> & { join_ref: string | null }
  return { joinRef, ref, topic, event, payload }
}

/** The payload of a join with that many bindings on a table. */
export function joinPayload(changes: object[] = [], more: object = {}) {
  return {
    config: {
      broadcast: { ack: false, self: false },
      presence: { key: '', enabled: false },
      postgres_changes: changes,
      private: false,
      ...more,
    },
  }
}
