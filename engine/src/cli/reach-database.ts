import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineConfig } from '../config.ts'
import { locateCluster } from '../db/embedded/cluster-location.ts'
import { instanceHolder } from '../db/embedded/instance-lock.ts'
import { readPidFile } from '../db/embedded/previous-postmaster.ts'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { type DatabaseTarget, targetFromSocket, targetFromUrl } from '../db/target.ts'
import { codeOf, StartError } from '../kernel/errors.ts'
import { createLogger } from '../kernel/logger.ts'

/** PostgreSQL's code for a system account other than the one that its rules name. */
const NOT_THIS_ACCOUNT = '28000'

/**
 * The database for a command: the one of a running engine, else one started for this command alone.
 * @throws {StartError} when the data directory holds no database, or its engine runs as another user.
 */
export async function reachDatabase(config: EngineConfig): Promise<{ target: DatabaseTarget; stop(): Promise<void> }> {
  const stop = async () => {}
  if (config.databaseUrl !== undefined) return { target: targetFromUrl(config.databaseUrl, ''), stop }
  const log = createLogger('warn')
  const { dataDir } = config
  // A forgotten DATA_DIR must not create a new, empty club beside the real one.
  const cluster = existsSync(dataDir) ? locateCluster(dataDir, log).cluster : undefined
  if (cluster === undefined || !existsSync(join(cluster, 'PG_VERSION')))
    throw new StartError(`There is no database in ${dataDir}: set DATA_DIR as the engine has it, or DATABASE_URL`)
  const socketDirectory = readPidFile(cluster)?.socketDirectory
  if (socketDirectory !== undefined) {
    const target = targetFromSocket(socketDirectory)
    const holder = await instanceHolder(target.owner).catch((error) => {
      if (codeOf(error) === NOT_THIS_ACCOUNT)
        throw new StartError(`The engine on ${dataDir} runs as another user: run this command as that user`)
    })
    if (holder !== undefined) return { target, stop }
  }
  return await startEmbeddedPostgres(dataDir, log)
}
