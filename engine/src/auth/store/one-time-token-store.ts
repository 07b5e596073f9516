import type { Queryable } from './queryable.ts'

export interface OneTimeTokenStore {
  /** Keeps the hash of a recovery token; an earlier one of the same user stops working. */
  putRecoveryToken(token: { userId: string; email: string; hash: string }, now: Date): Promise<void>
  /**
   * Takes a recovery token out: it works once, also when two requests present it at the same moment.
   * @param issuedAfter older tokens have expired.
   * @returns whose it was; undefined when unknown, used or expired.
   */
  takeRecoveryToken(hash: string, issuedAfter: Date): Promise<string | undefined>
  deleteOneTimeTokens(userId: string): Promise<void>
}

/** SQL on links that were sent by mail; tokens are stored as hashes only. */
export function createOneTimeTokenStore(db: Queryable): OneTimeTokenStore {
  return {
    putRecoveryToken: async ({ userId, email, hash }, now) => {
      await db.query(
        `insert into auth.one_time_tokens
           (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
         values (gen_random_uuid(), $1, 'recovery_token', $2, $3,
           $4::timestamptz at time zone 'UTC', $4::timestamptz at time zone 'UTC')
         on conflict (user_id, token_type) do update
         set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
             created_at = excluded.created_at, updated_at = excluded.updated_at`,
        [userId, hash, email, now.toISOString()],
      )
      await db.query('update auth.users set recovery_sent_at = $2 where id = $1', [userId, now.toISOString()])
    },
    takeRecoveryToken: async (hash, issuedAfter) => {
      const [row] = await db.query<{ user_id: string; fresh: boolean }>(
        `delete from auth.one_time_tokens
         where token_hash = $1 and token_type = 'recovery_token'
         returning user_id, created_at > $2::timestamptz at time zone 'UTC' as fresh`,
        [hash, issuedAfter.toISOString()],
      )
      return row?.fresh ? row.user_id : undefined
    },
    deleteOneTimeTokens: async (userId) => {
      await db.query('delete from auth.one_time_tokens where user_id = $1', [userId])
    },
  }
}
