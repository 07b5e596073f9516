import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EngineConfig } from '../config.ts'
import { locateCluster } from '../db/embedded/cluster-location.ts'
import { lockDataDir } from '../db/embedded/data-dir-lock.ts'
import { clearPreviousPostmaster } from '../db/embedded/previous-postmaster.ts'
import { StartError } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'

/**
 * Removes the embedded database and the stored files of a project. Keys stay, and whatever else is in the folder.
 * @throws {StartError} while an engine uses them, and for a database that is not the embedded one.
 */
export async function resetProject({ databaseUrl, dataDir }: EngineConfig, log: Logger): Promise<void> {
  if (databaseUrl !== undefined)
    throw new StartError(
      '--reset empties the embedded database only: unset DATABASE_URL, or empty that database yourself',
    )
  const { cluster } = locateCluster(dataDir, log)
  const unlock = await lockDataDir(dataDir, log)
  try {
    await clearPreviousPostmaster(cluster, log)
    for (const folder of [cluster, join(dataDir, 'storage')]) await rm(folder, { recursive: true, force: true })
  } finally {
    await unlock()
  }
}
