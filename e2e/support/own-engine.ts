import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runFolder } from '../../test-support/run-folder.mjs'

// Hashing passwords at full cost would take a good part of the processor of all stories.
const QUICK = ['--import', fileURLToPath(new URL('../../test-support/quick-passwords.mjs', import.meta.url))]
const MAIN = fileURLToPath(new URL('../../dist/engine/main.js', import.meta.url))
const DEMO = fileURLToPath(new URL('../../dist/scripts/demo.js', import.meta.url))

/** A separate site for one story that would disturb the others. */
export interface OwnEngine {
  url: string
  /** Kills the database process without a warning, like a crash. */
  killDatabase(): void
  stop(): Promise<void>
}

/**
 * Starts the built engine with its own database and folder, on a port that the system chooses.
 * @param content `demo` fills it with the demo's club first; without it there is only the first administrator.
 * @param settings environment variables that override the usual ones.
 */
export async function startOwnEngine(content?: 'demo', settings: Record<string, string> = {}): Promise<OwnEngine> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bankside-own-'))
  // The database runs as another user when the tests run as root.
  chmodSync(folder, 0o755)
  await furnish(folder, content)
  return await run(folder, settings)
}

/**
 * Fills a folder for an engine. Creating a database takes seconds of the processor, and the demo's club many more, so the
 * first in a run to need a content prepares it for the others to copy. Other tests do not wait for it: until it exists,
 * an engine creates its own database.
 */
async function furnish(folder: string, content: 'demo' | 'admin' = 'admin'): Promise<void> {
  const prepared = path.join(runFolder(), `prepared-${content}`)
  if (!existsSync(prepared)) {
    if (!isFirst(`${prepared}.lock`)) return content === 'demo' ? await fill(folder) : undefined
    await prepare(`${prepared}.making`, content)
    renameSync(`${prepared}.making`, prepared)
  }
  // Unlike the copy of `node:fs`, it keeps the owner.
  execFileSync('cp', ['-a', `${prepared}/.`, folder])
}

async function prepare(folder: string, content: 'demo' | 'admin'): Promise<void> {
  mkdirSync(folder, { mode: 0o755 })
  if (content === 'demo') await fill(folder)
  else await (await run(folder)).end()
}

/** Only one of all workers creates the folder. */
function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}

async function run(
  folder: string,
  settings: Record<string, string> = {},
): Promise<OwnEngine & { end(): Promise<void> }> {
  const child = spawn(process.execPath, ['--enable-source-maps', ...QUICK, MAIN], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      ADMIN_EMAIL: process.env.E2E_ADMIN_EMAIL ?? '',
      ADMIN_PASSWORD: process.env.E2E_ADMIN_PASSWORD ?? '',
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const end = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return {
    end,
    url: await address(child),
    killDatabase() {
      const pid = Number(readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
      process.kill(pid, 'SIGKILL')
    },
    async stop() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs the demo's script to its end. */
async function fill(folder: string): Promise<void> {
  const child = spawn(process.execPath, [...QUICK, DEMO], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let text = ''
  child.stderr?.on('data', (chunk) => {
    text += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`the demo ended with ${code}: ${text}`)
}

async function address(child: ChildProcess): Promise<string> {
  let text = ''
  return await new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk) => {
      text += chunk
    })
    child.stdout?.on('data', (chunk) => {
      text += chunk
      const [, found] = /Bankside is ready\n +address +(\S+)[\s\S]*\n\n/.exec(text) ?? []
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`the engine ended with ${code}: ${text}`)))
  })
}
