import type { Queryable } from './queryable.ts'

/** Failures under one key, as last counted. */
export interface Failures {
  failures: number
  /** Milliseconds since the last one, by the database's clock: the engines' clocks need not agree. */
  agoMs: number
}

export interface FailureEntry {
  key: string
  /** The number of failures forgotten per second; 0: all of them after a while. */
  drain: number
  /** How many failures this one counts as; 1 if not given. */
  times?: number
}

export interface LimitStore {
  /** Reads counters and places together; both by their hashed keys. */
  readLimits(
    keys: readonly string[],
    places: readonly string[],
  ): Promise<{ failures: ReadonlyMap<string, Failures>; known: ReadonlySet<string> }>
  /**
   * Counts a failure under each key. It is on disk when this resolves.
   * @param free failures of a key without drain that are forgotten after a quarter of an hour; more stay for a day.
   */
  addFailures(entries: readonly FailureEntry[], free: number): Promise<void>
  forgetFailures(key: string): Promise<void>
  /** Records that an account signs in from these places. */
  rememberPlaces(keys: readonly string[]): Promise<void>
  /** Deletes expired counters, and places that were not used for half a year. */
  deleteOldLimits(): Promise<void>
}

/** SQL for the limits on guesses. */
export function createLimitStore(db: Queryable): LimitStore {
  return {
    readLimits: async (keys, places) => {
      const rows = await db.query<{ key: string; failures: number | null; ago: string }>(
        `-- A failure from the time before the clock was set back counts as one of this moment.
         with mended as (
           update engine.sign_in_failures as f set failed_at = clock_timestamp()
           where f.key = any($1::text[]) and f.failed_at > clock_timestamp() + interval '1 minute'
         )
         select f.key, f.failures, extract(epoch from clock_timestamp() - f.failed_at)::text as ago
           from engine.sign_in_failures as f where f.key = any($1::text[])
         union all
         select p.key, null, '0' from engine.known_places as p where p.key = any($2::text[])`,
        [keys, places],
      )
      const counted = rows.filter(({ failures }) => failures !== null)
      return {
        failures: new Map(
          counted.map(({ key, failures, ago }) => [
            key,
            // Nor may one that was set back by less make the wait longer than intended.
            { failures: Number(failures), agoMs: Math.max(0, Number(ago) * 1000) },
          ]),
        ),
        known: new Set(rows.filter(({ failures }) => failures === null).map(({ key }) => key)),
      }
    },
    addFailures: async (entries, free) => {
      // In one order, so that two simultaneous guesses cannot deadlock.
      const sorted = [...entries].sort((a, b) => (a.key < b.key ? -1 : 1))
      await db.query(
        `insert into engine.sign_in_failures as f (key, failures, drain, failed_at)
         select e.key, e.times, e.drain, clock_timestamp()
         from unnest($1::text[], $2::float8[], $4::int[]) as e (key, drain, times)
         on conflict (key) do update set
           failures = excluded.failures + case
             when f.drain > 0 then
               greatest(0, f.failures - f.drain * greatest(0, extract(epoch from excluded.failed_at - f.failed_at)))
             when excluded.failed_at - f.failed_at
               < case when f.failures < $3 then interval '15 minutes' else interval '1 day' end then f.failures
             else 0
           end,
           drain = excluded.drain,
           failed_at = excluded.failed_at`,
        [sorted.map(({ key }) => key), sorted.map(({ drain }) => drain), free, sorted.map(({ times = 1 }) => times)],
      )
    },
    // The deletion need not be on disk before the answer: at worst a caller waits unnecessarily.
    forgetFailures: async (key) => {
      await db.query(
        `with quick as (select set_config('synchronous_commit', 'off', true))
         delete from engine.sign_in_failures as f using quick where f.key = $1`,
        [key],
      )
    },
    rememberPlaces: async (keys) => {
      if (keys.length === 0) return
      await db.query(
        `insert into engine.known_places as p (key, seen_at)
         select key, now() from unnest($1::text[]) as key order by key
         on conflict (key) do update set seen_at = excluded.seen_at
           where p.seen_at < excluded.seen_at - interval '1 day'`,
        [keys],
      )
    },
    deleteOldLimits: async () => {
      await db.query(`delete from engine.sign_in_failures where failed_at < now() - interval '1 week'`)
      await db.query(`delete from engine.known_places where seen_at < now() - interval '180 days'`)
    },
  }
}
