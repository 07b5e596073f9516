import type { EngineConfig } from '../config.ts'
import { newClient } from '../db/client.ts'
import type { DatabaseTarget } from '../db/target.ts'
import { messageOf, StartError } from '../kernel/errors.ts'
import { promoteAdmin } from '../start/first-admin.ts'
import { reachDatabase } from './reach-database.ts'

/**
 * `admin promote <email>`: makes a member an admin, whether the engine is running or not.
 * @throws {StartError} when no member has the address or the database cannot be used.
 */
export async function admin(config: EngineConfig, args: readonly string[]): Promise<void> {
  const [verb, email, ...more] = args
  if (verb !== 'promote' || email === undefined || more.length > 0)
    throw new StartError('Usage: npm run admin -- promote <email>')
  const { target, stop } = await reachDatabase(config)
  try {
    if (!(await promote(target, email))) throw new StartError(`No member has the address ${email}`)
    process.stdout.write(`${email} is an admin now\n`)
  } finally {
    await stop()
  }
}

async function promote(target: DatabaseTarget, email: string): Promise<boolean> {
  const client = newClient(target.owner)
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
