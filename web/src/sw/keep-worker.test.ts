import { afterEach, expect, it, vi } from 'vitest'
import { keepWorker } from './keep-worker.ts'

afterEach(() => vi.unstubAllGlobals())

/** A worker that answers with its build and records what else the page says to it. */
function fakeWorker(build: string) {
  const worker = new EventTarget() as EventTarget & { state: string; said: unknown[]; postMessage: unknown }
  worker.state = 'installing'
  worker.said = []
  worker.postMessage = (message: unknown, [port]: MessagePort[] = []) => {
    worker.said.push(message)
    if (message === 'build') port?.postMessage(build)
  }
  return worker
}

function openPage(build: string, registration: object) {
  const workers = Object.assign(new EventTarget(), {
    controller: {},
    register: async () => Object.assign(registration, { update: async () => {} }),
  })
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: workers })
  vi.stubGlobal('document', { querySelector: () => ({ content: build }) })
  vi.stubGlobal('fetch', async () => new Response(null, { headers: { 'content-type': 'text/javascript' } }))
}

for (const [found, ofPage, taken] of [
  ['before the page looks, of the page’s own version', 'two', true],
  ['before the page looks, of a later version', 'one', false],
] as const)
  it(`deals with a worker that the browser found ${found}`, async () => {
    const worker = fakeWorker('two')
    openPage(ofPage, { installing: worker, waiting: null })
    const offered = vi.fn()
    const listening = vi.spyOn(worker, 'addEventListener')
    const stop = keepWorker(offered)
    await vi.waitFor(() => expect(listening).toHaveBeenCalled())
    worker.state = 'installed'
    worker.dispatchEvent(new Event('statechange'))
    await vi.waitFor(() => expect(worker.said.includes('take over') || offered.mock.calls.length > 0).toBe(true))
    expect(worker.said.includes('take over')).toBe(taken)
    expect(offered).toHaveBeenCalledTimes(taken ? 0 : 1)
    stop()
  })
