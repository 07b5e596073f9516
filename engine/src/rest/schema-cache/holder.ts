import type { Database } from '../../db/port.ts'
import type { Logger } from '../../kernel/logger.ts'
import { loadSchemaCache } from './load.ts'
import type { SchemaCache } from './model.ts'

const CHANNEL = 'pgrst'

/** The schema cache in use; it is replaced as a whole when the schema changes. */
export interface SchemaCacheHolder {
  current(): SchemaCache
  close(): Promise<void>
}

/**
 * Loads the cache and reloads it on `NOTIFY pgrst, 'reload schema'` (the platform sends it after
 * every DDL) and whenever notifications may have been missed.
 * @param onChange called after each replacement.
 */
export async function holdSchemaCache(
  db: Database,
  schema: string,
  log: Logger,
  onChange: () => void,
): Promise<SchemaCacheHolder> {
  let loading: Promise<void> | undefined
  let again = false
  let closed = false
  let cache: SchemaCache | undefined
  const reload = () => {
    if (loading) {
      again = true
      return
    }
    loading = loadSchemaCache(db, schema)
      .then(
        (loaded) => {
          cache = loaded
          onChange()
        },
        (error: unknown) =>
          log.error({ err: error }, 'the schema cache could not be reloaded; the old one stays in use'),
      )
      .finally(() => {
        loading = undefined
        if (again && !closed) {
          again = false
          reload()
        }
      })
  }
  // Listening starts before the first load, so that no change between the two is missed.
  const stop = await db.listen(
    CHANNEL,
    (payload) => {
      if (payload === 'reload schema' || payload === '') reload()
    },
    reload,
  )
  const first = await loadSchemaCache(db, schema)
  cache ??= first
  return {
    current: () => cache ?? first,
    async close() {
      closed = true
      await stop()
      await loading
    },
  }
}
