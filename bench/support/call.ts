import { Agent, request } from 'node:http'
import type { BenchEngine } from './engine.ts'

export interface Call {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  /** Token of a member; without one the call is a guest's. */
  token?: string | undefined
  /** Sent as JSON unless it is bytes. */
  body?: string | Buffer | undefined
  headers?: Record<string, string>
  /** Aborts the call in the middle of its body. */
  signal?: AbortSignal
}

export interface Answer {
  /** 0 when there was no answer: `text` gives the reason. */
  status: number
  text: string
  ms: number
}

/** Calls an engine over kept-alive connections, at little cost to the machine that both share. */
export type Caller = (call: Call) => Promise<Answer>

/**
 * @param from address of the caller; any of 127.0.0.0/8 is this machine, and each has separate rate limits.
 */
export function callerOf(engine: Pick<BenchEngine, 'url' | 'publishableKey'>, from?: string): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 256, ...(from ? { localAddress: from } : {}) })
  const { hostname, port } = new URL(engine.url)
  return ({ method = 'GET', path, token, body, headers, signal }) => {
    const started = performance.now()
    return new Promise((resolve) => {
      let text = ''
      const done = (status: number) => resolve({ status, text, ms: performance.now() - started })
      const failed = (error: Error) => {
        text = error.message
        done(0)
      }
      const sent = request(
        {
          hostname,
          port,
          agent,
          method,
          path,
          ...(signal ? { signal } : {}),
          headers: {
            apikey: engine.publishableKey,
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
            ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
            ...headers,
          },
        },
        (reply) => {
          reply.setEncoding('utf8')
          reply.on('data', (chunk) => {
            text += chunk
          })
          reply.on('end', () => done(reply.statusCode ?? 0))
          reply.on('error', failed)
        },
      )
      sent.on('error', failed)
      sent.end(body)
    })
  }
}
