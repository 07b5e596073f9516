import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { SHARE_PATH } from '../../../contract/src/share-target.ts'
import { PHOTO_CACHE } from '../lib/worker-messages.ts'
import { pageOrShell } from './page-or-shell.ts'
import { openMessage, showMessage, subscribeAgain } from './push.ts'
import { isPhoto, NOT_PAGES, SETTINGS_PATH } from './requests.ts'
import { receiveShare } from './share.ts'
import type { WorkerScope } from './worker-scope.ts'

// The build inserts both values.
declare const __PRECACHE__: { url: string; revision: string | null }[]
declare const __BUILD__: string

const SETTINGS_CACHE = 'bankside-settings'

const scope = globalThis as unknown as WorkerScope
const photos = new ExpirationPlugin({ maxEntries: 150, maxAgeSeconds: 7 * 86_400, purgeOnQuotaError: true })

// Only what is listed here is ever stored. Answers of the services (data, sign-in, uploads) are never stored, because a
// stored answer would look like a current one.
registerRoute(
  new NavigationRoute(({ request }) => pageOrShell(request, () => matchPrecache('/')), { denylist: [...NOT_PAGES] }),
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
// Of a window only: what a frame or a script sends is no share, and goes to the server.
registerRoute(
  ({ url, sameOrigin, request }) => sameOrigin && url.pathname === SHARE_PATH && request.destination === 'document',
  ({ request }) => receiveShare(request),
  'POST',
)
precacheAndRoute(__PRECACHE__)
cleanupOutdatedCaches()

scope.addEventListener('activate', (event) => {
  // The page that installed the worker has already loaded the settings, without the worker.
  const kept = caches.open(SETTINGS_CACHE).then((cache) => cache.add(SETTINGS_PATH))
  // With navigation preload the browser would request every opened address while the worker starts, and a second time
  // those that the worker ignores: services, files, links with an effect. An earlier worker may have switched it on.
  const preload = scope.registration.navigationPreload?.disable()
  event.waitUntil(Promise.allSettled([scope.clients.claim(), preload, kept]))
})

scope.addEventListener('message', ({ data, ports: [port] }) => {
  if (data === 'build') port?.postMessage(__BUILD__)
  if (data === 'take over') void scope.skipWaiting()
  if (data === 'forget photos') void photos.deleteCacheAndMetadata()
})

scope.addEventListener('push', (event) => event.waitUntil(showMessage(event.data?.text() ?? '', scope)))

scope.addEventListener('notificationclick', (event) => event.waitUntil(openMessage(event.notification, scope)))

scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(event, scope)))
