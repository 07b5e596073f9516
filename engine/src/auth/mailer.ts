import type { ClubOf } from '../http/club.ts'
import type { Logger } from '../kernel/logger.ts'
import { connectSmtp } from '../kernel/smtp.ts'
import { type MailContent, type MailKind, mailText } from './mail-texts.ts'

export interface Recipient {
  id: string
  email: string
}

/** Sends the service's mails. */
export interface Mailer {
  /** @throws if the mail could not be handed over. */
  send(kind: MailKind, to: Recipient, content: MailContent): Promise<void>
  close(): void
}

/**
 * Sends mails over SMTP if an address is given; otherwise each link and code is logged, so that a club without a mail
 * server can still give members access to their accounts.
 * @param smtpUrl `smtp://` or `smtps://`; its query may contain `from`, the sender, by default no-reply@<site's host>.
 * @param clubOf the club, whose name is in the texts, and before a sender that has none.
 */
export function createMailer(smtpUrl: string | undefined, siteUrl: string, clubOf: ClubOf, log: Logger): Mailer {
  if (smtpUrl === undefined) {
    return {
      // Addresses are not logged; readers of the log find the member by the id.
      send: async (kind, { id }, { link, code }) =>
        log.info({ user: id, link, code }, `${kind} mail (no SMTP_URL is set)`),
      close: () => {},
    }
  }
  const smtp = connectSmtp(smtpUrl, siteUrl)
  return {
    send: async (kind, to, content) => {
      const { name } = await clubOf()
      // As an object: a name may contain quotation marks.
      const sender = smtp.from.includes('<') ? {} : { from: { name, address: smtp.from } }
      await smtp.send({ ...sender, to: { name: '', address: to.email }, ...mailText(kind, content, name) })
    },
    close: () => smtp.close(),
  }
}
