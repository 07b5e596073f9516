import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** The moment this many milliseconds from now. */
export const later = (ms: number) => new Date(Date.now() + ms).toISOString()

/** A club of its own in SQL, whose clock is the argument of `remind`. */
export interface ClubClock {
  club: SqlClub
  /** Makes the notifications that are due at this moment; returns their number. */
  remind(now: string): Promise<number | undefined>
  /** The kinds of the notifications about a subject, oldest first. */
  made(subject: string): Promise<string[]>
  /** Runs an insert and returns the ID of its row. */
  one(sql: string, values?: unknown[]): Promise<string>
  /** Awards a prize to a member and returns the ID of the award. */
  award(user: string, deadline: string): Promise<string>
}

/** Opens a club with one prize package. */
export async function openClubClock(): Promise<ClubClock> {
  const club = await openSqlClub()
  await club.query(`insert into public.prize_packages (name) values ('Box')`)
  const one = async (sql: string, values: unknown[] = []) =>
    String((await club.query<{ id: string }>(`${sql} returning id`, values))[0]?.id)
  return {
    club,
    one,
    remind: async (now) =>
      (await club.query<{ made: number }>('select private.make_due_notifications($1) as made', [now]))[0]?.made,
    made: async (subject) =>
      (
        await club.query<{ kind: string }>(
          `select kind from private.notifications where subject_id = $1 order by created_at, kind`,
          [subject],
        )
      ).map(({ kind }) => kind),
    award: async (user, deadline) => {
      const item = await one(
        `insert into public.prize_items (package_id, title, type, quantity)
          select p.id, 'Bite alarm', 'physical', 100 from public.prize_packages as p`,
      )
      return one('insert into public.prize_awards (user_id, item_id, claim_deadline) values ($1, $2, $3)', [
        user,
        item,
        deadline,
      ])
    },
  }
}
