import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createLogger, findRoot, prepareDatabase, startEmbeddedPostgres } from '../engine/src/index.ts'
import { databaseTarget, TEMPLATE } from './database.ts'
import { movedClock } from './moved-clock.ts'
import { startPlainPostgres } from './plain-postgres.ts'

// Nothing here outlives the run, so nothing has to be synced to disk.
const THROW_AWAY = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=400']

/**
 * A PostgreSQL for one run: the engine's own or, with `TEST_POSTGRES=15`, the oldest supported one. Its template has
 * the platform and all migrations. Its clock is the run's, also when that was moved.
 * @param settings extra server settings, `name=value`.
 * @returns where it is, and its folder, which is removed with it.
 */
export async function startThrowAwayPostgres(
  settings: readonly string[] = [],
): Promise<{ socketDirectory: string; folder: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'bankside-test-'))
  chmodSync(folder, 0o755)
  const log = createLogger('warn')
  const all = [...THROW_AWAY, ...settings]
  const clock = movedClock()
  const major = process.env.TEST_POSTGRES === '15' ? 15 : 17
  const postgres =
    major === 15 || clock
      ? await startPlainPostgres(major, folder, all, clock)
      : await startEmbeddedPostgres(folder, log, all)
  const stop = async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const { socketDirectory } = postgres
    const owner = new pg.Client(databaseTarget(socketDirectory, 'postgres').owner)
    await owner.connect()
    await owner.query(`create database ${TEMPLATE}`)
    await owner.end()
    const secret = randomBytes(32).toString('base64url')
    await prepareDatabase(databaseTarget(socketDirectory, TEMPLATE), findRoot(), secret, log)
    return { socketDirectory, folder, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
