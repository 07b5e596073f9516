import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { browserEnvironment, type Driver, type Opening, type Point, type Size } from './driver.ts'

const WINDOW = fileURLToPath(new URL('./webkit-window.py', import.meta.url))

/** The name of an element's reference in the protocol. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** The key in the protocol. */
const ENTER = '\uE007'

/** A process that listens answers well within this time. */
const START_MS = 20_000

type Reference = Record<typeof ELEMENT, string>

/** WebKitGTK by the WebDriver protocol, https://www.w3.org/TR/webdriver2/. Each has a driver process of its own. */
export async function openWebKit({ size, script, folder }: Opening): Promise<Driver> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(path.join(folder, 'start.js'), script)
  const port = await freePort()
  const child = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    env: {
      ...browserEnvironment(folder),
      GDK_BACKEND: 'x11',
      // There are neither a graphics card nor a service for screen readers.
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      GSETTINGS_BACKEND: 'memory',
      // Its sandbox needs rights that root has not in a container.
      ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
    },
    stdio: 'ignore',
  })
  try {
    await listening(child, port)
    return await WebKit.begin(child, `http://127.0.0.1:${port}`, {
      binary: '/usr/bin/python3',
      args: [WINDOW, String(size.width), String(size.height), folder],
    })
  } catch (error) {
    child.kill()
    throw error
  }
}

class WebKit implements Driver {
  readonly #child: ChildProcess
  readonly #session: string

  private constructor(child: ChildProcess, session: string) {
    this.#child = child
    this.#session = session
  }

  static async begin(child: ChildProcess, url: string, options: object): Promise<WebKit> {
    const wanted = { browserName: 'Bankside', 'webkitgtk:browserOptions': options }
    const { sessionId } = await call<{ sessionId: string }>('POST', `${url}/session`, {
      capabilities: { alwaysMatch: wanted },
    })
    const session = `${url}/session/${sessionId}`
    await call('POST', `${session}/timeouts`, { script: 30_000, pageLoad: 30_000 })
    return new WebKit(child, session)
  }

  async open(url: string): Promise<void> {
    await this.#post('url', { url })
  }

  async evaluate<T, A extends readonly unknown[]>(work: (...args: A) => T | Promise<T>, ...args: A): Promise<T> {
    const script = `const done = arguments[1]
      Promise.resolve().then(() => (${work})(...arguments[0]))
        .then((value) => done({ value: value ?? null }), (error) => done({ error: String(error) }))`
    const reply = await this.#post<{ value: T; error?: string }>('execute/async', { script, args: [args] })
    if (reply.error !== undefined) throw new Error(`in the page: ${reply.error}`)
    return reply.value
  }

  async click({ x, y }: Point): Promise<void> {
    const actions = [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), origin: 'viewport' },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.#post('actions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
    })
  }

  async wheel({ x, y }: Point, by: number): Promise<void> {
    const scroll = { type: 'scroll', x: Math.round(x), y: Math.round(y), deltaX: 0, deltaY: by, origin: 'viewport' }
    await this.#post('actions', { actions: [{ type: 'wheel', id: 'wheel', actions: [scroll] }] })
  }

  async type(text: string): Promise<void> {
    const field = await call<Reference>('GET', `${this.#session}/element/active`)
    await this.#post(`element/${field[ELEMENT]}/value`, { text: text.replaceAll('\n', ENTER) })
  }

  async choose(field: string, files: readonly string[]): Promise<void> {
    const found = await this.#post<Reference>('element', { using: 'css selector', value: field })
    await this.#post(`element/${found[ELEMENT]}/value`, { text: files.join('\n') })
  }

  async resize(size: Size): Promise<void> {
    await this.#post('window/rect', { x: 0, y: 0, ...size })
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await call<string>('GET', `${this.#session}/screenshot`), 'base64')
  }

  async close(): Promise<void> {
    // A session that has crashed cannot be ended, but its process can.
    await call('DELETE', this.#session).catch(() => {})
    if (this.#child.exitCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill()
    await ended
  }

  async #post<T>(command: string, body: object): Promise<T> {
    return await call<T>('POST', `${this.#session}/${command}`, body)
  }
}

async function call<T = unknown>(method: string, url: string, body?: object): Promise<T> {
  const answer = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
  if (!answer.ok) throw new Error(`WebDriver: ${value.error}: ${value.message}`)
  return value
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  const end = Date.now() + START_MS
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${child.exitCode}`)
    const ready = await fetch(`http://127.0.0.1:${port}/status`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await delay(50)
  }
  throw new Error('WebKitWebDriver does not listen')
}
