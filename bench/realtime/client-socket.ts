import { connect, type Socket } from 'node:net'

/** A minimal WebSocket: the measured server shares the machine with thousands of them. */
export interface ClientSocket {
  send(text: string): void
  /** Ends without a close frame, and without a port in TIME_WAIT. */
  drop(): void
}

export interface SocketHandlers {
  onOpen(socket: ClientSocket): void
  onText(frame: Buffer, socket: ClientSocket): void
  onClose(): void
}

/** @param localAddress differs, so that thousands of sockets do not run out of ports. */
export function openClientSocket(url: URL, localAddress: string, handlers: SocketHandlers): ClientSocket {
  const socket = connect({ port: Number(url.port), host: url.hostname, localAddress })
  socket.setNoDelay(true)
  let open = false
  let rest: Buffer = Buffer.alloc(0)
  const client = { send: (text: string) => void socket.write(maskedFrame(text)), drop: () => void drop(socket) }
  socket.on('connect', () =>
    socket.write(
      `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: YmFua3NpZGUtYmVuY2gtMQ==\r\n\r\n',
    ),
  )
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    if (!open) {
      const head = rest.indexOf('\r\n\r\n')
      if (head < 0) return
      if (!rest.toString('latin1', 0, 12).endsWith('101'))
        throw new Error(`no WebSocket: ${rest.toString('utf8', 0, 200)}`)
      open = true
      rest = rest.subarray(head + 4)
      handlers.onOpen(client)
    }
    for (;;) {
      const frame = firstFrame(rest)
      if (!frame) return
      rest = rest.subarray(frame.end)
      if (frame.opcode === 1) handlers.onText(frame.payload, client)
    }
  })
  socket.on('error', () => {})
  socket.on('close', () => handlers.onClose())
  return client
}

function drop(socket: Socket): void {
  socket.resetAndDestroy()
}

/** A complete frame at the start of the bytes; servers do not mask. */
function firstFrame(bytes: Buffer): { opcode: number; payload: Buffer; end: number } | undefined {
  if (bytes.length < 2) return undefined
  const short = (bytes[1] ?? 0) & 0x7f
  const head = short === 126 ? 4 : short === 127 ? 10 : 2
  if (bytes.length < head) return undefined
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
  if (bytes.length < head + length) return undefined
  return { opcode: (bytes[0] ?? 0) & 0x0f, payload: bytes.subarray(head, head + length), end: head + length }
}

/** Clients must mask; a mask of zeros is enough. */
function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const head =
    payload.length < 126
      ? Buffer.from([0x81, 0x80 | payload.length])
      : Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff])
  return Buffer.concat([head, Buffer.alloc(4), payload])
}
