import type { Transaction } from '../db/port.ts'
import type { StorageDeps } from './deps.ts'
import { dropBlobs } from './remove-blobs.ts'
import { dropEndedUploads } from './resumable/ended-uploads.ts'
import { deleteLeftObjects, deleteUnneededObjects } from './sql/objects.ts'

const BATCH = 500

/** Notified when a change that leaves files behind commits: a deleted account, or a row that no longer names a file. */
export const SWEEP_CHANNEL = 'storage_sweep'

type LeftDeps = Pick<StorageDeps, 'backend' | 'renditions' | 'memory' | 'db' | 'log'>

/**
 * Removes the files of deleted accounts, those that the domain reports as unused, and the parts of uploads that have ended. Rows are removed first, as for
 * every removal: a crash in between leaves a file without a row, which no client can request.
 */
export async function dropLeftFiles(deps: LeftDeps): Promise<void> {
  await dropAll(deps, deleteLeftObjects, 'files of deleted accounts were removed')
  await dropAll(deps, deleteUnneededObjects, 'files that no row names were removed')
  await dropEndedUploads(deps)
}

async function dropAll(
  deps: LeftDeps,
  deleteSome: (tx: Transaction, limit: number) => Promise<{ version: string | null }[]>,
  message: string,
): Promise<void> {
  for (;;) {
    const gone = await deps.db.transaction((tx) => deleteSome(tx, BATCH))
    await dropBlobs(
      deps,
      gone.map(({ version }) => version),
    )
    if (gone.length > 0) deps.log.info({ removed: gone.length }, message)
    if (gone.length < BATCH) return
  }
}
