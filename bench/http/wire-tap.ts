import { mkdirSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

/** A statement as it was sent: its text and the values bound to it, as text. */
export interface TappedStatement {
  text: string
  values: (string | null)[]
}

export interface WireTap {
  /** Folder of the socket that leads to the database through this tap. */
  folder: string
  /** The statements bound since the last call, in order. */
  take(): TappedStatement[]
  close(): Promise<void>
}

/** A proxy between an engine and its database on a Unix socket that records what is prepared and bound. */
export async function openWireTap(socketDirectory: string, folder: string): Promise<WireTap> {
  mkdirSync(folder, { recursive: true })
  let bound: TappedStatement[] = []
  const server = createServer((client) => {
    const database = connect(join(socketDirectory, '.s.PGSQL.5432'))
    const prepared = new Map<string, string>()
    let buffer: Buffer = Buffer.alloc(0)
    let started = false
    client.on('data', (chunk: Buffer) => {
      database.write(chunk)
      buffer = Buffer.concat([buffer, chunk])
      for (;;) {
        // The first message has no type byte.
        const head = started ? 1 : 0
        if (buffer.length < head + 4) return
        const end = head + buffer.readInt32BE(head)
        if (buffer.length < end) return
        if (started) note(String.fromCharCode(buffer[0] ?? 0), buffer.subarray(5, end), prepared)
        started = true
        buffer = buffer.subarray(end)
      }
    })
    database.on('data', (chunk) => client.write(chunk))
    client.on('close', () => database.destroy()).on('error', () => database.destroy())
    database.on('close', () => client.destroy()).on('error', () => client.destroy())
  })
  const note = (type: string, body: Buffer, prepared: Map<string, string>) => {
    if (type === 'P') {
      const name = textAt(body, 0)
      prepared.set(name.text, textAt(body, name.next).text)
    }
    if (type === 'B') {
      const statement = textAt(body, textAt(body, 0).next)
      bound.push({ text: prepared.get(statement.text) ?? '', values: valuesAt(body, statement.next) })
    }
  }
  await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve))
  return {
    folder,
    take: () => {
      const taken = bound
      bound = []
      return taken
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function textAt(body: Buffer, start: number): { text: string; next: number } {
  const end = body.indexOf(0, start)
  return { text: body.toString('utf8', start, end), next: end + 1 }
}

function valuesAt(body: Buffer, start: number): (string | null)[] {
  let at = start + 2 + 2 * body.readInt16BE(start)
  const count = body.readInt16BE(at)
  at += 2
  return Array.from({ length: count }, () => {
    const length = body.readInt32BE(at)
    at += 4
    if (length < 0) return null
    at += length
    return body.toString('utf8', at - length, at)
  })
}
