import type { TestProject } from 'vitest/node'
import { startThrowAwayPostgres } from './throw-away-postgres.ts'

/** One throw-away PostgreSQL for the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Its databases live for seconds, and their statistics would change at a moment that no test controls.
  const { socketDirectory, folder, stop } = await startThrowAwayPostgres(['autovacuum=off'])
  project.provide('socketDirectory', socketDirectory)
  project.provide('runFolder', folder)
  return stop
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Unix socket of the run's PostgreSQL; `psql -h <it> -U supabase_admin`. */
    socketDirectory: string
    /** For what several test files share; every account can enter it, and it is removed at the end of the run. */
    runFolder: string
  }
}
