import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { faultsIn, refuseFaults } from '../../../../test-support/faults.ts'
import { onceARun } from '../../../../test-support/once-a-run.ts'

export interface EngineProcess {
  child: ChildProcess
  url: string
  /** All output so far. */
  output(): string
  /** Sends the signal and resolves with the exit code (null after SIGKILL). */
  end(signal: NodeJS.Signals): Promise<number | null>
}

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
  /** Milliseconds from the start of the process to its end. */
  ms: number
}

type Environment = Record<string, string>
export type SystemAccount = { uid: number; gid: number } | undefined

export const NOBODY = { uid: 65534, gid: 65534 }
export const isRoot = process.getuid?.() === 0

/** Starts the built engine and waits for its address. */
export async function startProcess(main: string, env: Environment, account?: SystemAccount): Promise<EngineProcess> {
  const child = launch(main, [], env, account)
  running.add(child)
  child.once('exit', () => running.delete(child))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let text = ''
  child.stderr?.on('data', (chunk) => {
    text += chunk
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      text += chunk
      const [, address] = /Bankside is ready\n +address +(\S+)[\s\S]*\n\n/.exec(text) ?? []
      if (address !== undefined) resolve(address)
    })
    void exited.then((code) => reject(new Error(`the engine ended with ${code}: ${text}`)))
  })
  outputs.push(() => text)
  return {
    child,
    url,
    output: () => text,
    end: async (signal) => {
      child.kill(signal)
      return await exited
    },
  }
}

/** Runs the built engine, or one of its commands, to its end. */
export async function runToEnd(
  main: string,
  args: string[],
  env: Environment,
  account?: SystemAccount,
): Promise<Outcome> {
  const start = performance.now()
  const child = launch(main, args, env, account)
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (chunk) => {
      printed[name] += chunk
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, ...printed, ms: performance.now() - start }
}

/** The same, for runs that are killed. */
export function launch(main: string, args: string[], env: Environment, account?: SystemAccount): ChildProcess {
  return spawn(process.execPath, [main, ...args], {
    ...account,
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', PORT: '0', RATE_LIMIT_SCALE: '1000', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** A path for a data directory, removed again by {@link cleanUp}. */
export function temporaryFolder(account?: SystemAccount): string {
  const folder = mkdtempSync(join(tmpdir(), 'bankside-life-'))
  // As root, the database runs under another account, which has to be able to enter the folder.
  chmodSync(folder, 0o755)
  if (account) chownSync(folder, account.uid, account.gid)
  folders.push(folder)
  return folder
}

/**
 * A data directory as an engine leaves it after its first start, with schema, secrets and first admin: a copy, for tests
 * of later starts. Removed by {@link cleanUp}.
 * @param main of a checkout with unchanged migrations; the first call of a run starts it.
 * @param account that started it.
 */
export async function startedFolder(main: string, account?: SystemAccount): Promise<string> {
  const started = await onceARun('started-folder', async (draft) => {
    const engine = await startProcess(main, { DATA_DIR: draft })
    const code = await engine.end('SIGTERM')
    if (code !== 0) throw new Error(`the engine ended with ${code}: ${engine.output()}`)
  })
  const folder = temporaryFolder(account)
  // With owners: as root, the database's files belong to another account.
  execFileSync('cp', ['-a', `${started}/.`, folder])
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, folder])
  return folder
}

const folders: string[] = []
const running = new Set<ChildProcess>()
const outputs: (() => string)[] = []

/**
 * Ends processes that a failed test left running, and removes all their files.
 * @throws {Error} when one of the engines met an unforeseen failure.
 */
export async function cleanUp(): Promise<void> {
  const left = [...running].map((child) => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    return ended
  })
  await Promise.all(left)
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  refuseFaults(outputs.splice(0).flatMap((output) => faultsIn(output())))
}

/** Process ID and socket directory in the embedded database's pid file. */
export function postmasterOf(cluster: string): { pid: number; socketDirectory: string } {
  const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  return { pid: Number(lines[0]), socketDirectory: lines[4] ?? '' }
}

/** Rows of a statement run as the superuser of a running embedded database. */
export async function ask(cluster: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const { socketDirectory } = postmasterOf(cluster)
  const client = new pg.Client({ host: socketDirectory, port: 5432, user: 'supabase_admin', database: 'postgres' })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** The shells that watch the engine for the database of a cluster (Linux). */
export function guardsOf(cluster: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const command = readFileIfAny(`/proc/${pid}/cmdline`).split('\0')
      return command[0] === '/bin/sh' && command.includes(cluster)
    })
    .map(Number)
}

function readFileIfAny(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process ended in between.
    return ''
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // Ended, but not yet reaped by its parent.
    return !/^\d+ \(.*\) Z/.test(readFileIfAny(`/proc/${pid}/stat`))
  } catch {
    return false
  }
}

/** Registers a member over HTTP; resolves once the engine has acknowledged it. */
export async function register(url: string, publishableKey: string, email: string): Promise<void> {
  const reply = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a long password', data: { username: email.split('@')[0] } }),
  })
  const body = await reply.text()
  if (!reply.ok) throw new Error(`${reply.status} ${body}`)
}

export async function publishableKeyOf(url: string): Promise<string> {
  const reply = await fetch(`${url}/config.json`)
  return ((await reply.json()) as { publishableKey: string }).publishableKey
}
