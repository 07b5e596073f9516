import { mkdir, opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { StorageDeps } from './deps.ts'
import { dropBlobs } from './remove-blobs.ts'
import { referredVersions } from './sql/objects.ts'

const BATCH = 500

/** Longer than any upload can take between its file and its row. */
export const SWEEP_GRACE_MS = 60 * 60 * 1000

type SweepDeps = Pick<StorageDeps, 'backend' | 'renditions' | 'db' | 'log' | 'tempDir'>

/**
 * Removes what no row refers to: blobs of uploads that died before their row, of replaced objects, of rows that were
 * deleted by SQL; renditions of such blobs; and temporary files.
 * @param graceMs younger files are left alone: their row may be about to come.
 * @returns how many blobs were removed.
 */
export async function sweep(deps: SweepDeps, graceMs: number = SWEEP_GRACE_MS): Promise<number> {
  const before = Date.now() - graceMs
  let removed = 0
  let batch: string[] = []
  const flush = async () => {
    const referred = await referredVersions(deps.db, batch)
    const orphans = batch.filter((version) => !referred.has(version))
    await dropBlobs(deps, orphans)
    removed += orphans.length
    batch = []
  }
  for await (const { key, modifiedAt } of deps.backend.list()) {
    if (modifiedAt.getTime() > before) continue
    batch.push(key)
    if (batch.length >= BATCH) await flush()
  }
  if (batch.length > 0) await flush()
  await sweepRenditions(deps)
  await sweepTemporary(deps.tempDir, before)
  if (removed > 0) deps.log.info({ removed }, 'files without a row were removed')
  return removed
}

// Another engine may have removed the blob; the renditions on this disk are ours to remove.
async function sweepRenditions(deps: SweepDeps): Promise<void> {
  const versions = deps.renditions.versions()
  for (let i = 0; i < versions.length; i += BATCH) {
    const some = versions.slice(i, i + BATCH)
    const referred = await referredVersions(deps.db, some)
    for (const version of some) if (!referred.has(version)) await deps.renditions.drop(version)
  }
}

async function sweepTemporary(folder: string, before: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for await (const file of await opendir(folder)) {
    const path = join(folder, file.name)
    const age = await stat(path).catch(() => undefined)
    if (age && age.mtimeMs <= before) await rm(path, { recursive: true, force: true })
  }
}
