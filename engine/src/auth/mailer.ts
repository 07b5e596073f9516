import { createTransport } from 'nodemailer'
import type { Logger } from '../kernel/logger.ts'
import { type MailContent, type MailKind, mailText } from './mail-texts.ts'

export interface Recipient {
  id: string
  email: string
}

/** Sends the service's mails. */
export interface Mailer {
  /** @throws when the mail could not be handed over. */
  send(kind: MailKind, to: Recipient, content: MailContent): Promise<void>
  close(): void
}

/**
 * Mails go out over SMTP when an address is given, else each link and code goes to the log: a club without a mail server can
 * still let members back in.
 * @param smtpUrl `smtp://` or `smtps://`; its query may hold `from`, the sender, which is else no-reply@<site's host>.
 */
export function createMailer(smtpUrl: string | undefined, siteUrl: string, log: Logger): Mailer {
  if (smtpUrl === undefined) {
    return {
      // Addresses stay out of the log; whoever reads it finds the member by the id.
      send: async (kind, { id }, { link, code }) =>
        log.info({ user: id, link, code }, `${kind} mail (no SMTP_URL is set)`),
      close: () => {},
    }
  }
  const server = new URL(smtpUrl)
  const from = server.searchParams.get('from') ?? `Bankside <no-reply@${new URL(siteUrl).hostname}>`
  server.searchParams.delete('from')
  const transport = createTransport({
    url: server.href,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (kind, to, content) => {
      await transport.sendMail({ from, to: { name: '', address: to.email }, ...mailText(kind, content) })
    },
    close: () => transport.close(),
  }
}
