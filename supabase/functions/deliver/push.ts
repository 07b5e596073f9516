import { authorize, encryptMessage, MESSAGE_BYTES, type PushKeys } from './encrypt.ts'
import type { Notification, PushDelivery, Result } from './queue.ts'
import type { Settings } from './settings.ts'
import { wordsOf } from './words.ts'

const LONGEST_MS = 10_000
const HOUR = 3600

/** How many of many notifications a message names. */
const NAMED = 3

/** How long a push service keeps a message for a browser that is offline (s). Later messages would be useless. */
const KEPT: Readonly<Record<string, number>> = {
  game_closing: 3 * HOUR,
  live_begins: 3 * HOUR,
  claim_closes_day: 12 * HOUR,
}
const URGENT = ['prizes', 'wins', 'moderation', 'live']

/**
 * Sends a message to a browser (RFC 8030). A later message of the same topic replaces one that is not delivered yet.
 * Redirects are not followed: they could lead anywhere.
 */
export async function sendPush(delivery: PushDelivery, keys: PushKeys, settings: Settings): Promise<Result> {
  const [notification] = delivery.notifications
  if (!notification) return { outcome: 'refused', error: 'there is nothing to say' }
  const { kind, group } = notification
  // Two messages about many are about others, so none replaces the one before it.
  const topic = await topicOf(isMany(delivery) ? `many:${delivery.id}` : notification.topic)
  try {
    const message = messageFor(delivery, notification, topic, settings)
    const body = await encryptMessage(message, delivery.browser).catch(() => undefined)
    // Keys that no browser makes: nothing can ever be sent to it.
    if (!body) return { outcome: 'gone', error: 'the keys of the browser are not valid' }
    const reply = await fetch(delivery.browser.endpoint, {
      method: 'POST',
      headers: {
        authorization: await authorize(delivery.browser.endpoint, keys, settings.contact),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(KEPT[kind] ?? 24 * HOUR),
        urgency: URGENT.includes(group) ? 'high' : 'normal',
        topic,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(LONGEST_MS),
    })
    return await resultOf(reply)
  } catch (error) {
    return { outcome: 'failed', error: String(error) }
  }
}

/** Whether the message is about all that had to wait because there were too many. */
const isMany = ({ notifications }: PushDelivery) => notifications.length > 1

async function resultOf(reply: Response): Promise<Result> {
  const text = (await reply.text().catch(() => '')).slice(0, 200)
  if (reply.ok) return { outcome: 'sent' }
  const error = `${reply.status} ${text}`.trim()
  if (reply.status === 404 || reply.status === 410) return { outcome: 'gone', error }
  if (reply.status === 429 || reply.status >= 500) {
    const seconds = Number(reply.headers.get('retry-after') ?? 0)
    return { outcome: 'failed', error, retry_seconds: Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0 }
  }
  return { outcome: 'refused', error }
}

/**
 * Declarative Web Push: Safari shows `notification` without the worker; the worker of the other browsers reads the same.
 * Long texts are cut until the message fits.
 */
function messageFor(
  delivery: PushDelivery,
  notification: Notification,
  tag: string,
  { siteUrl, functionsUrl }: Settings,
): Uint8Array<ArrayBuffer> {
  const { id, unread, notifications } = delivery
  const path = (!isMany(delivery) && notification.path) || '/notifications'
  const write = (title: string, body: string) =>
    new Uint8Array(
      new TextEncoder().encode(
        JSON.stringify({
          web_push: 8030,
          notification: {
            title,
            body,
            navigate: siteUrl + path,
            tag,
            lang: 'en-GB',
            dir: 'auto',
            data: { delivery: id, ask: `${functionsUrl}/deliver/opened` },
          },
          app_badge: unread,
        }),
      ),
    )
  const all = notifications.slice(0, NAMED).map(wordsOf)
  const [title, body] = isMany(delivery)
    ? [`${notifications.length} new notifications`, all.map(({ sentence }) => sentence).join('\n')]
    : [all[0]?.sentence ?? '', all[0]?.quote ?? '']
  const whole = write(title, body)
  return whole.length <= MESSAGE_BYTES ? whole : write(title.slice(0, 300), body.slice(0, 140))
}

/** 32 letters of base64url, as many as a topic may have; it also is the tag that replaces a shown notification. */
async function topicOf(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return btoa(String.fromCharCode(...hash.slice(0, 24)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
