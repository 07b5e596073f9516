import type { Database } from '../db/port.ts'

/**
 * Passes RATE_LIMIT_SCALE to the domain if it has limits of its own and a function to scale them. The engine knows no
 * table of the domain, only the function by its name.
 */
export async function scaleDomainLimits(db: Pick<Database, 'query'>, scale: number): Promise<void> {
  const [answer] = await db.query<{ ready: boolean }>(
    `select to_regprocedure('private.set_rate_limit_scale(numeric)') is not null as ready`,
  )
  if (answer?.ready) await db.query('select private.set_rate_limit_scale($1)', [scale])
}
