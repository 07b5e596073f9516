import { mkdir, opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { StorageDeps } from './deps.ts'
import { dropLeftFiles } from './left-files.ts'
import { dropBlobs } from './remove-blobs.ts'
import { referredVersions } from './sql/objects.ts'

const BATCH = 500

// With a wrong database address every file would look like an orphan.
const MANY = 100

/** Longer than any upload can take between its file and its row. */
export const SWEEP_GRACE_MS = 60 * 60 * 1000

type SweepDeps = Pick<StorageDeps, 'backend' | 'renditions' | 'memory' | 'db' | 'log' | 'tempDir'>

/**
 * Removes the files of deleted accounts, those that the domain no longer needs, and those that no row refers to: blobs
 * of uploads that never got a row, of replaced objects, and of rows deleted by SQL; the renditions of such blobs; and
 * temporary files.
 * Removes nothing when most files seem to have no row.
 * @param graceMs minimum age: a younger file may still get its row.
 * @returns how many blobs without a row were removed.
 */
export async function sweep(deps: SweepDeps, graceMs: number = SWEEP_GRACE_MS): Promise<number> {
  const before = Date.now() - graceMs
  await dropLeftFiles(deps)
  const { old, orphans } = await findOrphans(deps, before)
  const suspicious = orphans.length > MANY && orphans.length > old / 2
  if (suspicious)
    deps.log.error(
      { orphans: orphans.length, old },
      'most files have no row: nothing is swept; is it the right database?',
    )
  const doomed = suspicious ? [] : orphans
  await dropBlobs(deps, doomed)
  await sweepRenditions(deps)
  await sweepTemporary(deps.tempDir, before)
  if (doomed.length > 0) deps.log.info({ removed: doomed.length }, 'files without a row were removed')
  return doomed.length
}

async function findOrphans(deps: SweepDeps, before: number): Promise<{ old: number; orphans: string[] }> {
  const orphans: string[] = []
  let old = 0
  let batch: string[] = []
  const flush = async () => {
    const referred = await referredVersions(deps.db, batch)
    orphans.push(...batch.filter((version) => !referred.has(version)))
    old += batch.length
    batch = []
  }
  for await (const { key, modifiedAt } of deps.backend.list()) {
    if (modifiedAt.getTime() > before) continue
    batch.push(key)
    if (batch.length >= BATCH) await flush()
  }
  if (batch.length > 0) await flush()
  return { old, orphans }
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
