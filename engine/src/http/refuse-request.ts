import type { IncomingMessage } from 'node:http'
import type { HttpReply } from './types.ts'

/** More headers than any client of ours sends; a caller cannot make every request slow with thousands of short ones. */
const MOST_HEADERS = 200

/** Names of this machine, by which no page of another site can reach it. */
const THIS_MACHINE = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d+)?$/i

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * The reason to refuse a request before its content is considered.
 * @param limit bytes of the address, and of all headers together, of which there may be 200.
 * @param isLocal whether only names of this machine are answered: a page of a site whose name is made to lead here would
 * otherwise count as a page of this engine.
 * @returns undefined when the request may proceed.
 */
export function refuseRequest(raw: IncomingMessage, limit: number, isLocal = false): HttpReply | undefined {
  const { method = '', url = '', rawHeaders } = raw
  if (!METHODS.includes(method)) return text(405, 'Method Not Allowed', { allow: METHODS.join(', ') })
  if (url.length > limit) return text(414, 'URI Too Long')
  // Absolute addresses and `*` are for proxies.
  if (!url.startsWith('/')) return text(400, 'Bad Request')
  let bytes = 0
  let hosts = 0
  let credentials = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2)
    // The colon, the space and the line end.
    bytes += name.length + value.length + 4
    if (name.toLowerCase() === 'host') hosts += 1
    if (name.toLowerCase() === 'authorization') credentials += 1
  }
  if (bytes > limit || rawHeaders.length / 2 > MOST_HEADERS) return text(431, 'Request Header Fields Too Large')
  // A proxy might use one and a service the other.
  if (hosts !== 1 || credentials > 1) return text(400, 'Bad Request')
  if (isLocal && !THIS_MACHINE.test(raw.headers.host ?? ''))
    return text(421, 'This engine answers only at a name of its own machine')
  return undefined
}

function text(status: number, message: string, headers: Record<string, string> = {}): HttpReply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify({ message }),
  }
}
