import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The built engine as a separate process, with a temporary folder. */
export interface BenchEngine {
  child: ChildProcess
  url: string
  publishableKey: string
  jwtSecret: string
  metricsToken: string
  dataDir: string
  /** Rows of a statement run as superuser, without any rule. */
  ask(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Resolves with the exit code; the folder has been removed then. */
  end(): Promise<number | null>
}

/** The engine's secrets, so that two engines can share them. */
export function newSecrets() {
  return {
    JWT_SECRET: randomBytes(32).toString('base64url'),
    SUPABASE_PUBLISHABLE_KEY: `sb_publishable_${randomBytes(12).toString('hex')}`,
    SUPABASE_SECRET_KEY: `sb_secret_${randomBytes(12).toString('hex')}`,
    METRICS_TOKEN: randomBytes(16).toString('hex'),
  }
}

/** A folder that the database's account can enter, also when all this runs as root. */
export function benchFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `bankside-bench-${name}-`))
  chmodSync(folder, 0o755)
  return folder
}

/**
 * Starts `dist/engine/main.js` on a free port and waits until it is ready. Rate limits are practically off unless the
 * settings say otherwise.
 * @param env settings; with DATA_DIR the folder stays when the engine ends.
 * @param main another build's `main.js`, to compare the two.
 */
export async function startEngine(
  env: Record<string, string> = {},
  main = join(root, 'dist/engine/main.js'),
): Promise<BenchEngine> {
  const folder = env.DATA_DIR === undefined ? benchFolder('engine') : undefined
  const settings = { ...newSecrets(), DATA_DIR: join(folder ?? '', 'data'), ...env }
  const child = spawn(process.execPath, ['--enable-source-maps', main], {
    cwd: '/',
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      RATE_LIMIT_SCALE: '1000000',
      MAX_SOCKETS_PER_ADDRESS: '100000',
      LOG_LEVEL: 'silent',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const url = await readyAddress(child)
  let pool: pg.Pool | undefined
  const owner = () => {
    if (!pool) {
      pool = new pg.Pool({ ...ownerTarget(settings.DATA_DIR, env.DATABASE_URL), max: 2 })
      pool.on('error', () => {})
    }
    return pool
  }
  return {
    child,
    url,
    publishableKey: settings.SUPABASE_PUBLISHABLE_KEY,
    jwtSecret: settings.JWT_SECRET,
    metricsToken: settings.METRICS_TOKEN,
    dataDir: settings.DATA_DIR,
    ask: async (text, values) => (await owner().query(text, values)).rows,
    async end() {
      await pool?.end()
      child.kill('SIGTERM')
      const code = await exited
      if (folder) rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}

function readyAddress(child: ChildProcess): Promise<string> {
  let text = ''
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      text += chunk
      const [, address] = /address +(\S+)[\s\S]*\n\n/.exec(text) ?? []
      if (address !== undefined) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`the engine ended with ${code}: ${text}`)))
  })
}

function ownerTarget(dataDir: string, databaseUrl: string | undefined): pg.ClientConfig {
  if (databaseUrl !== undefined) return { connectionString: databaseUrl }
  const host = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  return { host, port: 5432, user: 'supabase_admin', database: 'postgres' }
}

/** Process ID of the embedded database. */
export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}
