import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf, StartError } from '../../kernel/errors.ts'
import type { Logger } from '../../kernel/logger.ts'
import { targetFromSocket } from '../target.ts'
import { instanceHolder } from './instance-lock.ts'
import { PATIENCE_MS, STOP_SIGNALS } from './postmaster.ts'

const POLL_MS = 50
/** An engine takes the lock within milliseconds of its server being ready; this limit is generous. */
const UNHELD_MS = 500
const STOP_MS = 30_000

/**
 * Makes room for a new server on this cluster: removes a stale pid file, or stops a server whose engine was killed.
 * @throws {StartError} naming the process when a live engine holds the cluster.
 */
export async function clearPreviousPostmaster(cluster: string, log: Logger): Promise<void> {
  const deadline = Date.now() + STOP_MS
  let unheldSince: number | undefined
  for (;;) {
    const previous = readPidFile(cluster)
    if (previous === undefined) return
    if (!isServerOf(previous.pid, cluster)) {
      // Processes of another container are invisible, but its engine answers through the shared folder.
      const elsewhere = await holderOf(previous.socketDirectory)
      if (elsewhere.state === 'held') throw heldBy(cluster, elsewhere.pid)
      log.debug({ pid: previous.pid }, 'removed a stale postmaster.pid')
      rmSync(join(cluster, 'postmaster.pid'), { force: true })
      return
    }
    const holder = await holderOf(previous.socketDirectory)
    if (holder.state === 'held') throw heldBy(cluster, holder.pid)
    if (holder.state === 'free') {
      unheldSince ??= Date.now()
      if (Date.now() - unheldSince >= UNHELD_MS) return await stopOrphan(previous.pid, cluster, log)
    }
    if (Date.now() > deadline) return await stopOrphan(previous.pid, cluster, log)
    await delay(POLL_MS)
  }
}

function heldBy(cluster: string, pid: string): StartError {
  return new StartError(`Another engine (PID ${pid}) is already running on ${cluster}: stop it or set DATA_DIR`)
}

type Holder = { state: 'held'; pid: string } | { state: 'free' | 'not ready' }

async function holderOf(socketDirectory: string | undefined): Promise<Holder> {
  // PostgreSQL writes the socket's line a moment after the file itself.
  if (!socketDirectory) return { state: 'not ready' }
  try {
    const pid = await instanceHolder(targetFromSocket(socketDirectory).owner)
    return pid === undefined ? { state: 'free' } : { state: 'held', pid }
  } catch (error) {
    // Starting up or shutting down: its engine, or the watcher, is at work. A socket that is gone counts as free.
    const code = codeOf(error)
    return { state: code === '57P03' || code === undefined ? 'not ready' : 'free' }
  }
}

/**
 * Stops a server that no engine holds any more.
 * @param patience how long each signal may take, in ms.
 * @throws {StartError} when not even the last one ends it.
 */
export async function stopOrphan(pid: number, cluster: string, log: Logger, patience = PATIENCE_MS): Promise<void> {
  log.warn({ pid }, 'stopping the database that a killed engine left behind')
  for (const name of STOP_SIGNALS) {
    signal(pid, name)
    for (const deadline = Date.now() + patience; Date.now() < deadline; await delay(POLL_MS))
      if (!isServerOf(pid, cluster)) return
  }
  throw new StartError(`The previous database server (PID ${pid}) does not stop: end it by hand`)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // Already gone.
  }
}

/** The process ID and the socket directory in the pid file of a server on this cluster, if there is one. */
export function readPidFile(cluster: string): { pid: number; socketDirectory: string | undefined } | undefined {
  const path = join(cluster, 'postmaster.pid')
  if (!existsSync(path)) return undefined
  const lines = readFileSync(path, 'utf8').split('\n')
  return { pid: Math.abs(Number(lines[0])), socketDirectory: lines[4]?.trim() || undefined }
}

/** True when the process lives and is a PostgreSQL on this cluster: its number may belong to another process by now. */
function isServerOf(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false
  try {
    const command = existsSync('/proc/self/cmdline')
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes('postgres') && command.includes(`-D ${cluster} `)
  } catch {
    return false
  }
}
