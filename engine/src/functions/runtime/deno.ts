/** A function as its file registers it. */
export type Handler = (
  request: Request,
  info: { remoteAddr: { transport: 'tcp'; hostname: string; port: number } },
) => unknown

/** The one handler of a function. */
export interface Registration {
  handler: Handler | undefined
}

/** The part of Deno that functions are documented to use. */
export function createDeno(env: Readonly<Record<string, string>>, registration: Registration) {
  return {
    env: {
      get: (name: string) => (Object.hasOwn(env, name) ? env[name] : undefined),
      has: (name: string) => Object.hasOwn(env, name),
      toObject: () => ({ ...env }),
    },
    /** `serve(handler)`, `serve(options, handler)`, `serve({ handler })`. Ports and host names are without effect. */
    serve(first: Handler | { handler?: Handler }, second?: Handler) {
      const handler = typeof first === 'function' ? first : (second ?? first.handler)
      if (typeof handler !== 'function') throw new TypeError('A handler function must be provided')
      if (registration.handler) throw new Error('A function has one handler')
      registration.handler = handler
      const forever = new Promise<void>(() => {})
      return { finished: forever, shutdown: async () => {}, ref() {}, unref() {}, addr: REMOTE }
    },
  }
}

export const REMOTE = { transport: 'tcp', hostname: '127.0.0.1', port: 0 } as const

/** Takes `export default { fetch }`, or a default export that is a function, as the handler. */
export function registerExports(exported: { default?: unknown }, registration: Registration): void {
  const value = exported.default
  if (typeof value === 'function') registration.handler ??= value as Handler
  const fetch = (value as { fetch?: unknown } | undefined)?.fetch
  if (typeof fetch === 'function') registration.handler ??= (...args) => (fetch as Handler).call(value, ...args)
}
