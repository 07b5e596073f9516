import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf, StartError } from '../../kernel/errors.ts'
import type { Logger } from '../../kernel/logger.ts'
import { type ChildUser, canReach, chooseChildUser } from './child-user.ts'
import { privateRoots } from './private-roots.ts'

export interface ClusterLocation {
  /** PGDATA; may not exist yet. */
  cluster: string
  user: ChildUser
}

/**
 * The folder of the cluster: in the data directory, or, when the database's account cannot get there (a clone in
 * root's private home), in a separate folder of the engine. An ID in the data directory links the two.
 * @throws {StartError} when the data directory cannot be written.
 */
export function locateCluster(dataDir: string, log: Logger): ClusterLocation {
  prepareDataDir(dataDir)
  const inside = join(dataDir, 'postgres')
  const user = chooseChildUser(existsSync(inside) ? inside : undefined)
  if (canReach(dataDir, user)) return { cluster: inside, user }
  const id = instanceId(join(dataDir, 'instance-id'))
  const candidates = privateRoots().map((root) => join(root, id))
  const cluster = candidates.find((path) => existsSync(path)) ?? candidates[0]
  if (cluster === undefined)
    throw new StartError(`The database cannot reach ${dataDir}: set DATA_DIR to another folder`)
  log.info(
    { cluster, dataDir },
    'the account of the database cannot reach the data directory: the cluster is kept apart',
  )
  return { cluster, user: chooseChildUser(existsSync(cluster) ? cluster : undefined) }
}

/** Creates the data directory and checks that it can be written. */
export function prepareDataDir(dataDir: string): void {
  try {
    // The database's account must be able to enter it; secret files in it have their own mode.
    mkdirSync(dataDir, { recursive: true, mode: 0o755 })
    const probe = join(dataDir, '.writable')
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    throw new StartError(`The data directory ${dataDir} cannot be written (${messageOf(error)}): set DATA_DIR`)
  }
}

function instanceId(file: string): string {
  if (existsSync(file)) {
    const id = readFileSync(file, 'utf8').trim()
    if (/^[0-9a-f-]{36}$/.test(id)) return id
  }
  const id = randomUUID()
  writeFileSync(file, `${id}\n`, { mode: 0o600 })
  return id
}
