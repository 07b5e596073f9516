import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf, messageOf, StartError } from '../../kernel/errors.ts'
import type { Logger } from '../../kernel/logger.ts'
import { askMark } from './ask-mark.ts'

const MARK = /^engine-[0-9a-f]{8}\.sock$/
// sun_path holds 104 bytes on macOS and 108 on Linux.
const MAX_FOLDER_PATH = 80
const POLL_MS = 20
const LEAVE_MS = 2000

/**
 * Marks a data directory as this engine's for as long as the process lives, with a Unix socket in it.
 * Two containers on one volume see each other's files but not each other's processes. PostgreSQL's own
 * `postmaster.pid` therefore looks stale to the second one, which would then write to the same files. A socket is
 * reached through its file from either side, and the kernel closes it when the process ends for any reason.
 * @returns a function that removes the mark.
 * @throws {StartError} naming the process, and its machine or container, when another engine has the directory.
 */
export async function lockDataDir(dataDir: string, log: Logger): Promise<() => Promise<void>> {
  // A path through the folder's open descriptor is short enough for a socket, however long the folder's own path is.
  const long = Buffer.byteLength(dataDir) > MAX_FOLDER_PATH && process.platform === 'linux'
  const folder = long ? openSync(dataDir, 'r') : undefined
  const place = folder === undefined ? dataDir : `/proc/self/fd/${folder}`
  const leave = () => {
    if (folder !== undefined) closeSync(folder)
  }
  let mark: Mark
  try {
    mark = await Mark.set(place)
  } catch (error) {
    leave()
    // A file system without sockets, or a name too long for one: engines on one machine still detect each other.
    log.warn(
      { dataDir, code: codeOf(error) },
      'engines in other containers cannot see that this data directory is used',
    )
    return async () => {}
  }
  const unlock = async () => {
    if (await mark.remove()) leave()
  }
  try {
    await mark.prevail(dataDir)
    return unlock
  } catch (error) {
    await unlock()
    if (error instanceof StartError) throw error
    throw new StartError(`Cannot determine whether another engine is running on ${dataDir}: ${messageOf(error)}`)
  }
}

/** One engine's socket: a candidate's until no other is left, then the holder's. */
class Mark {
  private readonly place: string
  private readonly name = `engine-${randomUUID().slice(0, 8)}.sock`
  private state: 'candidate' | 'holder' = 'candidate'
  private server: Server | undefined

  private constructor(place: string) {
    this.place = place
  }

  static async set(place: string): Promise<Mark> {
    const mark = new Mark(place)
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.end(`${mark.state} ${process.pid} ${hostname()}\n`)
    })
    // Others see a socket only once it listens: until then it looks like a dead one.
    const draft = join(place, `${mark.name}.new`)
    await new Promise<void>((resolve, reject) => {
      server.on('error', reject)
      server.listen(draft, resolve)
    })
    mark.server = server.unref()
    renameSync(draft, join(place, mark.name))
    return mark
  }

  /**
   * Of two engines, the one whose mark is younger sees the other's, so both never believe that they are alone. Of those
   * that start at once, the first by name wins.
   */
  async prevail(dataDir: string): Promise<void> {
    const others = readdirSync(this.place).filter((name) => MARK.test(name) && name !== this.name)
    for (const name of others) {
      const path = join(this.place, name)
      const patience = Date.now() + LEAVE_MS
      for (;;) {
        const holder = await askMark(path)
        if (holder === undefined) {
          // Names are never used again, so a dead mark stays dead.
          rmSync(path, { force: true })
          break
        }
        const isFirst = holder.state === 'holder' || (holder.state === 'candidate' && name < this.name)
        if (isFirst || Date.now() > patience) throw heldBy(holder, dataDir)
        await delay(POLL_MS)
      }
    }
    this.state = 'holder'
  }

  /** @returns false when it had been removed already. */
  async remove(): Promise<boolean> {
    const { server } = this
    if (server === undefined) return false
    this.server = undefined
    rmSync(join(this.place, this.name), { force: true })
    await new Promise((resolve) => server.close(resolve))
    return true
  }
}

function heldBy({ pid, machine }: { pid: string; machine: string }, dataDir: string): StartError {
  const where = machine === '' || machine === hostname() ? '' : ` on ${machine}`
  return new StartError(`Another engine (PID ${pid}${where}) is already running on ${dataDir}: stop it or set DATA_DIR`)
}
