const PATIENCE_MS = 2_000

/**
 * A fetch that fails early while the browser reports that it is offline; otherwise the client would retry the renewal
 * of an expired token for half a minute. An answer that arrives anyway, e.g. from a server on this machine, passes.
 * @throws {TypeError} as fetch does when offline.
 */
export function failSoonOffline(ask: typeof fetch): typeof fetch {
  return (input, init) => {
    const answer = ask(input, init)
    if (navigator.onLine) return answer
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new TypeError('no network')), PATIENCE_MS)
      answer.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }
}
