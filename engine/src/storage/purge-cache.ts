import { z } from 'zod'
import type { StorageDeps } from './deps.ts'
import { findObject, versionsInBucket } from './sql/objects.ts'

const CHANNEL = 'storage_purge'

const shape = z.strictObject({
  bucketId: z.string(),
  /** One object; the whole bucket when absent. */
  name: z.string().optional(),
  /** Whether to purge only renditions, and not the cached originals. */
  renditionsOnly: z.boolean(),
})

/** What all engines have to render and read again. */
export type Purge = z.infer<typeof shape>

type PurgeDeps = Pick<StorageDeps, 'db' | 'renditions' | 'memory' | 'publicObjects' | 'log'>

/** Purges here and notifies all engines. */
export async function purgeEverywhere(deps: PurgeDeps, purge: Purge): Promise<void> {
  await purgeHere(deps, purge)
  await deps.db.query('select pg_catalog.pg_notify($1, $2)', [CHANNEL, JSON.stringify(purge)])
}

/** Purges on notifications from other engines. @returns a function that stops listening. */
export async function watchPurges(deps: PurgeDeps): Promise<() => Promise<void>> {
  const onMessage = (payload: string) => {
    const purge = async () => await purgeHere(deps, shape.parse(JSON.parse(payload)))
    purge().catch((error) => deps.log.warn({ error }, 'renditions were not purged'))
  }
  // A lost notification leaves unused renditions, not wrong ones: a rendition is removed with its blob.
  return await deps.db.listen(CHANNEL, onMessage, () => {})
}

async function purgeHere(deps: PurgeDeps, { bucketId, name, renditionsOnly }: Purge): Promise<void> {
  const { db, renditions, memory, publicObjects } = deps
  const candidates = renditionsOnly ? renditions.versions() : [...renditions.versions(), ...memory.names()]
  const versions =
    name === undefined
      ? await versionsInBucket(db, bucketId, candidates)
      : [(await findObject(db, bucketId, name))?.version].filter((version) => version !== undefined)
  for (const version of versions) await renditions.drop(version)
  if (renditionsOnly) return
  for (const version of versions) memory.forget(version)
  publicObjects.forgetAll()
}
