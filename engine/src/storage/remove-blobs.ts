import { isBlobKey } from './backend/blob-key.ts'
import type { StorageDeps } from './deps.ts'

/** Removes blobs whose rows were deleted, with their renditions. A failure is only logged: the sweeper tries again. */
export async function dropBlobs(
  deps: Pick<StorageDeps, 'backend' | 'renditions' | 'memory' | 'log'>,
  versions: readonly unknown[],
): Promise<void> {
  const keys = versions.filter(isBlobKey)
  try {
    for (const key of keys) deps.memory.forget(key)
    await deps.backend.delete(keys)
    for (const key of keys) await deps.renditions.drop(key)
  } catch (error) {
    deps.log.warn({ error, count: keys.length }, 'files without a row are left for the sweeper')
  }
}
