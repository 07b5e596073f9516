import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Instance {
  url: string
  /** The client's entry in local storage for a member of the demo. */
  session(member: 'tom' | 'finn' | 'admin'): Promise<string>
  close(): Promise<void>
}

/**
 * A site in a throw-away folder, filled with the demo's club; with BENCH_SITE, the demo's site that already
 * runs there.
 */
export async function startDemo(port: number): Promise<Instance> {
  const { BENCH_SITE } = process.env
  if (BENCH_SITE) return { url: BENCH_SITE, session: sessions(BENCH_SITE), close: async () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'bankside-bench-web-'))
  // Under root the database runs as another account, which has to be able to enter the folder.
  chmodSync(folder, 0o755)
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'error',
    RATE_LIMIT_SCALE: '1000',
  }
  const run = (file: string) =>
    spawn(process.execPath, [join(root, file)], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  let engine: ChildProcess | undefined
  const close = async () => {
    if (engine && engine.exitCode === null) {
      engine.kill('SIGTERM')
      await once(engine, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const [code] = await once(run('dist/scripts/demo.js'), 'exit')
    if (code !== 0) throw new Error('the demo could not be filled')
    engine = run('dist/engine/main.js')
    while (!(await isReady(url))) {
      if (engine.exitCode !== null) throw new Error(`the engine ended with ${engine.exitCode}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return { url, session: sessions(url), close }
  } catch (error) {
    await close()
    throw error
  }
}

const sessions =
  (url: string): Instance['session'] =>
  (member) =>
    signIn(url, `${member}@bankside.test`)

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

async function signIn(url: string, email: string): Promise<string> {
  const { publishableKey } = (await (await fetch(`${url}/config.json`)).json()) as { publishableKey: string }
  const reply = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'tight lines' }),
  })
  if (!reply.ok) throw new Error(`sign-in answered ${reply.status}`)
  return await reply.text()
}

/** Path of a Chromium, found in the same way as for the tests. */
export async function chromiumPath(): Promise<string> {
  const address = pathToFileURL(join(root, 'scripts/lib/chromium.mjs')).href
  const { ensureChromium } = (await import(address)) as { ensureChromium: () => Promise<string> }
  return ensureChromium()
}
