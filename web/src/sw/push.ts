import type { ShownMessage, SubscriptionChange, WorkerScope } from './worker-scope.ts'

/** A message of the function `deliver`: Declarative Web Push, which Safari shows by itself. */
interface Message {
  notification: {
    title: string
    body: string
    navigate: string
    tag: string
    data: Omit<ShownMessage['data'], 'navigate'>
  }
  app_badge: number
}

const ASK_MS = 3_000

/** Shows a message, unless its notification was read in the meantime. */
export async function showMessage(text: string, scope: WorkerScope): Promise<void> {
  const message = parse(text)
  if (!message) return
  const { title, body, navigate, tag, data } = message.notification
  if (await isRead(data)) return
  await scope.navigator.setAppBadge?.(message.app_badge).catch(() => {})
  await scope.registration.showNotification(title, {
    body,
    tag,
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    data: { ...data, navigate },
  })
}

/** Opens what a notification is about in a window of the site, and marks it as read. */
export async function openMessage(notification: ShownMessage, scope: WorkerScope): Promise<void> {
  notification.close()
  const { navigate, ...data } = notification.data
  const url = new URL(navigate, scope.location.origin)
  // Only addresses of the site, regardless of who sent the message.
  if (url.origin !== scope.location.origin) return
  const [, windows] = await Promise.all([
    report(data, true),
    scope.clients.matchAll({ type: 'window', includeUncontrolled: true }),
  ])
  const open = windows.find((window) => window.url === url.href) ?? windows[0]
  if (!open) return void (await scope.clients.openWindow(url.href))
  const moved = open.url === url.href ? open : await open.navigate(url.href).catch(() => null)
  if (moved) await moved.focus()
  else await scope.clients.openWindow(url.href)
}

/**
 * Subscribes again, with the same key, after the browser has ended a subscription; the next start of the app saves the new
 * address. Does nothing if the browser does not name the ended subscription, or already has a new one.
 */
export async function subscribeAgain(
  { oldSubscription, newSubscription }: SubscriptionChange,
  scope: WorkerScope,
): Promise<void> {
  if (oldSubscription && !newSubscription) await scope.registration.pushManager.subscribe(oldSubscription.options)
}

function parse(text: string): Message | undefined {
  try {
    const message = JSON.parse(text) as Partial<Message>
    return message.notification?.title && message.notification.data ? (message as Message) : undefined
  } catch {
    return undefined
  }
}

// Without an answer it is shown: it was unread a moment ago.
async function isRead(data: Message['notification']['data']): Promise<boolean> {
  return (await report(data, false)) === false
}

/** @returns whether the notification was unread; undefined when that is unknown. */
async function report({ ask, delivery }: Message['notification']['data'], read: boolean): Promise<boolean | undefined> {
  try {
    const reply = await fetch(ask, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ delivery, read }),
      signal: AbortSignal.timeout(ASK_MS),
    })
    return reply.ok ? ((await reply.json()) as { unread: boolean }).unread : undefined
  } catch {
    return undefined
  }
}
