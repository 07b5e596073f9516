import { createRequire } from 'node:module'
import type { AddressInfo, Server } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** The package comes without types. */
interface SmtpServer {
  server: Server
  listen(port: number, host: string, listening: () => void): void
  close(closed: () => void): void
}
interface Credentials {
  username: string
  password: string
}
const { SMTPServer } = createRequire(import.meta.url)('smtp-server') as {
  SMTPServer: new (options: object) => SmtpServer
}

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

/** A real SMTP server, which lets in one user with a password. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const mails: string[] = []
  const waiting: ((mail: string) => void)[] = []
  const deliver = (mail: string) => {
    const next = waiting.shift()
    if (next) next(mail)
    else mails.push(mail)
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (
      { username, password }: Credentials,
      _session: unknown,
      done: (error: Error | null, by?: object) => void,
    ) => (username === 'club' && password === 'tench' ? done(null, { user: username }) : done(new Error('not let in'))),
    onData: (stream: Readable, _session: unknown, done: (error?: Error) => void) => {
      text(stream).then((mail) => {
        deliver(mail)
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://club:tench@127.0.0.1:${port}?from=club%40club.example`,
    nextMail: () => {
      const mail = mails.shift()
      return mail === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(mail)
    },
    unread: () => mails.length,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** The text of a mail, whatever transfer encoding it went out in. */
function textOf(mail: string): string {
  const body = mail.slice(mail.indexOf('\r\n\r\n') + 4)
  return body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\r', '')
}

/** The code in a mail. */
export function codeIn(mail: string): string {
  const code = /\b\d{6}\b/.exec(textOf(mail))
  if (!code) throw new Error(`no code in this mail:\n${textOf(mail)}`)
  return code[0]
}

/** The link in a mail. */
export function linkIn(mail: string): URL {
  const text = textOf(mail)
  const link = /^https?:\/\/\S+$/m.exec(text)
  if (!link) throw new Error(`no link in this mail:\n${text}`)
  return new URL(link[0])
}

/** Whom a mail is addressed to. */
export function recipientOf(mail: string): string {
  return /^To: <?([^>\s]+)>?\s*$/m.exec(mail)?.[1] ?? ''
}
