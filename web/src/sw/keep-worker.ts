import { WORKER_PATH, type WorkerMessage } from '../lib/worker-messages.ts'
import { removeWorkers } from './remove-workers.ts'

const CHECK_EVERY_MS = 3_600_000

/**
 * Registers the worker that lets the app start offline, and checks for new versions every hour. If the server no longer
 * has the worker, it is removed with everything that it stored.
 * @param onNewVersion called when another version is ready, with a function that activates it and reloads.
 * @returns a function that stops checking.
 */
export function keepWorker(onNewVersion: (reload: () => void) => void): () => void {
  const workers = navigator.serviceWorker
  if (!workers) return () => {}
  let stopped = false
  let reloading = false
  let controlled = workers.controller !== null

  const offer = async (worker: ServiceWorker) => {
    if (stopped) return
    // The page came from the network and may already be the new version; then there is nothing to offer.
    if ((await buildOf(worker)) === ownBuild()) return say(worker, 'take over')
    onNewVersion(() => {
      if (worker.state !== 'installed') return window.location.reload()
      reloading = true
      say(worker, 'take over')
    })
  }
  const onController = async () => {
    const { controller } = workers
    if (reloading) return window.location.reload()
    const first = !controlled
    controlled = true
    // Another page activated a new version: its worker no longer has the files of this page's version.
    if (!first && controller && (await buildOf(controller)) !== ownBuild()) onNewVersion(() => window.location.reload())
  }
  const checkForUpdate = async () => {
    if (stopped || !navigator.onLine) return
    const shipped = await isShipped()
    if (shipped === false) return removeWorkers()
    if (shipped === undefined || stopped) return
    const registration = await workers.register(workerUrl(), { updateViaCache: 'none' })
    if (registration.waiting) return offer(registration.waiting)
    const offerNext = () => {
      const worker = registration.installing
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && workers.controller) offer(worker).catch(report)
      })
    }
    // The browser looks for a new version at every navigation, and may have found one before this page did.
    offerNext()
    registration.onupdatefound = offerNext
    await registration.update()
  }
  const start = () => checkForUpdate().catch(report)
  const listen = () => void onController().catch(report)
  workers.addEventListener('controllerchange', listen)
  const timer = setInterval(start, CHECK_EVERY_MS)
  void start()
  return () => {
    stopped = true
    clearInterval(timer)
    workers.removeEventListener('controllerchange', listen)
  }
}

// A failure here does not affect the reader: the page is online, and the next check repeats it.
const report = (error: unknown) => console.warn('worker', error)

const ownBuild = () => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content

/** Whether the server still has the worker; undefined when that is unknown. */
async function isShipped(): Promise<boolean | undefined> {
  try {
    const reply = await fetch(WORKER_PATH, { method: 'HEAD', cache: 'no-store' })
    // Some hosts send the app's page for missing files.
    if (reply.ok) return /javascript/.test(reply.headers.get('content-type') ?? '')
    return reply.status === 404 || reply.status === 410 ? false : undefined
  } catch {
    return undefined
  }
}

function buildOf(worker: ServiceWorker): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data)
    say(worker, 'build', [port2])
  })
}

function say(worker: ServiceWorker, message: WorkerMessage, ports: Transferable[] = []): void {
  worker.postMessage(message, ports)
}

interface ScriptUrlPolicies {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL: (url: string) => string }
}

let policy: ReturnType<ScriptUrlPolicies['createPolicy']> | undefined

// The page's security policy accepts a script address only from a policy object, and this one allows a single address.
function workerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: ScriptUrlPolicies }
  policy ??= trustedTypes?.createPolicy('bankside-worker', { createScriptURL: () => WORKER_PATH })
  return policy?.createScriptURL(WORKER_PATH) ?? WORKER_PATH
}
