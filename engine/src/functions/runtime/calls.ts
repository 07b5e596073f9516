import { type Handler, REMOTE } from './deno.ts'
import type { FromWorker, ToWorker } from './protocol.ts'

type Call = Extract<ToWorker, { type: 'call' }>

/** The calls that one worker thread answers. */
export interface Calls {
  begin(call: Call): Promise<void>
  abort(id: number): void
  /** Sends the next part of an answer. */
  pull(id: number): Promise<void>
}

interface Running {
  ending: AbortController
  reader?: ReadableStreamDefaultReader<Uint8Array>
}

export function createCalls(handler: Handler, send: (message: FromWorker) => void): Calls {
  const running = new Map<number, Running>()

  const fail = (id: number, error: unknown) => {
    running.delete(id)
    send({ type: 'failed', id, message: describeError(error) })
  }

  return {
    async begin({ id, method, url, headers, body }) {
      const ending = new AbortController()
      running.set(id, { ending })
      try {
        const request = new Request(url, { method, headers, signal: ending.signal, body: body ?? null })
        const response = await handler(request, { remoteAddr: REMOTE })
        if (!(response instanceof Response)) throw new TypeError('The handler returned no Response')
        const call = running.get(id)
        if (!call) return void (await response.body?.cancel())
        send({ type: 'answer', id, status: response.status, headers: [...response.headers] })
        if (response.body) call.reader = response.body.getReader()
        else {
          running.delete(id)
          send({ type: 'end', id })
        }
      } catch (error) {
        if (running.has(id)) fail(id, error)
      }
    },
    abort(id) {
      const call = running.get(id)
      running.delete(id)
      call?.ending.abort(new DOMException('The client is gone', 'AbortError'))
      call?.reader?.cancel().catch(() => {})
    },
    async pull(id) {
      const reader = running.get(id)?.reader
      if (!reader) return
      try {
        const { done, value } = await reader.read()
        if (!running.has(id)) return
        if (done) running.delete(id)
        send(done ? { type: 'end', id } : { type: 'part', id, data: value })
      } catch (error) {
        if (running.has(id)) fail(id, error)
      }
    },
  }
}

/** An error with its stack, as far as a log line is long. */
export function describeError(error: unknown): string {
  return (error instanceof Error ? (error.stack ?? String(error)) : String(error)).slice(0, 10_000)
}
