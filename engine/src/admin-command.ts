import pg from 'pg'
import type { EngineConfig } from './config.ts'
import { locateCluster } from './db/embedded/cluster-location.ts'
import { instanceHolder } from './db/embedded/instance-lock.ts'
import { readPidFile } from './db/embedded/previous-postmaster.ts'
import { startEmbeddedPostgres } from './db/embedded-postgres.ts'
import { type DatabaseTarget, targetFromSocket, targetFromUrl } from './db/target.ts'
import { promoteAdmin } from './first-admin.ts'
import { messageOf, StartError } from './kernel/errors.ts'
import { createLogger } from './kernel/logger.ts'

/**
 * `admin promote <email>`: makes a member an admin, whether the engine is running or not.
 * @throws {StartError} when nobody has the address or the database cannot be used.
 */
export async function admin(config: EngineConfig, args: readonly string[]): Promise<void> {
  const [verb, email, ...more] = args
  if (verb !== 'promote' || email === undefined || more.length > 0)
    throw new StartError('Usage: npm run admin -- promote <email>')
  const { target, stop } = await reach(config)
  try {
    if (!(await promote(target, email))) throw new StartError(`No member has the address ${email}`)
    process.stdout.write(`${email} is an admin now\n`)
  } finally {
    await stop()
  }
}

/** The database of a running engine when there is one, else the database started for this command alone. */
async function reach(config: EngineConfig): Promise<{ target: DatabaseTarget; stop(): Promise<void> }> {
  const stop = async () => {}
  if (config.databaseUrl !== undefined) return { target: targetFromUrl(config.databaseUrl, ''), stop }
  const log = createLogger('warn')
  const socketDirectory = readPidFile(locateCluster(config.dataDir, log).cluster)?.socketDirectory
  if (socketDirectory !== undefined) {
    const target = targetFromSocket(socketDirectory)
    const holder = await instanceHolder(target.owner).catch(() => undefined)
    if (holder !== undefined) return { target, stop }
  }
  return await startEmbeddedPostgres(config.dataDir, log)
}

async function promote(target: DatabaseTarget, email: string): Promise<boolean> {
  const client = new pg.Client(target.owner)
  client.on('error', () => {})
  try {
    await client.connect()
    return await promoteAdmin(
      { query: async (text, values = []) => (await client.query(text, [...values])).rows },
      email,
    )
  } catch (error) {
    throw new StartError(`The member could not be promoted: ${messageOf(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}
