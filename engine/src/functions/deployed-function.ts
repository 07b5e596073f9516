import { readFileSync } from 'node:fs'
import type { Logger } from '../kernel/logger.ts'
import { type Answer, type CallInput, type FunctionThread, startThread } from './function-thread.ts'
import type { FunctionLimits } from './limits.ts'
import { threadErrors } from './thread-errors.ts'

/** A function of the operator, and the thread that runs it. */
export interface DeployedFunction {
  /** Whether callers need a session or a key of the site. */
  verifyJwt: boolean
  /**
   * Calls the function in its turn.
   * @param read the call, read when its turn comes: bodies of waiting calls are not in memory.
   * @throws {FunctionError} when there is no answer.
   */
  call(read: () => Promise<CallInput>, signal: AbortSignal, onBroken: () => void): Promise<Answer>
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
  const turns: (() => void)[] = []
  let current: FunctionThread | undefined
  let running = 0
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

  const turn = async (signal: AbortSignal): Promise<void> => {
    if (running < limits.running) {
      running += 1
      return
    }
    if (turns.length >= limits.waiting) throw threadErrors.busy()
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        turns.splice(turns.indexOf(enter), 1)
        reject(threadErrors.aborted())
      }
      const enter = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      turns.push(enter)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  /** The next call takes the place of the one that ended. */
  const leave = () => {
    const next = turns.shift()
    if (next) next()
    else running -= 1
  }

  return {
    verifyJwt,
    async call(read, signal, onBroken) {
      await turn(signal)
      try {
        const input = await read()
        const started = await thread()
        const answer = await started.call(input, signal, onBroken)
        answer.body.once('close', leave)
        return answer
      } catch (error) {
        leave()
        throw error
      }
    },
    load: () => ({ threads: threads.size, running, waiting: turns.length }),
    close: async () => void (await Promise.all([...threads].map((one) => one.close()))),
  }
}
