import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { codeOf } from '../kernel/errors.ts'

/** How long a client may take to read the refusal, while everything that it still sends is dropped. */
const READ_MS = 500

/** Refusals for particular errors of Node's parser; every other error is a malformed request. */
const REFUSALS = new Map<string | undefined, [status: number, message: string]>([
  ['HPE_HEADER_OVERFLOW', [431, 'Request Header Fields Too Large']],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', [413, 'Payload Too Large']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'Request Timeout']],
])

/**
 * Answers malformed requests in the usual shape. Node itself answers without a body, and may close the connection
 * before the client has read the status.
 */
export function answerClientErrors(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>()
  const refused = new WeakSet<Duplex>()
  server.on('request', (request, response) => answers.set(request.socket, response))
  server.on('clientError', (error, socket) => {
    // The parser reports an error for every further chunk after the refused one.
    if (refused.has(socket)) return
    refused.add(socket)
    socket.on('error', () => {})
    if (!socket.writable || codeOf(error) === 'ECONNRESET') return void socket.destroy()
    const answer = answers.get(socket)
    if (answer === undefined || answer.writableFinished) return refuse(socket, error)
    // An earlier request on the connection is answered first.
    if (answer.req.complete) return void answer.once('finish', () => refuse(socket, error))
    // The body of a running request: its service must stop writing, and no second answer may follow a part of one.
    if (!answer.headersSent) refuse(socket, error)
    answer.destroy()
  })
}

function refuse(socket: Duplex, error: Error): void {
  const [status, message] = REFUSALS.get(codeOf(error)) ?? [400, 'Bad Request']
  const body = JSON.stringify({ message })
  const head = [
    `HTTP/1.1 ${status} ${message}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
  ]
  endSocket(socket, `${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Sends the last answer on a connection and closes it, even if the client leaves its own side open. */
export function endSocket(socket: Duplex, answer: string): void {
  socket.end(answer)
  setTimeout(() => socket.destroy(), READ_MS).unref()
}
