import type { IncomingMessage } from 'node:http'
import type { HttpReply } from './types.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * What is wrong with a request before anybody looks at its meaning.
 * @param limit bytes of the address, and of all headers together.
 * @returns undefined when it may go on.
 */
export function refuseRequest(raw: IncomingMessage, limit: number): HttpReply | undefined {
  const { method = '', url = '', rawHeaders } = raw
  if (!METHODS.includes(method)) return text(405, 'Method Not Allowed', { allow: METHODS.join(', ') })
  if (url.length > limit) return text(414, 'URI Too Long')
  // An absolute address or `*` is for proxies.
  if (!url.startsWith('/')) return text(400, 'Bad Request')
  let bytes = 0
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2)
    // The colon, the space and the line's end.
    bytes += name.length + value.length + 4
    if (name.toLowerCase() === 'host') hosts += 1
  }
  if (bytes > limit) return text(431, 'Request Header Fields Too Large')
  if (hosts !== 1) return text(400, 'Bad Request')
  return undefined
}

function text(status: number, message: string, headers: Record<string, string> = {}): HttpReply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify({ message }),
  }
}
