import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { BodyError, readJson } from '../http/body.ts'
import type { HttpReply, HttpRequest } from '../http/types.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Smtp } from '../kernel/smtp.ts'
import { functionErrors } from './errors.ts'

/** How many sent mails are remembered. */
const REMEMBERED = 1_000

// The part of Resend's format that our functions use; other services understand it as well.
const mail = z.object({
  from: z.string().max(320).optional(),
  to: z.email().max(320),
  subject: z.string().max(998),
  text: z.string().max(500_000),
  html: z.string().max(500_000),
  headers: z.record(z.string().regex(/^[A-Za-z-]+$/), z.string().max(2_000)).default({}),
})

export interface MailGate {
  smtp: Smtp
  /** The key that callers must have, as `Authorization: Bearer`. */
  secretKey: string
}

/**
 * `POST /functions/v1/send-mail`: functions, which have no sockets, send mails through the engine's mail server. A mail
 * with an `Idempotency-Key` that was sent before is not sent again as long as this engine runs; afterwards it has the same
 * Message-ID, by which mail servers recognise it.
 */
export function createSendMail({ smtp, secretKey }: MailGate): (request: HttpRequest) => Promise<HttpReply> {
  const sent = new LRUCache<string, Promise<void>>({ max: REMEMBERED })
  const host = /@([\w.-]+)/.exec(smtp.from)?.[1] ?? 'localhost'
  return async (request) => {
    if (!isKey(request.headers.authorization, secretKey)) throw functionErrors.keyNeeded()
    const parsed = mail.safeParse(await readJson(request.raw).catch(refuseBody))
    if (!parsed.success) throw functionErrors.invalidBody('The body must be a mail')
    const { to, from = smtp.from, ...rest } = parsed.data
    const key = String(request.headers['idempotency-key'] ?? '').replace(/[^\w-]/g, '')
    const send = () =>
      smtp.send({ ...rest, from, to: { name: '', address: to }, ...(key && { messageId: `<${key}@${host}>` }) })
    const known = key ? sent.get(key) : undefined
    const sending = known ?? send()
    if (key) sent.set(key, sending)
    try {
      await sending
    } catch (error) {
      sent.delete(key)
      throw isRefusal(error)
        ? functionErrors.mailRefused(messageOf(error))
        : functionErrors.mailFailed(messageOf(error))
    }
    return {
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ id: key }),
    }
  }
}

/** Permanent errors of this mail or its recipient. A refused sign-in is not one of them. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
}

function isKey(header: string | undefined, key: string): boolean {
  const [given, wanted] = [Buffer.from(header ?? ''), Buffer.from(`Bearer ${key}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function refuseBody(error: unknown): never {
  throw error instanceof BodyError ? functionErrors.invalidBody(error.message) : error
}
