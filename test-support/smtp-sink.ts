import { createRequire } from 'node:module'
import type { AddressInfo, Server } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** The package has no types. */
interface SmtpServer {
  server: Server
  listen(port: number, host: string, listening: () => void): void
  close(closed: () => void): void
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): void
}
interface Credentials {
  username: string
  password: string
}
const { SMTPServer } = createRequire(import.meta.url)('smtp-server') as {
  SMTPServer: new (options: object) => SmtpServer
}

/** A mail server that stores the mails that it receives. */
export interface SmtpSink {
  /** Address for SMTP_URL. */
  url: string
  /** Resolves with the next mail as it was transferred, headers and body; earlier unread mails come first. */
  nextMail(): Promise<string>
  /** Refuses a recipient for good from now on. */
  refuse(address: string): void
  /** The number of unread mails. */
  unread(): number
  close(): Promise<void>
}

/** A real SMTP server, which accepts one user with a password. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const mails: string[] = []
  const refused = new Set<string>()
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
    onRcptTo: ({ address }: { address: string }, _session: unknown, done: (error?: Error) => void) =>
      done(refused.has(address) ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : undefined),
    onData: (stream: Readable, _session: unknown, done: (error?: Error) => void) => {
      text(stream).then((mail) => {
        deliver(mail)
        done()
      }, done)
    },
  })
  server.on('error', (error) => {
    // The sender was killed.
    if (error.code !== 'ECONNRESET') throw error
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://club:tench@127.0.0.1:${port}?from=club%40club.example`,
    nextMail: () => {
      const mail = mails.shift()
      return mail === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(mail)
    },
    refuse: (address) => void refused.add(address),
    unread: () => mails.length,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** The text of a mail, decoded from any transfer encoding. */
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

/** The recipient of a mail. */
export function recipientOf(mail: string): string {
  return /^To: <?([^>\s]+)>?\s*$/m.exec(mail)?.[1] ?? ''
}
