import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { messageOf, StartError } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { findBinaries } from './embedded/binaries.ts'
import { type ClusterLocation, locateCluster } from './embedded/cluster-location.ts'
import { lockDataDir } from './embedded/data-dir-lock.ts'
import { initialiseCluster } from './embedded/initialise-cluster.ts'
import { instanceHolder, isNotReadyYet, takeInstanceLock } from './embedded/instance-lock.ts'
import { chooseSocketDirectory, type Postmaster, startPostmaster } from './embedded/postmaster.ts'
import { clearPreviousPostmaster } from './embedded/previous-postmaster.ts'
import { type DatabaseTarget, targetFromSocket } from './target.ts'

const READY_POLL_MS = 15
const READY_LIMIT_MS = 120_000
const RESTART_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

export interface EmbeddedPostgres {
  target: DatabaseTarget
  /** Directory of the Unix socket, for tools such as psql (`-h`). */
  socketDirectory: string
  stop(): Promise<void>
}

/**
 * Runs PostgreSQL 17 as a private child on a Unix socket, with its data in the data directory.
 * Creates the cluster on the first start, restarts a server that dies, and never shares a cluster with another engine.
 * @param settings extra server settings, `name=value`.
 * @throws {StartError} one line for the operator.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  log: Logger,
  settings: readonly string[] = [],
): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32')
    throw new StartError(
      'The embedded PostgreSQL does not run on Windows: set DATABASE_URL to a PostgreSQL 15 or newer',
    )
  const location = locateCluster(dataDir, log)
  const unlock = await lockDataDir(dataDir, log)
  try {
    return await startOn(location, dataDir, unlock, log, settings)
  } catch (error) {
    await unlock()
    throw error
  }
}

async function startOn(
  location: ClusterLocation,
  dataDir: string,
  unlock: () => Promise<void>,
  log: Logger,
  settings: readonly string[],
): Promise<EmbeddedPostgres> {
  const binaries = findBinaries(location.user, dataDir)
  await initialiseCluster(binaries, location)
  await clearPreviousPostmaster(location.cluster, log)
  const logFile = join(dataDir, 'postgres.log')
  const socketDirectory = chooseSocketDirectory(location)
  const launch = () => startPostmaster(binaries, location, { settings, logFile, socketDirectory })
  const keeper = new Keeper(launch, socketDirectory, location, log, logFile)
  const stop = async () => {
    await keeper.stop()
    if (socketDirectory !== location.cluster) rmSync(socketDirectory, { recursive: true, force: true })
  }
  try {
    await keeper.start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    target: targetFromSocket(socketDirectory),
    socketDirectory,
    stop: async () => {
      await stop()
      await unlock()
    },
  }
}

/** Keeps one server running and holds the instance lock in it. */
class Keeper {
  private readonly socketDirectory: string
  private readonly launch: () => Postmaster
  private readonly location: ClusterLocation
  private readonly log: Logger
  private readonly logFile: string
  private postmaster: Postmaster | undefined
  private readonly stopper = new AbortController()
  private readonly stopping = this.stopper.signal

  constructor(
    launch: () => Postmaster,
    socketDirectory: string,
    location: ClusterLocation,
    log: Logger,
    logFile: string,
  ) {
    this.launch = launch
    this.socketDirectory = socketDirectory
    this.location = location
    this.log = log
    this.logFile = logFile
  }

  async start(): Promise<void> {
    const postmaster = this.launch()
    this.postmaster = postmaster
    const ended = { reason: undefined as string | undefined }
    void postmaster.ended.then((reason) => {
      ended.reason = reason
    })
    try {
      this.hold(await this.takeLock(ended))
    } catch (error) {
      await postmaster.stop()
      throw error
    }
  }

  async stop(): Promise<void> {
    this.stopper.abort()
    await this.postmaster?.stop()
  }

  private async takeLock(ended: { reason: string | undefined }): Promise<Client> {
    const { owner } = targetFromSocket(this.socketDirectory)
    const deadline = Date.now() + READY_LIMIT_MS
    while (ended.reason === undefined && Date.now() < deadline) {
      try {
        const lock = await takeInstanceLock(owner)
        if (lock) return lock
        throw new StartError(
          `Another engine (PID ${await instanceHolder(owner)}) is already running on this data directory`,
        )
      } catch (error) {
        if (!isNotReadyYet(error)) throw error
      }
      await delay(READY_POLL_MS)
    }
    // Another engine started at the same moment and won the race for postmaster.pid: name it.
    await clearPreviousPostmaster(this.location.cluster, this.log)
    throw new StartError(`PostgreSQL did not start (${ended.reason ?? 'not ready in time'}): see ${this.logFile}`)
  }

  /**
   * The lock's connection ended: the server crashed (it recovers by itself) or died (it is started again).
   * Between attempts is a growing pause: a server that cannot start, such as without its files, must not keep the
   * engine from everything else.
   */
  private async recover(): Promise<void> {
    if (this.stopping.aborted) return
    this.log.error({}, 'the database connection that holds the instance lock ended')
    for (let pause = RESTART_PAUSE_MS; !this.stopping.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        if (await this.reopen()) return
      } catch (error) {
        this.log.error({ reason: messageOf(error) }, 'the database is not back yet')
      }
      await this.sleep(pause)
    }
  }

  /** @returns false when the server runs, but another session still has the lock. */
  private async reopen(): Promise<boolean> {
    const gone = await Promise.race([this.postmaster?.ended, this.sleep(RESTART_PAUSE_MS)])
    if (this.stopping.aborted) return true
    if (gone !== undefined) {
      await this.start()
      return true
    }
    const lock = await takeInstanceLock(targetFromSocket(this.socketDirectory).owner)
    if (!lock) return false
    this.hold(lock)
    return true
  }

  private hold(lock: Client): void {
    lock.once('end', () => void this.recover())
  }

  /** Ends early when the engine stops. */
  private async sleep(ms: number): Promise<undefined> {
    await delay(ms, undefined, { signal: this.stopping }).catch(() => {})
  }
}
