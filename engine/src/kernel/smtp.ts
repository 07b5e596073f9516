import { createTransport, type SendMailOptions } from 'nodemailer'

/** Hands mails to a mail server. */
export interface Smtp {
  /** The sender if a mail names none: `Name <address>`, or an address alone, before which the club's name belongs. */
  from: string
  /** @throws if the mail could not be handed over; `responseCode` is that of the server. */
  send(mail: SendMailOptions): Promise<void>
  close(): void
}

/**
 * @param smtpUrl `smtp://` or `smtps://`; its query may contain `from`, the sender, by default no-reply@<site's host>.
 */
export function connectSmtp(smtpUrl: string, siteUrl: string): Smtp {
  const server = new URL(smtpUrl)
  const from = server.searchParams.get('from') ?? `no-reply@${new URL(siteUrl).hostname}`
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
    from,
    send: async (mail) => void (await transport.sendMail({ from, ...mail })),
    close: () => transport.close(),
  }
}
