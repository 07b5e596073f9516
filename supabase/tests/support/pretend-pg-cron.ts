import type { SqlClub } from './sql-club.ts'

/** Enters pg_cron among the extensions, which the test's PostgreSQL does not have: that is how migrations look for it. */
export async function pretendPgCron(club: Pick<SqlClub, 'query'>): Promise<void> {
  await club.query(`insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    select (max(e.oid::text::bigint) + 1)::text::oid, 'pg_cron', 10, 'pg_catalog'::regnamespace, false, '1.6'
    from pg_extension as e`)
}
