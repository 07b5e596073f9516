import type { Clock } from './clock.ts'
import { failureText, type OpenRunSession, RunRefusedError, type RunSession } from './run-command.ts'
import type { Schedule } from './schedule.ts'
import type { CronStore, Job, RunStatus } from './store.ts'

/** What a run needs besides the job. */
export interface Work {
  open: OpenRunSession
  /** For each statement of a command. */
  timeoutMs: number
}

interface RunParts extends Work {
  store: CronStore
  clock: Clock
  /** Aborted when the engine ends. */
  closing: AbortSignal
}

/**
 * How a run went; `later`: another engine still runs the job, or this engine ends; `stale`: the job has been changed or
 * run since it was read.
 */
export type RunOutcome = 'later' | 'stale' | { status: RunStatus; message: string; next: number | undefined }

/** A run that was interrupted is repeated once. */
const MOST_BEGUN = 2
/** A command may set its own timeout, or consist of many statements: after this it is ended from outside. */
const GRACE_MS = 5_000

/**
 * Runs a job that is due, and records it.
 * @throws {Error} when the database does not answer.
 */
export async function runJob(parts: RunParts, job: Job, schedule: Schedule): Promise<RunOutcome> {
  const { store, clock, open, timeoutMs } = parts
  const startedAt = clock.now()
  // Several missed turns are replaced by one run.
  const next = schedule.next(new Date(startedAt))?.getTime()
  const end = async (run: { runId: string }, status: RunStatus, message: string): Promise<RunOutcome> => {
    await store.end({ runId: run.runId, job, status, message, at: clock.now(), next })
    return { status, message, next }
  }
  const session = await open({ username: job.username, jobId: job.id, timeoutMs }).catch(refusal)
  if (session instanceof RunRefusedError) {
    const run = await store.begin(job, null, startedAt)
    return run ? await end(run, 'failed', failureText(session)) : 'stale'
  }
  try {
    if (!session.isAlone) return 'later'
    const run = await store.begin(job, session.pid, startedAt)
    if (!run) return 'stale'
    if (run.begun > MOST_BEGUN) return await end(run, 'failed', 'left out: interrupted twice')
    const { status, message } = await execute(parts, session, job.command)
    return parts.closing.aborted ? 'later' : await end(run, status, message)
  } finally {
    await session.close()
  }
}

function refusal(error: unknown): RunRefusedError {
  if (error instanceof RunRefusedError) return error
  throw error
}

async function execute(
  { store, clock, timeoutMs, closing }: RunParts,
  session: RunSession,
  command: string,
): Promise<{ status: RunStatus; message: string }> {
  const terminate = () => void store.terminate(session.pid).catch(() => {})
  const cancel = clock.after(timeoutMs + GRACE_MS, terminate)
  closing.addEventListener('abort', terminate)
  try {
    return { status: 'succeeded', message: await session.run(command) }
  } catch (error) {
    return { status: 'failed', message: failureText(error) }
  } finally {
    cancel()
    closing.removeEventListener('abort', terminate)
  }
}
