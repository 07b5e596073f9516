import { readFileSync } from 'node:fs'
import type { Logger } from '../kernel/logger.ts'
import { type Answer, type CallInput, type FunctionThread, type OnBroken, startThread } from './function-thread.ts'
import type { FunctionLimits } from './limits.ts'
import { createPlaces } from './places.ts'
import { threadErrors } from './thread-errors.ts'

/** A call whose body has arrived. */
export interface ReadCall {
  input: CallInput
  /** Aborted when the call has to make room for others. */
  cut?: AbortSignal | undefined
  /** Called when the call begins or is given up. */
  release(): void
}

/** A function of the operator, and the thread that runs it. */
export interface DeployedFunction {
  /** Whether callers need a session or a key of the site. */
  verifyJwt: boolean
  /**
   * Calls the function in its turn. @param read reads the call before it takes a place, so a body that does not arrive
   * delays no other call.
   * @param isOurs whether it has the secret key. Such calls have places of their own, so public ones never delay them.
   * @throws {FunctionError} when there is no answer.
   */
  call(read: () => Promise<ReadCall>, isOurs: boolean, signal: AbortSignal, onBroken: OnBroken): Promise<Answer>
  load(): { threads: number; running: number; waiting: number }
  close(): Promise<void>
}

export interface FunctionSource {
  name: string
  file: string
  verifyJwt: boolean
  runtimeFile: string
  env: Record<string, string>
}

/** A function that does not start is not started again before this, whatever the number of calls (ms). */
const AFTER_FAILURE_MS = 1_000

export function deployFunction(source: FunctionSource, limits: FunctionLimits, log: Logger): DeployedFunction {
  const { name, file, verifyJwt, runtimeFile, env } = source
  const threads = new Set<FunctionThread>()
  const [ours, others] = [createPlaces(limits), createPlaces(limits)]
  let current: FunctionThread | undefined
  let failedAt = Number.NEGATIVE_INFINITY

  const thread = async (): Promise<FunctionThread> => {
    if (!current?.isOpen()) {
      if (performance.now() - failedAt < AFTER_FAILURE_MS) throw threadErrors.bootFailed()
      const fresh = startThread(runtimeFile, { name, env, code: readFileSync(file, 'utf8') }, limits, log)
      threads.add(fresh)
      void fresh.ended.then(() => threads.delete(fresh))
      current = fresh
    }
    const started = current
    await started.ready.catch((error) => {
      failedAt = performance.now()
      throw error
    })
    return started
  }

  const enter = async (read: () => Promise<ReadCall>, isOurs: boolean, signal: AbortSignal) => {
    const places = isOurs ? ours : others
    places.refuseFull()
    const { input, cut, release } = await read()
    try {
      return { input, leave: await places.take(cut ? AbortSignal.any([signal, cut]) : signal) }
    } finally {
      release()
    }
  }

  return {
    verifyJwt,
    async call(read, isOurs, signal, onBroken) {
      const { input, leave } = await enter(read, isOurs, signal)
      try {
        const started = await thread()
        const answer = await started.call(input, signal, onBroken)
        answer.body.once('close', leave)
        return answer
      } catch (error) {
        leave()
        throw error
      }
    },
    load() {
      const [first, second] = [ours.load(), others.load()]
      return {
        threads: threads.size,
        running: first.running + second.running,
        waiting: first.waiting + second.waiting,
      }
    },
    close: async () => void (await Promise.all([...threads].map((one) => one.close()))),
  }
}
