import type { Queryable } from './queryable.ts'

/** The purpose of a mail; the names are upstream's. */
export type OneTimeTokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'reauthentication_token'

export interface OneTimeTokenStore {
  /** Stores the hashes of a mailed token and its code; an earlier one of the same user and type becomes invalid. */
  putOneTimeToken(
    token: { userId: string; type: OneTimeTokenType; relatesTo: string; hash: string; codeHash: string },
    now: Date,
  ): Promise<void>
  /**
   * Takes a token, with its account locked: it works once, even if two requests present it at the same moment.
   * @returns its owner; undefined if it is unknown, of another type or used.
   */
  takeOneTimeToken(hash: string, types: readonly OneTimeTokenType[]): Promise<TakenToken | undefined>
  /**
   * Counts a guess at every outstanding code of an address.
   * @returns the codes that could still be guessed, with the hash of the token that each represents.
   */
  tryCodes(
    relatesTo: string,
    types: readonly OneTimeTokenType[],
    issuedAfter: Date,
    maxTries: number,
  ): Promise<{ tokenHash: string; codeHash: string }[]>
  /** Invalidates all mails of an account; a change of address that waits for them is cancelled. */
  deleteOneTimeTokens(userId: string): Promise<void>
  /** Deletes codes that were mailed before the given moment. */
  deleteOldCodes(issuedBefore: Date): Promise<void>
}

export interface TakenToken {
  userId: string
  type: OneTimeTokenType
  /** The address to which it was mailed. */
  relatesTo: string
  issuedAt: Date
}

const SENT_AT: Record<OneTimeTokenType, string> = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
}

/** SQL for what was sent by mail; tokens and codes are stored as hashes only. */
export function createOneTimeTokenStore(db: Queryable): OneTimeTokenStore {
  return {
    putOneTimeToken: async ({ userId, type, relatesTo, hash, codeHash }, now) => {
      // The account first, as wherever both are locked: two transactions then wait in one order.
      await db.query(`update auth.users set ${SENT_AT[type]} = $2 where id = $1`, [userId, now.toISOString()])
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
      await db.query('insert into engine.mailed_codes (token_hash, code_hash, created_at) values ($1, $2, $3)', [
        hash,
        codeHash,
        now.toISOString(),
      ])
    },
    takeOneTimeToken: async (hash, types) => {
      await db.query(
        `select from auth.users as u
         where u.id = (select t.user_id from auth.one_time_tokens as t where t.token_hash = $1)
         for update of u`,
        [hash],
      )
      const [row] = await db.query<{ user_id: string; type: OneTimeTokenType; relates_to: string; issued: string }>(
        `with code as (delete from engine.mailed_codes where token_hash = $1)
         delete from auth.one_time_tokens
         where token_hash = $1 and token_type::text = any($2::text[])
         returning user_id, token_type::text as type, relates_to,
           extract(epoch from created_at at time zone 'UTC')::text as issued`,
        [hash, types],
      )
      if (!row) return undefined
      const issuedAt = new Date(Number(row.issued) * 1000)
      return { userId: row.user_id, type: row.type, relatesTo: row.relates_to, issuedAt }
    },
    tryCodes: async (relatesTo, types, issuedAfter, maxTries) => {
      const rows = await db.query<{ token_hash: string; code_hash: string }>(
        // Does not wait for the disk: its time would reveal whether there is a code. The failure that is counted next
        // waits, and writes this to disk as well.
        `with quick as (select set_config('synchronous_commit', 'off', true))
         update engine.mailed_codes as c set tries = c.tries + 1
         from quick, auth.one_time_tokens as t
         where t.relates_to = $1 and t.token_type::text = any($2::text[]) and c.token_hash = t.token_hash
           and c.created_at > $3 and c.tries < $4
         returning c.token_hash, c.code_hash`,
        [relatesTo, types, issuedAfter.toISOString(), maxTries],
      )
      return rows.map((row) => ({ tokenHash: row.token_hash, codeHash: row.code_hash }))
    },
    deleteOneTimeTokens: async (userId) => {
      await db.query('delete from auth.one_time_tokens where user_id = $1', [userId])
      await db.query(
        `update auth.users set email_change = '', email_change_confirm_status = 0
         where id = $1 and email_change <> ''`,
        [userId],
      )
    },
    deleteOldCodes: async (issuedBefore) => {
      await db.query('delete from engine.mailed_codes where created_at < $1', [issuedBefore.toISOString()])
    },
  }
}
