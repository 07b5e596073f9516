import type { WorkerMessage } from '../lib/worker-messages.ts'

/** What the worker uses of its global scope; the types of pages and of workers cannot be loaded side by side. */
export interface WorkerScope {
  addEventListener(type: 'activate', listener: (event: { waitUntil(work: Promise<unknown>): void }) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent<WorkerMessage>) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  registration: { navigationPreload?: { enable(): Promise<void> } }
}

/** A request for a page, with the answer that the browser asked for while the worker was starting. */
export interface NavigationEvent {
  request: Request
  preloadResponse?: Promise<Response | undefined>
}
