import type { EngineConfig } from './config.ts'
import { locateCluster } from './db/embedded/cluster-location.ts'
import { instanceHolder } from './db/embedded/instance-lock.ts'
import { readPidFile } from './db/embedded/previous-postmaster.ts'
import { startEmbeddedPostgres } from './db/embedded-postgres.ts'
import { type DatabaseTarget, targetFromSocket, targetFromUrl } from './db/target.ts'
import { createLogger } from './kernel/logger.ts'

/**
 * The database for a command: a running engine's when there is one, else one started for this command alone.
 * @throws {StartError} when the embedded database cannot be started.
 */
export async function reachDatabase(config: EngineConfig): Promise<{ target: DatabaseTarget; stop(): Promise<void> }> {
  const stop = async () => {}
  if (config.databaseUrl !== undefined) return { target: targetFromUrl(config.databaseUrl, ''), stop }
  const log = createLogger('warn')
  const socketDirectory = readPidFile(locateCluster(config.dataDir, log).cluster)?.socketDirectory
  if (socketDirectory !== undefined) {
    const target = targetFromSocket(socketDirectory)
    const holder = await instanceHolder(target.owner).catch(() => undefined)
    if (holder !== undefined) return { target, stop }
  }
  return await startEmbeddedPostgres(config.dataDir, log)
}
