import { type BanksideClient, supabase } from '../../lib/supabase.ts'
import { browserName } from './browser-name.ts'

const WORKER_MS = 10_000
const RENEWED = 'bankside-push-renewed'

/** Whether this browser shows push messages: unsupported, blocked by the member, off or on. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on'

/** The current state of this browser. */
export async function pushState(): Promise<PushState> {
  const isPossible = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isPossible) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return (await ownSubscription()) ? 'on' : 'off'
}

/**
 * Asks the member for permission, subscribes this browser and saves the subscription. Call it in answer to a press:
 * browsers ignore the question otherwise.
 * @returns `blocked` if permission was refused, `off` if the question was left unanswered.
 */
export async function turnPushOn(): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  const client = await supabase()
  const subscription = await subscribe(client)
  try {
    await save(client, subscription)
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  return 'on'
}

/** Ends the subscription of this browser. */
export async function turnPushOff(): Promise<PushState> {
  const subscription = await ownSubscription()
  if (!subscription) return 'off'
  const client = await supabase()
  await client.rpc('remove_push_subscription', { endpoint: subscription.endpoint }).throwOnError()
  await subscription.unsubscribe()
  return 'off'
}

/**
 * Saves the subscription of this browser again, once a day and after each sign-in: the push service may have given it
 * another address, the site may have another key, and nothing is sent to a browser whose session has ended.
 */
export async function renewPush(userId: string): Promise<void> {
  const subscription = await ownSubscription()
  if (!subscription || Notification.permission !== 'granted') return
  const client = await supabase()
  const { data } = await client.auth.getSession()
  const signedInAt = data.session?.user.last_sign_in_at
  const today = [userId, signedInAt, new Date().toISOString().slice(0, 10), subscription.endpoint].join(' ')
  if (localStorage.getItem(RENEWED) === today) return
  await save(client, await subscribe(client))
  localStorage.setItem(RENEWED, today)
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = 'PushManager' in window ? await navigator.serviceWorker?.getRegistration() : undefined
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function subscribe(client: BanksideClient): Promise<PushSubscription> {
  const { data, error } = await client.functions.invoke<{ public_key: string }>('deliver/key', { method: 'GET' })
  if (error || !data) throw error ?? new Error('the site has no key')
  const { pushManager } = await worker()
  const present = await pushManager.getSubscription()
  // A subscription is bound to the key with which it was made.
  if (present && toBase64Url(present.options.applicationServerKey) !== data.public_key) await present.unsubscribe()
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: data.public_key })
}

/** @throws {Error} when the site has no worker, as with the server for development. */
async function worker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('there is no worker')), WORKER_MS)
  })
  return await Promise.race([navigator.serviceWorker.ready, late])
}

async function save(client: BanksideClient, subscription: PushSubscription): Promise<void> {
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await client
    .rpc('save_push_subscription', { endpoint: endpoint ?? '', p256dh, auth, device: browserName(navigator.userAgent) })
    .throwOnError()
}

function toBase64Url(buffer: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0))))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
