import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { databaseTarget, TEMPLATE } from './database.ts'
import { startThrowAwayPostgres } from './throw-away-postgres.ts'

interface Shared {
  postgres: ReturnType<typeof startThrowAwayPostgres>
  projects: number
}

// Vitest loads this file once for each project.
const KEY = Symbol.for('bankside.postgres-of-the-run')
const globals = globalThis as { [KEY]?: Shared | undefined }

/** One throw-away PostgreSQL for the run, which ends with the last project that uses it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Its databases live for seconds, and their statistics would change at a moment that no test controls.
  globals[KEY] ??= { postgres: startPostgres(), projects: 0 }
  const shared = globals[KEY]
  shared.projects += 1
  const { socketDirectory, folder, stop } = await shared.postgres
  project.provide('socketDirectory', socketDirectory)
  project.provide('runFolder', folder)
  return async () => {
    shared.projects -= 1
    if (shared.projects > 0) return
    globals[KEY] = undefined
    await stop()
  }
}

async function startPostgres(): ReturnType<typeof startThrowAwayPostgres> {
  const postgres = await startThrowAwayPostgres(['autovacuum=off'])
  const owner = new pg.Client(databaseTarget(postgres.socketDirectory, TEMPLATE).owner)
  await owner.connect()
  // Rules count exact points; those about first steps set what they earn.
  await owner.query(
    'update public.site_settings set photo_step_points = 0, hello_step_points = 0, game_step_points = 0',
  )
  await owner.end()
  return postgres
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Unix socket of the run's PostgreSQL; `psql -h <it> -U supabase_admin`. */
    socketDirectory: string
    /** For what several test files share; every account can enter it, and it is removed at the end of the run. */
    runFolder: string
  }
}
