/** What the engine passes to a worker thread at its start. */
export interface WorkerStart {
  name: string
  /** The function as one script. */
  code: string
  env: Record<string, string>
}

/** From the engine to a worker thread. `id` names a call. */
export type ToWorker =
  | {
      type: 'call'
      id: number
      method: string
      url: string
      headers: [string, string][]
      body: Uint8Array<ArrayBuffer> | undefined
    }
  /** The client is gone, or the time is over. */
  | { type: 'abort'; id: number }
  /** The client has room for the next part of the answer. */
  | { type: 'pull'; id: number }
  | { type: 'ping' }
  /** The thread is about to end. */
  | { type: 'unload' }

/** From a worker thread to the engine. */
export type FromWorker =
  | { type: 'ready' }
  | { type: 'answer'; id: number; status: number; headers: [string, string][] }
  | { type: 'part'; id: number; data: Uint8Array }
  | { type: 'end'; id: number }
  | { type: 'failed'; id: number; message: string }
  | { type: 'log'; level: LogLevel; message: string }
  /** Answers a ping: memory outside the heap in bytes, and the promises given to `waitUntil`. */
  | { type: 'pong'; external: number; background: number }

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
