import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openSocket, type RawSocket } from '../../conformance/realtime-socket.ts'
import { pictureBytes } from '../../conformance/storage-fixture.ts'
import { type Checkout, makeCheckout } from './checkout.ts'
import { cleanUp, publishableKeyOf, startedFolder, startProcess } from './engine-process.ts'

// Whole processes, which compete with everything else that runs.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const READERS = 20
/** `SHUTDOWN_SOCKETS=1000` by hand. */
const SOCKETS = Number(process.env.SHUTDOWN_SOCKETS ?? 200)
const UPLOADS = 20
const LONGEST_STOP_MS = 15_000

let checkout: Checkout
beforeAll(async () => {
  checkout = await makeCheckout()
})
afterAll(async () => {
  await cleanUp()
  checkout.remove()
})

it('finishes running requests on a stop signal, truncates none, and ends with 0 in time', async ({ annotate }) => {
  const DATA_DIR = await startedFolder(checkout.main)
  const engine = await startProcess(checkout.main, {
    DATA_DIR,
    RATE_LIMIT_SCALE: '100000',
    MAX_SOCKETS_PER_ADDRESS: String(SOCKETS),
  })
  // Without a terminal, as with nohup, a hang-up is no reason to stop.
  engine.child.kill('SIGHUP')
  const publishableKey = await publishableKeyOf(engine.url)
  const unique = randomUUID().slice(0, 12)
  const account = await fetch(`${engine.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${unique}@example.com`, password: 'a long password', data: { username: unique } }),
  })
  const { access_token: token, user } = (await account.json()) as { access_token: string; user: { id: string } }
  const headers = { apikey: publishableKey, authorization: `Bearer ${token}` }
  const sockets: RawSocket[] = []
  for (let n = 0; n < SOCKETS; n += 1) sockets.push(await openSocket({ url: engine.url, publishableKey }))

  let stopping = false
  const torn: unknown[] = []
  const whole = { read: 0, uploaded: [] as string[] }
  /** A request is answered completely, or, once the engine stops, not at all. */
  const ask = async (path: string, init: RequestInit = {}) => {
    let reply: Response
    try {
      reply = await fetch(engine.url + path, { ...init, headers: { ...headers, ...init.headers } })
    } catch (error) {
      if (!stopping) torn.push(error)
      return undefined
    }
    try {
      return { status: reply.status, body: await reply.text() }
    } catch (error) {
      torn.push(['the answer ended early', path, error])
      return undefined
    }
  }
  const reading = Array.from({ length: READERS }, async () => {
    for (;;) {
      const reply = await ask('/rest/v1/profiles?select=id,username&limit=100')
      if (!reply) return
      if (reply.status === 200) JSON.parse(reply.body)
      else if (!stopping) torn.push(reply)
      whole.read += 1
    }
  })
  const photo = await pictureBytes('png', 1200, 900)
  const uploading = Array.from({ length: UPLOADS }, async (_, n) => {
    for (let i = 0; i < 200; i += 1) {
      const path = `${user.id}/${n}-${i}.png`
      const reply = await ask(`/storage/v1/object/avatars/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'image/png' },
        body: new Uint8Array(photo),
      })
      if (!reply) return
      if (reply.status === 200) whole.uploaded.push(path)
      else if (!stopping) torn.push(reply)
    }
  })
  await expect.poll(() => whole.uploaded.length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(UPLOADS)

  const start = performance.now()
  stopping = true
  expect(await engine.end('SIGTERM')).toBe(0)
  const stopMs = performance.now() - start
  await annotate(`${SOCKETS} sockets, stopped after ${Math.round(stopMs)} ms`)
  expect(stopMs).toBeLessThan(LONGEST_STOP_MS)
  await Promise.all([...reading, ...uploading])
  expect(torn).toEqual([])
  expect(new Set(await Promise.all(sockets.map(({ closed }) => closed)))).toEqual(new Set([1012]))

  // Everything acknowledged exists, completely.
  const again = await startProcess(checkout.main, { DATA_DIR })
  expect(whole.read).toBeGreaterThan(0)
  for (const path of whole.uploaded.slice(-UPLOADS)) {
    const reply = await fetch(`${again.url}/storage/v1/object/public/avatars/${path}`)
    expect(reply.status).toBe(200)
    expect((await reply.arrayBuffer()).byteLength).toBeGreaterThan(1_000)
  }
  expect(await again.end('SIGTERM')).toBe(0)
})
