import { createServer, type Socket } from 'node:net'

/** A mail server that keeps what it is given. */
export interface SmtpSink {
  /** Address for SMTP_URL. */
  url: string
  /** Resolves with the next mail as it went over the wire, headers and body; mails that came earlier first. */
  nextMail(): Promise<string>
  /** How many mails nobody has asked for yet. */
  unread(): number
  close(): Promise<void>
}

/** Speaks as much SMTP as nodemailer needs to hand a mail over. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const mails: string[] = []
  const waiting: ((mail: string) => void)[] = []
  const sockets = new Set<Socket>()
  const deliver = (mail: string) => {
    const next = waiting.shift()
    if (next) next(mail)
    else mails.push(mail)
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    let text = ''
    let inData = false
    socket.write('220 sink\r\n')
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8')
      for (;;) {
        const end = text.indexOf(inData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const part = text.slice(0, end)
        text = text.slice(end + (inData ? 5 : 2))
        if (inData) {
          inData = false
          deliver(part)
          socket.write('250 kept\r\n')
        } else if (/^data/i.test(part)) {
          inData = true
          socket.write('354 go on\r\n')
        } else if (/^quit/i.test(part)) socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}?from=club%40club.example`,
    nextMail: () => {
      const mail = mails.shift()
      return mail === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(mail)
    },
    unread: () => mails.length,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** The link in a mail, whatever transfer encoding it went out in. */
export function linkIn(mail: string): URL {
  const body = mail.slice(mail.indexOf('\r\n\r\n') + 4)
  const text = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const link = /^https?:\/\/\S+$/m.exec(text.replaceAll('\r', ''))
  if (!link) throw new Error(`no link in this mail:\n${text}`)
  return new URL(link[0])
}
