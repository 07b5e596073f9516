import type { Database, Row } from '../db/port.ts'

/** A job and its next turn. Times are milliseconds since the epoch. */
export interface Job {
  /** The key in `cron.job`, as text. */
  id: string
  schedule: string
  command: string
  username: string
  /** When it is due; undefined: never. */
  due: number | undefined
  /** How many times the due run was started. */
  begun: number
}

/** A row of `cron.job`, with its turn if there is one. */
export interface JobRow extends Omit<Job, 'due'> {
  due: number | null
  /** The schedule that the turn was computed from; null without a turn. */
  planned: string | null
}

export type RunStatus = 'succeeded' | 'failed'

/** The engine's statements on `cron.*`. */
export interface CronStore {
  /** Whether the engine has jobs to run here: not where the extension runs them. */
  isOurs(): Promise<boolean>
  /** All active jobs. Turns of others are removed: a job that was inactive has missed nothing. */
  jobs(): Promise<JobRow[]>
  /** Sets when jobs are due. */
  plan(turns: readonly Pick<Job, 'id' | 'schedule' | 'due'>[]): Promise<void>
  /**
   * Records that a due run begins.
   * @returns the ID of the run, and how often it has been begun; undefined when another engine has done it since.
   */
  begin(job: Job, pid: number | null, at: number): Promise<{ runId: string; begun: number } | undefined>
  /** Records how a run ended, and when its job is due again, unless the job was changed meanwhile. */
  end(run: EndedRun): Promise<void>
  /** Marks the runs that an engine could not end. */
  endInterrupted(at: number): Promise<void>
  /** Ends the connection of a run that does not end by itself. */
  terminate(pid: number): Promise<void>
  /** Deletes old records of runs. */
  prune(at: number): Promise<void>
}

export interface EndedRun {
  runId: string
  job: Job
  status: RunStatus
  message: string
  at: number
  next: number | undefined
}

const KEPT_DAYS = 7
const KEPT_RUNS = 10_000

const time = (at: number | undefined) => (at === undefined ? null : new Date(at))

export function createCronStore(db: Pick<Database, 'query' | 'transaction'>): CronStore {
  return {
    async isOurs() {
      const [row] = await db.query<{ ours: boolean }>(
        `select to_regclass('engine.cron_turns') is not null
           and not exists (select from pg_extension where extname = 'pg_cron') as ours`,
      )
      return row?.ours ?? false
    },
    async jobs() {
      await db.query(`delete from engine.cron_turns as t using cron.job as j where j.jobid = t.jobid and not j.active`)
      return await db.query<JobRow & Row>(
        `select j.jobid::text as id, j.schedule, j.command, j.username, t.schedule as planned,
                coalesce(t.begun, 0) as begun, extract(epoch from t.due_at)::float8 * 1000 as due
           from cron.job as j left join engine.cron_turns as t using (jobid)
          where j.active order by j.jobid`,
      )
    },
    async plan(turns) {
      // A job that was deleted in the meantime gets no turn.
      await db.query(
        `insert into engine.cron_turns as t (jobid, schedule, due_at)
           select n.jobid, n.schedule, n.due_at
             from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as n (jobid, schedule, due_at)
             join cron.job as j using (jobid)
         on conflict (jobid) do update set schedule = excluded.schedule, due_at = excluded.due_at, begun = 0`,
        [turns.map(({ id }) => id), turns.map(({ schedule }) => schedule), turns.map(({ due }) => time(due))],
      )
    },
    async begin({ id, command, username, due }, pid, at) {
      const [run] = await db.query<{ runId: string; begun: number }>(
        `with turn as (
           update engine.cron_turns set begun = begun + 1 where jobid = $1 and due_at = $2 returning begun
         ), run as (
           insert into cron.job_run_details (jobid, job_pid, database, username, command, status, start_time)
             select $1, $3, current_database(), $4, $5, 'running', $6 from turn returning runid
         )
         select run.runid::text as "runId", turn.begun from turn, run`,
        [id, time(due), pid, username, command, time(at)],
      )
      return run
    },
    async end({ runId, job, status, message, at, next }) {
      await db.transaction(async (tx) => {
        await tx.query(
          `update cron.job_run_details set status = $2, return_message = $3, end_time = $4 where runid = $1`,
          [runId, status, message, time(at)],
        )
        await tx.query('update engine.cron_turns set due_at = $3, begun = 0 where jobid = $1 and due_at = $2', [
          job.id,
          time(job.due),
          time(next),
        ])
      })
    },
    async endInterrupted(at) {
      await db.query(
        `update cron.job_run_details set status = 'failed', return_message = 'the engine stopped', end_time = $1
          where status = 'running'`,
        [time(at)],
      )
    },
    async terminate(pid) {
      await db.query('select pg_terminate_backend($1)', [pid])
    },
    async prune(at) {
      await db.query(
        `delete from cron.job_run_details
          where status <> 'running'
            and (end_time < $1 or runid <= (select max(runid) - $2 from cron.job_run_details))`,
        [time(at - KEPT_DAYS * 86_400_000), KEPT_RUNS],
      )
    },
  }
}
