import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, closeSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { ownAccountName } from './child-user.ts'
import type { ClusterLocation } from './cluster-location.ts'
import { keepLogShort, openLog } from './log-file.ts'

// sun_path holds 104 bytes on macOS and 108 on Linux, including the file name below.
const MAX_SOCKET_PATH = 103
const SOCKET_FILE = '.s.PGSQL.5432'

// The watcher outlives this shell (init adopts it) and shares only the pipe with the engine. End of file without
// "ended" means that the engine was killed, and the watcher sends a fast shutdown. `exec` keeps the process ID.
const GUARD = `
postmaster=$$
( ( read -r word <&3; [ "$word" = ended ] || kill -INT $postmaster ) </dev/null >/dev/null 2>&1 & )
exec "$@" 3<&-
`

/** A running PostgreSQL child of this engine. */
export interface Postmaster {
  /** Resolves with a short text when the process has ended, for any reason. */
  ended: Promise<string>
  /**
   * Fast shutdown: open transactions are rolled back, the data is checkpointed. A server that does not end is stopped
   * at once, and recovers at its next start: while it recovers from a crash, such as on a full disk, PostgreSQL may wait
   * for itself for ever.
   */
  stop(): Promise<void>
}

/** What a server is sent to stop it, each when the one before it has not helped for {@link PATIENCE_MS}. */
export const STOP_SIGNALS = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const
export const PATIENCE_MS = 10_000

export interface PostmasterOptions {
  /** Extra settings (`name=value`); tests turn `fsync` off here. */
  settings?: readonly string[]
  logFile: string
  /** From {@link chooseSocketDirectory}. */
  socketDirectory: string
  /** How long each signal may take to stop the server, in ms. */
  patience?: number
}

/** Starts the server process; it may not be ready yet. */
export function startPostmaster(binaries: string, location: ClusterLocation, options: PostmasterOptions): Postmaster {
  const { cluster, user } = location
  const { socketDirectory } = options
  writeAccessRules(location)
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${socketDirectory}`,
    'unix_socket_permissions=0700',
    'port=5432',
    'fsync=on',
    'synchronous_commit=on',
    'full_page_writes=on',
    'max_connections=60',
    'shared_buffers=128MB',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_line_prefix=%m [%p] ',
    'log_min_error_statement=panic',
    'log_parameter_max_length_on_error=0',
    ...(options.settings ?? []),
  ]
  const log = openLog(options.logFile)
  const program = join(binaries, 'bin', 'postgres')
  const child = spawn(
    '/bin/sh',
    ['-c', GUARD, 'bankside', program, '-D', cluster, ...settings.flatMap((s) => ['-c', s])],
    {
      ...user,
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' },
      stdio: ['ignore', log, log, 'pipe'],
      // A session of its own, so that Ctrl-C reaches only the engine, which then stops the server in order.
      detached: true,
    },
  )
  closeSync(log)
  const ended = endOf(child)
  void ended.finally(keepLogShort(options.logFile))
  return {
    ended,
    async stop() {
      for (const signal of STOP_SIGNALS) {
        child.kill(signal)
        if (await endsWithin(ended, options.patience ?? PATIENCE_MS)) return
      }
      await ended
    },
  }
}

async function endsWithin(ended: Promise<unknown>, ms: number): Promise<boolean> {
  const clock = new AbortController()
  const late = delay(ms, false, { signal: clock.signal }).catch(() => true)
  return await Promise.race([ended.then(() => true), late]).finally(() => clock.abort())
}

function endOf(child: ChildProcess): Promise<string> {
  const pipe = child.stdio[3] as Writable
  pipe.on('error', () => {})
  return new Promise((resolve) => {
    const settle = (reason: string) => {
      pipe.end('ended\n')
      resolve(reason)
    }
    child.once('error', (error) => settle(error.message))
    child.once('exit', (code, signal) => settle(signal ? `signal ${signal}` : `exit code ${code}`))
  })
}

/** Only the engine's own system account may connect, under any database role. */
function writeAccessRules({ cluster, user }: ClusterLocation): void {
  const files = {
    'pg_hba.conf': 'local all all peer map=engine\n',
    'pg_ident.conf': `engine "${ownAccountName()}" all\n`,
  }
  for (const [name, text] of Object.entries(files)) {
    const path = join(cluster, name)
    writeFileSync(path, text, { mode: 0o600 })
    if (user !== undefined) chownSync(path, user.uid, user.gid)
  }
}

/** PGDATA itself (mode 0700), or a new short folder when its path is too long for a socket. */
export function chooseSocketDirectory({ cluster, user }: ClusterLocation): string {
  if (Buffer.byteLength(join(cluster, SOCKET_FILE)) <= MAX_SOCKET_PATH) return cluster
  const base = Buffer.byteLength(tmpdir()) < 60 ? tmpdir() : '/tmp'
  const short = mkdtempSync(join(base, 'bankside-'))
  if (user !== undefined) chownSync(short, user.uid, user.gid)
  return short
}
