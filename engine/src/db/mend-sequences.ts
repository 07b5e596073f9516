import type { Logger } from '../kernel/logger.ts'
import type { Database } from './port.ts'

/**
 * Checks that the sequences needed by every write can be read, and recreates those that cannot: a standby that was
 * promoted may have lost their page. Two small reads when all is well.
 * @throws the database's error when it does not answer or may not be written.
 */
export async function mendSequences(db: Pick<Database, 'query'>, log: Logger): Promise<void> {
  const [row] = await db.query<{ mended: string[] }>('select engine.mend_sequences() as mended')
  const { mended = [] } = row ?? {}
  if (mended.length > 0) log.warn({ sequences: mended }, 'sequences that could not be read were recreated')
}
