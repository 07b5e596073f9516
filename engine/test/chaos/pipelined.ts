import { connect, type Socket } from 'node:net'

/** One of the requests that are sent in one piece. */
export interface PipelinedRequest {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface PipelinedAnswer {
  status: number
  /** The engine announced that it closes the connection after this answer, because it has not read the whole body. */
  last: boolean
  body: Buffer
}

/**
 * Sends all requests on one connection before reading anything, and disconnects after some of the answers.
 * @param read number of answers to wait for; if there are more requests, the connection is then reset.
 * @returns the answers received, in the order of the requests; fewer when the engine closed the connection.
 */
export function sendPipelined(
  url: string,
  requests: readonly PipelinedRequest[],
  read = requests.length,
): Promise<PipelinedAnswer[]> {
  const { hostname, port, host } = new URL(url)
  return new Promise((resolve) => {
    const answers: PipelinedAnswer[] = []
    let left = Buffer.alloc(0)
    const socket: Socket = connect(Number(port), hostname, () => {
      socket.write(Buffer.concat(requests.map((request) => encode(request, host))))
      if (read === 0) setImmediate(() => socket.resetAndDestroy())
    })
    socket.on('data', (chunk) => {
      left = Buffer.concat([left, chunk])
      for (let found = takeAnswer(left); found; found = takeAnswer(left)) {
        answers.push(found.answer)
        left = Buffer.from(found.rest)
        if (answers.length < read) continue
        if (read < requests.length) socket.resetAndDestroy()
        else socket.end()
        return
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answers))
  })
}

function encode({ method, path, headers = {}, body }: PipelinedRequest, host: string): Buffer {
  const bytes = Buffer.from(body ?? '')
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (body !== undefined) lines.push(`Content-Length: ${bytes.length}`)
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes])
}

/** The first complete answer; the engine sends a length for everything that is requested here. */
function takeAnswer(bytes: Buffer): { answer: PipelinedAnswer; rest: Buffer } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = bytes.subarray(0, end).toString('latin1')
  const status = Number(head.split(' ')[1])
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  const from = end + 4
  if (bytes.length < from + length) return undefined
  const last = /\r\nconnection: close/i.test(head)
  return { answer: { status, last, body: bytes.subarray(from, from + length) }, rest: bytes.subarray(from + length) }
}
