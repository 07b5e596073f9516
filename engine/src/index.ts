/** The engine's public entry for tests and scripts. */
export { type RunningEngine, startEngine } from './app.ts'
export { type EngineConfig, readConfig } from './config.ts'
export { startEmbeddedPostgres } from './db/embedded-postgres.ts'
export { readMigrations } from './db/migration-files.ts'
export { prepareDatabase } from './db/prepare-database.ts'
export { createLogger, type Logger } from './kernel/logger.ts'
export { ensureFirstAdmin } from './start/first-admin.ts'
export { findRoot } from './start/root-folder.ts'
