import { connect, type Socket } from 'node:net'

/** A request as it is sent; created again each time. */
export type MakeRequest = (n: number) => string

/**
 * Keeps a number of connections busy for a while, one request at a time on each, with as little work as possible of its
 * own, because it shares the machine with the measured server.
 * @returns answered requests per second, and how long each took (ms). Throws on an unsuccessful answer.
 */
export async function load(
  url: string,
  make: MakeRequest,
  options: { connections: number; ms: number },
): Promise<{ rate: number; times: number[] }> {
  const { hostname, port } = new URL(url)
  const start = performance.now()
  const end = start + options.ms
  let sent = 0
  const answered = await Promise.all(
    Array.from({ length: options.connections }, () => drive(connect(Number(port), hostname), () => make(sent++), end)),
  )
  const times = answered.flat()
  return { rate: times.length / ((performance.now() - start) / 1000), times }
}

function drive(socket: Socket, next: () => string, end: number): Promise<number[]> {
  socket.setNoDelay(true)
  return new Promise((resolve, reject) => {
    const times: number[] = []
    let sentAt = 0
    const send = () => {
      sentAt = performance.now()
      socket.write(next())
    }
    let buffer: Buffer = Buffer.alloc(0)
    socket.on('error', reject)
    socket.on('connect', send)
    socket.on('data', (chunk: Buffer) => {
      buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk])
      const size = answerSize(buffer)
      if (size === undefined || buffer.length < size) return
      const status = Number(buffer.toString('latin1', 9, 12))
      if (status < 200 || status > 299) {
        socket.destroy()
        return reject(new Error(buffer.toString('utf8', 0, Math.min(size, 1000))))
      }
      buffer = buffer.subarray(size)
      const now = performance.now()
      times.push(now - sentAt)
      if (now < end) send()
      else {
        socket.end()
        resolve(times)
      }
    })
  })
}

/** Bytes of the first answer in the buffer, or undefined while its head is incomplete; no chunked bodies. */
function answerSize(buffer: Buffer): number | undefined {
  const head = buffer.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(buffer.toString('latin1', 0, head)) ?? []
  const status = Number(buffer.toString('latin1', 9, 12))
  if (length === undefined && status !== 204 && status !== 201) throw new Error('an answer without its length')
  return head + 4 + Number(length ?? 0)
}
