import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describeDifferences } from '../backup/catalogue/compare.ts'
import { LooserRulesError } from '../backup/looser-rules.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { ForeignObjectsError, writeBackup } from '../backup/write-backup.ts'
import type { EngineConfig } from '../config.ts'
import { prepareDataDir } from '../db/embedded/cluster-location.ts'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { targetFromUrl } from '../db/target.ts'
import { messageOf, StartError } from '../kernel/errors.ts'
import { createLogger } from '../kernel/logger.ts'
import { findRoot } from '../start/root-folder.ts'
import { loadSecrets } from '../start/secrets.ts'
import { createBackend } from '../storage/backend/create-backend.ts'
import { abortOnSignal } from './abort-on-signal.ts'
import { reachDatabase } from './reach-database.ts'

/** Leaves out objects that the operator added to the database by hand. */
const WITHOUT_FOREIGN = '--without-foreign'
/** Skips the comparison, for a machine that cannot run it. */
const UNCHECKED = '--unchecked'

/**
 * `backup <file>`: writes database and files into one tar file, whether the engine is running or not.
 * @throws {StartError} when the file exists, something cannot be read or written, or the command is ended by a signal;
 *   nothing is left behind then.
 */
export async function backup(config: EngineConfig, args: readonly string[]): Promise<void> {
  const foreign = args.includes(UNCHECKED) ? 'unchecked' : args.includes(WITHOUT_FOREIGN) ? 'leave out' : 'refuse'
  const path = onlyFile(
    args.filter((arg) => arg !== WITHOUT_FOREIGN && arg !== UNCHECKED),
    `Usage: npm run backup -- <file.tar> [${WITHOUT_FOREIGN} | ${UNCHECKED}]`,
  )
  if (existsSync(path)) throw new StartError(`${path} already exists: choose another name`)
  const signal = abortOnSignal()
  const { target, stop } = await reachDatabase(config)
  try {
    const { rows, files, bytes, left } = await writeBackup(target.owner, createBackend(config), path, {
      root: findRoot(),
      foreign,
      signal,
    })
    process.stdout.write(`${path}: ${rows} rows, ${files} files, ${(bytes / 1_000_000).toFixed(1)} MB\n`)
    if (left.length > 0)
      process.stdout.write(
        `Changes that are not in the backup, because no migration made them: ${describeDifferences(left)}\n`,
      )
  } catch (error) {
    if (signal.aborted) throw new StartError(`The backup was not made: ${messageOf(signal.reason)}`)
    if (error instanceof ForeignObjectsError)
      throw new StartError(
        `The backup was not made: ${error.message}, so a restore could not bring it back. Make it by a migration, or ` +
          `save it by other means and run the command with ${WITHOUT_FOREIGN}`,
      )
    if (error instanceof LooserRulesError)
      throw new StartError(`The backup was not made: an operator has ${error.message}. Put it back first`)
    throw new StartError(`The backup could not be made: ${messageOf(error)}`)
  } finally {
    await stop()
  }
}

/**
 * `restore <file>`: restores a backup into an empty instance that is not running.
 * @throws {StartError} when the backup or the instance is not suitable.
 */
export async function restore(config: EngineConfig, args: readonly string[]): Promise<void> {
  const path = onlyFile(args, 'Usage: npm run restore -- <file.tar>')
  if (!existsSync(path)) throw new StartError(`${path} does not exist`)
  const log = createLogger('warn')
  prepareDataDir(config.dataDir)
  const { jwtSecret } = loadSecrets(config)
  const embedded = config.databaseUrl === undefined ? await startEmbeddedPostgres(config.dataDir, log) : undefined
  const database = embedded?.target ?? targetFromUrl(config.databaseUrl ?? '', jwtSecret)
  const backend = createBackend(config)
  try {
    await backend.open()
    const { madeAt, members, files } = await restoreBackup(path, {
      database,
      backend,
      tempDir: join(config.dataDir, 'storage', 'tmp'),
      root: findRoot(),
      jwtSecret,
      log,
    })
    process.stdout.write(
      `Restored as of ${madeAt}: ${members} members, ${files} files\n` +
        'All members are signed out: they sign in again with their password\n',
    )
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The backup could not be restored, nothing was changed: ${messageOf(error)}`)
  } finally {
    await embedded?.stop()
  }
}

function onlyFile(args: readonly string[], usage: string): string {
  const [file, ...more] = args
  if (file === undefined || more.length > 0) throw new StartError(usage)
  return resolve(file)
}
