import type { Queryable } from './queryable.ts'

/** What a mailed link is for; the names are upstream's. */
export type OneTimeTokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'

export interface OneTimeTokenStore {
  /** Keeps the hash of a mailed token; an earlier one of the same user and type stops working. */
  putOneTimeToken(
    token: { userId: string; type: OneTimeTokenType; relatesTo: string; hash: string },
    now: Date,
  ): Promise<void>
  /**
   * Takes a token out: it works once, also when two requests present it at the same moment.
   * @param issuedAfter older tokens have expired.
   * @returns whose it was; undefined when unknown, of another type, used or expired.
   */
  takeOneTimeToken(
    hash: string,
    types: readonly OneTimeTokenType[],
    issuedAfter: Date,
  ): Promise<{ userId: string; relatesTo: string } | undefined>
  /** Makes all links of an account useless; a change of address that waits for them is off. */
  deleteOneTimeTokens(userId: string): Promise<void>
}

const SENT_AT: Record<OneTimeTokenType, string> = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
}

/** SQL on links that were sent by mail; tokens are stored as hashes only. */
export function createOneTimeTokenStore(db: Queryable): OneTimeTokenStore {
  return {
    putOneTimeToken: async ({ userId, type, relatesTo, hash }, now) => {
      await db.query(
        `insert into auth.one_time_tokens
           (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
         values (gen_random_uuid(), $1, $2::auth.one_time_token_type, $3, $4,
           $5::timestamptz at time zone 'UTC', $5::timestamptz at time zone 'UTC')
         on conflict (user_id, token_type) do update
         set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
             created_at = excluded.created_at, updated_at = excluded.updated_at`,
        [userId, type, hash, relatesTo, now.toISOString()],
      )
      await db.query(`update auth.users set ${SENT_AT[type]} = $2 where id = $1`, [userId, now.toISOString()])
    },
    takeOneTimeToken: async (hash, types, issuedAfter) => {
      const [row] = await db.query<{ user_id: string; relates_to: string; fresh: boolean }>(
        `delete from auth.one_time_tokens
         where token_hash = $1 and token_type::text = any($2::text[])
         returning user_id, relates_to, created_at > $3::timestamptz at time zone 'UTC' as fresh`,
        [hash, types, issuedAfter.toISOString()],
      )
      return row?.fresh ? { userId: row.user_id, relatesTo: row.relates_to } : undefined
    },
    deleteOneTimeTokens: async (userId) => {
      await db.query('delete from auth.one_time_tokens where user_id = $1', [userId])
      await db.query(
        `update auth.users set email_change = '', email_change_confirm_status = 0
         where id = $1 and email_change <> ''`,
        [userId],
      )
    },
  }
}
