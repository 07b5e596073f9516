import { Agent, request } from 'node:http'
import { gunzipSync } from 'node:zlib'

/** A request as the app sends it. */
export interface SentRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | undefined
}

export interface Reply {
  /** 0 when there was no answer. */
  status: number
  ms: number
  /** Only for a caller that wants it. */
  text: string
}

// Browsers ask for this, and the engine then compresses rows.
const ENCODING = { 'accept-encoding': 'gzip, deflate, br' }
const CONNECTIONS = 512

/** Sends requests over connections that stay open, and reads only those answers that a member needs. */
export class HttpClient {
  readonly #agent: Agent
  readonly #host: { hostname: string; port: string }

  /** @param localAddress any of 127.0.0.0/8; several keep the ports from running out. */
  constructor(url: string, localAddress: string) {
    const { hostname, port } = new URL(url)
    this.#host = { hostname, port }
    this.#agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, localAddress })
  }

  send({ method, path, headers, body }: SentRequest, wantsText: boolean): Promise<Reply> {
    const started = performance.now()
    return new Promise((resolve) => {
      const parts: Buffer[] = []
      const done = (status: number, text = '') => resolve({ status, ms: performance.now() - started, text })
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const sent = request(
        { ...this.#host, agent: this.#agent, method, path, headers: { ...ENCODING, ...headers, ...length } },
        (reply) => {
          reply.on('data', (part: Buffer) => wantsText && parts.push(part))
          reply.on('end', () => {
            const bytes = Buffer.concat(parts)
            const packed = bytes.length > 0 && reply.headers['content-encoding'] === 'gzip'
            done(reply.statusCode ?? 0, String(packed ? gunzipSync(bytes) : bytes))
          })
          reply.on('error', () => done(0))
        },
      )
      sent.on('error', () => done(0))
      sent.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
