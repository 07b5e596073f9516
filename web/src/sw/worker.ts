import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { PHOTO_CACHE } from '../lib/worker-messages.ts'
import { pageOrShell } from './page-or-shell.ts'
import { isPhoto, NOT_PAGES, SETTINGS_PATH } from './requests.ts'
import type { WorkerScope } from './worker-scope.ts'

// Both are written in by the build.
declare const __PRECACHE__: { url: string; revision: string | null }[]
declare const __BUILD__: string

const SETTINGS_CACHE = 'bankside-settings'

const scope = globalThis as unknown as WorkerScope
const photos = new ExpirationPlugin({ maxEntries: 150, maxAgeSeconds: 7 * 86_400, purgeOnQuotaError: true })

// Only what is named here is ever kept. Answers of the services (data, sign-in, uploads) pass by: whatever the worker
// gave from a store would look as fresh as the real thing.
registerRoute(
  new NavigationRoute(({ event }) => pageOrShell(event, () => matchPrecache('/')), { denylist: [...NOT_PAGES] }),
)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === SETTINGS_PATH,
  new NetworkFirst({
    cacheName: SETTINGS_CACHE,
    networkTimeoutSeconds: 3,
  }),
)
registerRoute(
  ({ url, request }) => isPhoto(url, request),
  new CacheFirst({ cacheName: PHOTO_CACHE, plugins: [photos] }),
)
precacheAndRoute(__PRECACHE__)
cleanupOutdatedCaches()

scope.addEventListener('activate', (event) => {
  // The page that brought the worker has asked for the settings already, past it.
  const kept = caches.open(SETTINGS_CACHE).then((cache) => cache.add(SETTINGS_PATH))
  const preload = scope.registration.navigationPreload?.enable()
  event.waitUntil(Promise.allSettled([scope.clients.claim(), preload, kept]))
})

scope.addEventListener('message', ({ data, ports: [port] }) => {
  if (data === 'build') port?.postMessage(__BUILD__)
  if (data === 'take over') void scope.skipWaiting()
  if (data === 'forget photos') void photos.deleteCacheAndMetadata()
})
