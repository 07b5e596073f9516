import type { StorageDeps } from '../deps.ts'
import { dropBlobs } from '../remove-blobs.ts'
import { deleteEndedUploads } from '../sql/resumable.ts'

const BATCH = 500

/** Ends the uploads in parts that have expired or whose account was deleted, and removes their parts. */
export async function dropEndedUploads(
  deps: Pick<StorageDeps, 'backend' | 'renditions' | 'memory' | 'db' | 'log'>,
): Promise<void> {
  for (;;) {
    const { versions, more } = await deleteEndedUploads(deps.db, BATCH)
    await dropBlobs(deps, versions)
    if (versions.length > 0) deps.log.info({ removed: versions.length }, 'parts of ended uploads were removed')
    if (!more) return
  }
}
