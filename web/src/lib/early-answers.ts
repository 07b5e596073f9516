import type { RuntimeConfig } from '../config/runtime-config.ts'

/** A request that the page's head started before the app's code had loaded. */
export interface EarlyAnswer {
  /** The `authorization` header of the request. */
  authorization: string
  /** The `accept` header of the request; empty for a list. */
  accept: string
  /** When it was sent, by `performance.now()`. */
  at: number
  answer: Promise<Response>
}

/** What the page's head hands to the app; see `app/early/start.ts`. */
export interface Early {
  config: Promise<RuntimeConfig>
  /** By full address. Each answer is used once. */
  answers: Map<string, EarlyAnswer>
}

declare global {
  var early: Early | undefined
}

// An older answer is requested again.
const FRESH_MS = 10_000

/**
 * A fetch that uses the answer to a request started by the page's head, if it is exactly the same request: same
 * address, same caller, a moment ago. All other requests are sent normally.
 */
export function withEarlyAnswers(ask: typeof fetch): typeof fetch {
  if (globalThis.early) setTimeout(releaseUntaken, FRESH_MS, globalThis.early.answers)
  return (input, init) => {
    const early = take(input, init)
    if (!early) return ask(input, init)
    const { signal } = init ?? {}
    if (!signal) return early
    return new Promise((resolve, reject) => {
      const stop = () => {
        release(early)
        reject(signal.reason)
      }
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop, { once: true })
      early.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
    })
  }
}

function take(input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> | undefined {
  const answers = globalThis.early?.answers
  if (!answers?.size || (init?.method ?? 'GET') !== 'GET') return undefined
  const address = String(input)
  const found = answers.get(address)
  if (!found) return undefined
  const headers = new Headers(init?.headers)
  answers.delete(address)
  const same =
    found.authorization === headers.get('authorization') &&
    found.accept === (headers.get('accept') ?? '') &&
    performance.now() - found.at < FRESH_MS
  if (same) return found.answer
  release(found.answer)
  return undefined
}

function releaseUntaken(answers: Early['answers']): void {
  for (const { answer } of answers.values()) release(answer)
  answers.clear()
}

/** Reads an unused answer to its end: until then it holds one of the few connections that a browser has. */
function release(answer: Promise<Response>): void {
  answer.then((reply) => reply.arrayBuffer()).catch(() => {})
}
