import { WORKER_PATH, type WorkerMessage } from '../lib/worker-messages.ts'
import { removeWorkers } from './remove-workers.ts'

const ASK_AGAIN_MS = 3_600_000

/**
 * Registers the worker that lets the app start without a network, and looks for new versions every hour. A worker
 * that the server no longer has is removed with everything it stored.
 * @param onNewVersion called when another version is ready; what it is given brings that version up and reloads.
 * @returns stops looking.
 */
export function keepWorker(onNewVersion: (reload: () => void) => void): () => void {
  const workers = navigator.serviceWorker
  if (!workers) return () => {}
  let stopped = false
  let reloading = false
  let controlled = workers.controller !== null

  const offer = async (worker: ServiceWorker) => {
    if (stopped) return
    // The page came from the network and may already be the new version; then there is nothing to ask.
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
    // Another page brought a new version up: its worker no longer has the files of this page's version.
    if (!first && controller && (await buildOf(controller)) !== ownBuild()) onNewVersion(() => window.location.reload())
  }
  const look = async () => {
    if (stopped || !navigator.onLine) return
    const shipped = await isShipped()
    if (shipped === false) return removeWorkers()
    if (shipped === undefined || stopped) return
    const registration = await workers.register(workerUrl(), { updateViaCache: 'none' })
    if (registration.waiting) return offer(registration.waiting)
    registration.onupdatefound = () => {
      const worker = registration.installing
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && workers.controller) offer(worker).catch(report)
      })
    }
    await registration.update()
  }
  const start = () => look().catch(report)
  const listen = () => void onController().catch(report)
  workers.addEventListener('controllerchange', listen)
  const timer = setInterval(start, ASK_AGAIN_MS)
  void start()
  return () => {
    stopped = true
    clearInterval(timer)
    workers.removeEventListener('controllerchange', listen)
  }
}

// What fails here costs the reader nothing: the page is online, and asks again later.
const report = (error: unknown) => console.warn('worker', error)

const ownBuild = () => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content

/** Whether the server still has the worker; undefined when it cannot be told. */
async function isShipped(): Promise<boolean | undefined> {
  try {
    const reply = await fetch(WORKER_PATH, { method: 'HEAD', cache: 'no-store' })
    // Some hosts answer with the app's page for a file that they do not have.
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

// The page's security policy takes an address of a script only from a policy object, and this one knows one address.
function workerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: ScriptUrlPolicies }
  policy ??= trustedTypes?.createPolicy('bankside-worker', { createScriptURL: () => WORKER_PATH })
  return policy?.createScriptURL(WORKER_PATH) ?? WORKER_PATH
}
