import { makeKeys, type PushKeys } from './encrypt.ts'
import { sendInvitation } from './invitation-mail.ts'
import { sendMail } from './mail.ts'
import { sendPush } from './push.ts'
import { createQueue, type Delivery, type Invitation, type Queue, type Result } from './queue.ts'
import { readSettings, type Settings } from './settings.ts'

/** Deliveries that are taken at once; all of them are under way at once, so that each one taken is soon sent. */
const TAKEN = 10
/** After this time a call takes no further deliveries; the next call of the job does. */
const LONGEST_MS = 40_000

/** The largest body from a browser, which only names a delivery. */
const BODY_BYTES = 4_096

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The function `deliver`:
 * `POST /deliver` with a secret key sends what is due, and after that the club's invitations;
 * `GET /deliver/key` returns the public key with which browsers subscribe, and makes the key pair if there is none;
 * `POST /deliver/opened` with `{ delivery, read }` tells the browser that received a message whether it is still unread,
 * and marks it as read. The ID of a delivery is known to that browser only;
 * `POST /deliver/unsubscribe?token=` ends the mails that a signed text names (RFC 8058).
 */
export function createHandler(env: (name: string) => string | undefined): (request: Request) => Promise<Response> {
  const settings = readSettings(env)
  const queue = createQueue(settings)
  return async (request) => {
    const path = new URL(request.url).pathname.replace(/^.*?\/deliver(?=\/|$)/, '')
    if (request.method === 'OPTIONS') return answer(204)
    if (path === '/key' && request.method === 'GET')
      return answer(200, { public_key: (await keysOf(queue)).public_key })
    if (path === '/opened' && request.method === 'POST') return await opened(request, queue)
    if (path === '/unsubscribe') return await unsubscribe(request, queue, settings)
    if (path !== '' || request.method !== 'POST') return answer(404, { message: 'there is no such address' })
    if (!isAllowed(request, settings)) return answer(401, { message: 'only the site has messages sent' })
    return answer(200, await deliver(queue, settings))
  }
}

async function deliver(queue: Queue, settings: Settings): Promise<Record<Result['outcome'], number>> {
  const counts = { sent: 0, failed: 0, refused: 0, gone: 0 }
  const until = Date.now() + LONGEST_MS
  let keys: PushKeys | undefined
  while (Date.now() < until) {
    const taken = await queue.take(TAKEN)
    if (taken.length === 0) break
    keys ??= await keysOf(queue)
    const pair = keys
    const send = async (delivery: Delivery) => {
      const result = await (delivery.channel === 'push'
        ? sendPush(delivery, pair, settings)
        : sendMail(delivery, need(settings.mail), settings))
      counts[result.outcome] += 1
      // Recorded at once, so that the message is not sent again if this sender is killed.
      await queue.end([{ id: delivery.id, attempt: delivery.attempt, ...result }])
    }
    await Promise.all(taken.map(send))
  }
  const { mail } = settings
  // Nobody waits for an invitation as for a message, so they come last.
  while (mail && Date.now() < until) {
    const taken = await queue.takeInvitations(TAKEN)
    if (taken.length === 0) break
    const send = async (invitation: Invitation) => {
      const result = await sendInvitation(invitation, mail, settings)
      counts[result.outcome] += 1
      await queue.endInvitations([{ id: invitation.id, attempt: invitation.attempt, ...result }])
    }
    await Promise.all(taken.map(send))
  }
  return counts
}

const need = (mail: Settings['mail']): NonNullable<Settings['mail']> => {
  if (!mail) throw new Error('mails were taken although none are sent')
  return mail
}

async function opened(request: Request, queue: Queue): Promise<Response> {
  const text = await shortText(request, BODY_BYTES)
  if (text === undefined) return answer(413, { message: 'name a delivery and nothing else' })
  const body = parse(text) as { delivery?: unknown; read?: unknown } | null
  const id = body?.delivery
  if (typeof id !== 'string' || !UUID.test(id)) return answer(400, { message: 'name a delivery' })
  return answer(200, { unread: await queue.open(id, body?.read === true) })
}

/** @returns undefined for a body of more than `most` bytes, which is not read to its end. */
async function shortText({ body }: Request, most: number): Promise<string | undefined> {
  if (!body) return ''
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  for (const reader = body.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > most) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

// Only a POST has an effect: scanners of mails open every link.
async function unsubscribe(request: Request, queue: Queue, { siteUrl }: Settings): Promise<Response> {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  if (request.method === 'GET')
    return new Response(null, {
      status: 303,
      headers: { location: `${siteUrl}/unsubscribe#${encodeURIComponent(token)}` },
    })
  if (request.method !== 'POST') return answer(405, { message: 'use POST' })
  // PostgreSQL has no NUL.
  const isDone = !token.includes('\0') && (await queue.unsubscribe(token))
  return isDone ? answer(200, {}) : answer(404, { message: 'this link is none of this site' })
}

async function keysOf(queue: Queue): Promise<PushKeys> {
  const keys = (await queue.keys()) ?? (await queue.keys(await makeKeys()))
  if (!keys) throw new Error('the key pair could not be stored')
  return keys
}

function isAllowed({ headers }: Request, { secretKeys }: Settings): boolean {
  const given = headers.get('apikey') ?? headers.get('authorization')?.replace(/^Bearer /i, '') ?? ''
  return secretKeys.some((key) => isSame(key, given))
}

/** Takes the same time wherever the texts differ. */
function isSame(first: string, second: string): boolean {
  let difference = first.length ^ second.length
  for (let i = 0; i < first.length; i += 1) difference |= first.charCodeAt(i) ^ second.charCodeAt(i)
  return difference === 0
}

function answer(status: number, body?: object): Response {
  return new Response(body ? JSON.stringify(body) : null, {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
    },
  })
}
