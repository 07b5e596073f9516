import type { RuntimeConfig } from '../config/runtime-config.ts'

/** A request that the page's head began while the app's code was still on its way. */
export interface EarlyAnswer {
  /** Whom it was asked as. */
  authorization: string
  /** The shape that was asked for; empty for a list. */
  accept: string
  /** When, by `performance.now()`. */
  at: number
  answer: Promise<Response>
}

/** What the page's head leaves for the app; see `app/early/start.ts`. */
export interface Early {
  config: Promise<RuntimeConfig>
  /** By full address. Each answer is taken once. */
  answers: Map<string, EarlyAnswer>
}

declare global {
  var early: Early | undefined
}

// What has waited longer for its reader is asked again.
const FRESH_MS = 10_000

/**
 * A fetch that takes the answer to a request that the page's head has begun, when it is the very same request: the same
 * address, asked as the same person a moment ago. Anything else is asked as ever.
 */
export function withEarlyAnswers(ask: typeof fetch): typeof fetch {
  return (input, init) => {
    const early = take(input, init)
    if (!early) return ask(input, init)
    const { signal } = init ?? {}
    if (!signal) return early
    return new Promise((resolve, reject) => {
      const stop = () => reject(signal.reason)
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop, { once: true })
      early.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
    })
  }
}

function take(input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> | undefined {
  const answers = globalThis.early?.answers
  if (!answers?.size || input instanceof Request || (init?.method ?? 'GET') !== 'GET') return undefined
  const address = String(input)
  const found = answers.get(address)
  if (!found) return undefined
  const headers = new Headers(init?.headers)
  answers.delete(address)
  const same =
    found.authorization === headers.get('authorization') &&
    found.accept === (headers.get('accept') ?? '') &&
    performance.now() - found.at < FRESH_MS
  return same ? found.answer : undefined
}
