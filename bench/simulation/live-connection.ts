import { type ClientSocket, openClientSocket } from '../realtime/client-socket.ts'
import { steadyNow } from '../realtime/crowd.ts'

const HEARTBEAT_MS = 25_000
/** The app leaves a topic this long after the last screen that follows it. */
const LINGER_MS = 5_000
/** Messages of many topics may arrive in between before the last socket of a topic has received one. */
const REMEMBERED = 64

/** A message on a live topic, as far as a simulated member looks at it. */
export interface HeardMessage {
  topic: string
  n?: number
  new?: string[]
  changed?: string[]
  reload?: boolean
  comments?: { id: string }[]
}

export interface ConnectionEvents {
  onMessage(message: HeardMessage, at: number): void
  onJoined(ms: number): void
  /** A join that was refused, or a connection that was closed by the server. */
  onFailure(what: string): void
}

let recent: { bytes: Buffer; message: HeardMessage | undefined }[] = []

/** The same bytes go to every member, so one parse serves all of them. */
function read(bytes: Buffer): HeardMessage | undefined {
  const known = recent.find((each) => each.bytes.length === bytes.length && each.bytes.equals(bytes))
  if (known) return known.message
  const [, , topic, event, body] = JSON.parse(bytes.toString()) as [unknown, unknown, string, string, Body]
  const message =
    event === 'broadcast' && body.event === 'live'
      ? { ...body.payload, topic: topic.replace('realtime:', '') }
      : undefined
  recent = [{ bytes: Buffer.from(bytes), message }, ...recent.slice(0, REMEMBERED - 1)]
  return message
}

interface Body {
  event: string
  payload: Omit<HeardMessage, 'topic'>
}

/** One WebSocket of a member with the topics of the open screen, like supabase-js. */
export class LiveConnection {
  #socket: ClientSocket | undefined
  #beat: ReturnType<typeof setInterval> | undefined
  #wanted = new Set<string>()
  readonly #joined = new Map<string, { ref: string; asked: number }>()
  #refs = 0
  #closed = false
  readonly #token: string
  readonly #events: ConnectionEvents

  constructor(address: string, localAddress: string, token: string, events: ConnectionEvents) {
    this.#token = token
    this.#events = events
    openClientSocket(new URL(address), localAddress, {
      onOpen: (socket) => {
        this.#socket = socket
        if (this.#closed) return socket.drop()
        this.#beat = setInterval(() => socket.send('[null,"0","phoenix","heartbeat",{}]'), HEARTBEAT_MS)
        for (const topic of this.#wanted) this.#join(topic)
      },
      onText: (frame) => this.#receive(frame),
      onClose: () => {
        clearInterval(this.#beat)
        if (!this.#closed) events.onFailure('closed by the server')
      },
    })
  }

  /** Follows these topics and no others. @returns those that were not followed before. */
  follow(topics: readonly string[]): string[] {
    const fresh = topics.filter((topic) => !this.#wanted.has(topic))
    this.#wanted = new Set(topics)
    for (const topic of this.#joined.keys()) if (!this.#wanted.has(topic)) this.#leaveLater(topic)
    if (this.#socket) for (const topic of fresh) if (!this.#joined.has(topic)) this.#join(topic)
    return fresh
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#beat)
    this.#socket?.drop()
  }

  #join(topic: string): void {
    this.#refs += 1
    const ref = String(this.#refs)
    this.#joined.set(topic, { ref, asked: steadyNow() })
    this.#socket?.send(JSON.stringify([ref, ref, `realtime:${topic}`, 'phx_join', this.#payload()]))
  }

  #leaveLater(topic: string): void {
    setTimeout(() => {
      if (!this.#wanted.has(topic) && !this.#closed) this.#leave(topic)
    }, LINGER_MS)
  }

  #leave(topic: string): void {
    const known = this.#joined.get(topic)
    this.#joined.delete(topic)
    this.#refs += 1
    if (known) this.#socket?.send(JSON.stringify([known.ref, String(this.#refs), `realtime:${topic}`, 'phx_leave', {}]))
  }

  #payload() {
    return {
      config: {
        broadcast: { ack: false, self: false },
        presence: { key: '', enabled: false },
        postgres_changes: [],
        private: true,
      },
      access_token: this.#token,
    }
  }

  #receive(frame: Buffer): void {
    const at = steadyNow()
    const head = frame.toString('latin1', 0, 160)
    if (head.includes('"broadcast"')) {
      const message = read(frame)
      if (message) this.#events.onMessage(message, at)
      return
    }
    if (!head.includes('"phx_reply"')) return
    const [ref] = JSON.parse(frame.toString()) as [string | null]
    const topic = [...this.#joined].find(([, known]) => known.ref === ref)
    if (!topic || !head.includes(`"${ref}","${ref}"`)) return
    if (head.includes('"status":"error"')) this.#events.onFailure(`not joined: ${topic[0].replace(/:.*/, '')}`)
    else this.#events.onJoined(at - topic[1].asked)
  }
}
