import type { WorkerMessage } from '../lib/worker-messages.ts'

interface LastingEvent {
  waitUntil(work: Promise<unknown>): void
}

interface OpenWindow {
  url: string
  focus(): Promise<unknown>
  navigate(url: string): Promise<OpenWindow | null>
}

/** A notification of the worker, as long as it is shown. */
export interface ShownMessage {
  data: {
    /** The ID of the message, which lets this browser ask about it at the address. */
    delivery: string
    ask: string
    navigate: string
  }
  close(): void
}

/** The ended subscription and its replacement; some browsers provide neither. */
export interface SubscriptionChange {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

/** The part of its global scope that the worker uses; the types of pages and workers cannot be loaded together. */
export interface WorkerScope {
  addEventListener(type: 'activate', listener: (event: LastingEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent<WorkerMessage>) => void): void
  addEventListener(type: 'push', listener: (event: LastingEvent & { data: { text(): string } | null }) => void): void
  addEventListener(
    type: 'notificationclick',
    listener: (event: LastingEvent & { notification: ShownMessage }) => void,
  ): void
  addEventListener(type: 'pushsubscriptionchange', listener: (event: LastingEvent & SubscriptionChange) => void): void
  skipWaiting(): Promise<void>
  location: Location
  navigator: Navigator
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<OpenWindow[]>
    openWindow(url: string): Promise<unknown>
  }
  registration: {
    navigationPreload?: { disable(): Promise<void> }
    pushManager: PushManager
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
}
