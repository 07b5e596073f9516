import { type Queryable, time } from './queryable.ts'

export interface Challenge {
  id: string
  factorId: string
  createdAt: Date
  verifiedAt: Date | undefined
  /** Whether it was asked for from the address that was given. */
  sameAddress: boolean
}

export interface FactorStore {
  insertFactor(factor: { id: string; userId: string; name: string; secret: string }, now: Date): Promise<void>
  /** The stored secret of a factor; undefined for another person's, and for one without a secret. */
  findFactorSecret(id: string, userId: string): Promise<string | undefined>
  verifyFactor(id: string, now: Date): Promise<void>
  /** @returns false if the user has no such factor. */
  deleteFactor(id: string, userId: string): Promise<boolean>
  /** Deletes the factors of a user that were never verified, all or those created before a moment. */
  deleteUnverifiedFactors(userId: string, createdBefore?: Date): Promise<void>
  /** Challenges of the same factor that were created before `expiredAt` are deleted. */
  insertChallenge(challenge: { id: string; factorId: string; ip: string }, now: Date, expiredAt: Date): Promise<void>
  findChallenge(id: string, factorId: string, ip: string): Promise<Challenge | undefined>
  markChallenge(id: string, now: Date): Promise<void>
  /**
   * Uses up a code by its period.
   * @returns false if a code of this period, or of a later one, was accepted before.
   */
  takeFactorStep(factorId: string, step: number, now: Date): Promise<boolean>
  /** Deletes the used periods that are too old to matter. */
  deleteOldFactorSteps(usedBefore: Date): Promise<void>
}

/** SQL on second steps of signing in. */
export function createFactorStore(db: Queryable): FactorStore {
  return {
    insertFactor: async ({ id, userId, name, secret }, now) => {
      await db.query(
        `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
         values ($1, $2, $3, 'totp', 'unverified', $4, $5, $5)`,
        [id, userId, name, secret, now.toISOString()],
      )
    },
    findFactorSecret: async (id, userId) => {
      const [row] = await db.query<{ secret: string | null }>(
        "select secret from auth.mfa_factors where id = $1 and user_id = $2 and factor_type = 'totp'",
        [id, userId],
      )
      return row?.secret ?? undefined
    },
    verifyFactor: async (id, now) => {
      await db.query("update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1", [
        id,
        now.toISOString(),
      ])
    },
    deleteFactor: async (id, userId) => {
      const rows = await db.query('delete from auth.mfa_factors where id = $1 and user_id = $2 returning id', [
        id,
        userId,
      ])
      return rows.length > 0
    },
    deleteUnverifiedFactors: async (userId, createdBefore) => {
      await db.query(
        `delete from auth.mfa_factors
         where user_id = $1 and status = 'unverified' and ($2::timestamptz is null or created_at < $2)`,
        [userId, createdBefore?.toISOString() ?? null],
      )
    },
    insertChallenge: async ({ id, factorId, ip }, now, expiredAt) => {
      await db.query('delete from auth.mfa_challenges where factor_id = $1 and created_at < $2', [
        factorId,
        expiredAt.toISOString(),
      ])
      await db.query(
        'insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, $3, $4::inet)',
        [id, factorId, now.toISOString(), ip],
      )
    },
    findChallenge: async (id, factorId, ip) => {
      const [row] = await db.query<{ data: ChallengeData }>(
        `select jsonb_build_object('id', id, 'factor_id', factor_id, 'created_at', created_at,
           'verified_at', verified_at, 'same_address', ip_address = $3::inet) as data
         from auth.mfa_challenges where id = $1 and factor_id = $2`,
        [id, factorId, ip],
      )
      return (
        row && {
          id: row.data.id,
          factorId: row.data.factor_id,
          createdAt: new Date(row.data.created_at),
          verifiedAt: time(row.data.verified_at),
          sameAddress: row.data.same_address,
        }
      )
    },
    markChallenge: async (id, now) => {
      await db.query('update auth.mfa_challenges set verified_at = $2 where id = $1', [id, now.toISOString()])
    },
    takeFactorStep: async (factorId, step, now) => {
      const rows = await db.query(
        `insert into engine.factor_steps as s (factor_id, step, used_at) values ($1, $2, $3)
         on conflict (factor_id) do update set step = excluded.step, used_at = excluded.used_at
           where s.step < excluded.step
         returning factor_id`,
        [factorId, step, now.toISOString()],
      )
      return rows.length > 0
    },
    deleteOldFactorSteps: async (usedBefore) => {
      await db.query('delete from engine.factor_steps where used_at < $1', [usedBefore.toISOString()])
    },
  }
}

interface ChallengeData {
  id: string
  factor_id: string
  created_at: string
  verified_at: string | null
  same_address: boolean
}
