import { Agent, request } from 'node:http'
import { connect } from 'node:net'

export interface Input {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array
}

export interface Answer {
  status: number
  text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Sends one request unchanged, without the normalisation that fetch applies to an address. */
export function send(origin: string, { method, path, headers, body }: Input): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const url = new URL(origin)
    const call = request(
      {
        agent,
        host: url.hostname,
        port: url.port,
        method,
        path: sendable(path),
        headers: sendableHeaders(headers, body),
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('latin1') }),
        )
        response.on('error', reject)
      },
    )
    call.on('error', (error: NodeJS.ErrnoException) => {
      // A server may close the connection instead of reading everything.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve({ status: 0, text: '' })
      else reject(error)
    })
    call.end(body)
  })
}

/** Writes bytes that need not be HTTP, and reads until the other side closes the connection. */
export function sendBytes(origin: string, bytes: Uint8Array): Promise<Answer> {
  return new Promise((resolve) => {
    const url = new URL(origin)
    let text = ''
    const socket = connect(Number(url.port), url.hostname, () => socket.end(bytes))
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text }))
  })
}

export function hangUp(): void {
  agent.destroy()
}

// Characters that Node's client refuses to send are percent-encoded; sendBytes covers the rest.
function sendable(path: string): string {
  const escaped = path.replace(/[^\x21-\x7e]/gu, (character) => {
    try {
      return encodeURIComponent(character)
    } catch {
      return '%ED%A0%80'
    }
  })
  return escaped.startsWith('/') ? escaped : `/${escaped}`
}

function sendableHeaders(headers: Record<string, string>, body: string | Uint8Array | undefined) {
  const clean = Object.entries(headers).map(([name, value]) => [name, value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')])
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return { ...Object.fromEntries(clean), ...length }
}
