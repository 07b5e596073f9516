import type { Queryable } from './queryable.ts'

export interface UnconfirmedStore {
  /**
   * Deletes up to 500 unconfirmed accounts that were sent no mail since the given moment. Accounts stay that the
   * application refers to, that are banned, or that another transaction has locked. To be called in a transaction.
   * @returns how many.
   */
  deleteUnconfirmed(mailedBefore: Date, now: Date): Promise<number>
}

/** SQL for unconfirmed accounts. */
export function createUnconfirmedStore(db: Queryable): UnconfirmedStore {
  return {
    deleteUnconfirmed: async (mailedBefore, now) => {
      // A row that a policy hides would look like no row: then the statement must fail.
      await db.query(`select set_config('row_security', 'off', true)`)
      const references = await db.query<{ absent: string }>(
        `select format('and not exists (select from %s as r where r.%I = u.id)', c.conrelid::regclass, a.attname) as absent
         from pg_constraint as c
         join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
         where c.contype = 'f' and c.confrelid = 'auth.users'::regclass and cardinality(c.conkey) = 1
           and c.connamespace <> 'auth'::regnamespace
         order by 1`,
      )
      const rows = await db.query(
        `delete from auth.users
         where id in (
           select u.id
           from auth.users as u
           where u.email_confirmed_at is null and u.invited_at is null and u.last_sign_in_at is null
             and u.confirmation_sent_at < $1 and (u.recovery_sent_at is null or u.recovery_sent_at < $1)
             and u.deleted_at is null and (u.banned_until is null or u.banned_until <= $2)
             ${references.map(({ absent }) => absent).join('\n             ')}
           order by u.confirmation_sent_at
           limit 500
           for update of u skip locked
         )
         returning id`,
        [mailedBefore.toISOString(), now.toISOString()],
      )
      return rows.length
    },
  }
}
