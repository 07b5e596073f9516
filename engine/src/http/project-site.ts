import type { HttpReply, HttpRequest } from './types.ts'

/** What is served besides the services when the engine has no web app: the two health addresses. */
export function createProjectSite(
  notReady: () => Promise<string | undefined>,
): (request: HttpRequest) => Promise<HttpReply> {
  return async ({ path, method }) => {
    const isRead = method === 'GET' || method === 'HEAD'
    if (isRead && path === '/healthz') return text(200, 'ok')
    if (isRead && path === '/readyz') {
      const missing = await notReady()
      return missing === undefined ? text(200, 'ready') : text(503, missing)
    }
    return {
      status: 404,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ message: 'no Route matched with those values' }),
    }
  }
}

const text = (status: number, words: string): HttpReply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: `${words}\n`,
})
