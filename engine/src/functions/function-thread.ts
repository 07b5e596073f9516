import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { codeOf, messageOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import type { FunctionError } from './errors.ts'
import type { FunctionLimits } from './limits.ts'
import type { FromWorker, ToWorker, WorkerStart } from './runtime/protocol.ts'
import { threadErrors } from './thread-errors.ts'

export type CallInput = Omit<Extract<ToWorker, { type: 'call' }>, 'type' | 'id'>

export interface Answer {
  status: number
  headers: [string, string][]
  body: Readable
}

/** A worker thread with one function. */
export interface FunctionThread {
  /** Resolves when calls can begin. @throws {FunctionError} `BOOT_ERROR`. */
  ready: Promise<void>
  /** False as soon as no more calls should begin on it. */
  isOpen(): boolean
  /**
   * @param signal ends the call; the function's request is aborted.
   * @param onBroken called with the reason when the answer cannot be finished after it has begun.
   * @returns the answer when the first part of its body is there, or its end: until then a failure is an answer too.
   * @throws {FunctionError} when there is no answer.
   */
  call(input: CallInput, signal: AbortSignal, onBroken: OnBroken): Promise<Answer>
  close(): Promise<void>
  /** Resolves when the thread is gone. */
  ended: Promise<void>
}

export type OnBroken = (reason: FunctionError) => void

interface Pending {
  resolve(answer: Answer): void
  reject(error: FunctionError): void
  /** From the status and headers on. */
  answer: Answer | undefined
  /** Whether `answer` was handed over. */
  begun: boolean
  onBroken: OnBroken
  done(): void
}

/** Time for the handlers of `beforeunload`. */
const UNLOADING_MS = 1000

/** Starts a function in a thread of its own; a fault, an endless loop or too much memory ends this thread only. */
export function startThread(
  runtimeFile: string,
  start: WorkerStart,
  limits: FunctionLimits,
  log: Logger,
): FunctionThread {
  const worker = new Worker(runtimeFile, {
    name: `function ${start.name}`,
    workerData: start,
    env: {},
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  // What the thread prints past its console is Node's own, about faults that are logged below.
  worker.stdout.resume()
  worker.stderr.resume()
  const pending = new Map<number, Pending>()
  let isOpen = true
  let isGone = false
  let lastId = 0
  let background = 0
  /** When the last call ended, or the thread had started; while it starts, it is not idle. */
  let quietSince = Number.POSITIVE_INFINITY
  let pingedAt: number | undefined
  /** Why the thread ends; the first reason is the true one. */
  let reason: (() => FunctionError) | undefined

  const failure = () => (reason ?? threadErrors.failed)()
  const send = (message: ToWorker) => worker.postMessage(message)
  const end = (why: () => FunctionError, message: string) => {
    reason ??= why
    isOpen = false
    log.warn({ function: start.name }, message)
    void worker.terminate()
  }
  const settle = (id: number) => {
    const call = pending.get(id)
    pending.delete(id)
    call?.done()
    if (pending.size === 0) quietSince = performance.now()
    return call
  }
  const drop = (id: number) => {
    if (settle(id)) send({ type: 'abort', id })
  }
  /** Ends a call that goes wrong, before or within its answer. */
  const fail = (id: number, error: FunctionError) => {
    const call = settle(id)
    if (call?.begun) call.onBroken(error)
    else call?.reject(error)
  }
  /** Hands over the answer with its first part, or its end. */
  const push = (call: Pending | undefined, part: Uint8Array | null) => {
    if (!call?.answer) return
    call.answer.body.push(part)
    if (!call.begun) call.resolve(call.answer)
    call.begun = true
  }

  let isReady = () => {}
  let failToStart = (_error: FunctionError) => {}
  const ready = new Promise<void>((resolve, reject) => {
    isReady = resolve
    failToStart = reject
  })
  // Waiting calls get the failure; it needs no handler if there are none.
  ready.catch(() => {})
  const bootTimer = setTimeout(() => end(threadErrors.bootFailed, 'a function did not start in time'), limits.bootMs)

  const hear: { [T in FromWorker['type']]: (message: Extract<FromWorker, { type: T }>) => void } = {
    ready() {
      clearTimeout(bootTimer)
      quietSince = performance.now()
      isReady()
    },
    answer({ id, status, headers }) {
      const call = pending.get(id)
      if (!call) return
      const body = new Readable({
        read: () => send({ type: 'pull', id }),
        destroy(error, callback) {
          drop(id)
          callback(error)
        },
      })
      call.answer = { status, headers, body }
      body.read(0)
    },
    part: ({ id, data }) => push(pending.get(id), data),
    end: ({ id }) => push(settle(id), null),
    failed({ id, message }) {
      log.error({ function: start.name, reason: message }, 'a function failed')
      fail(id, threadErrors.failed())
    },
    log: ({ level, message }) => log[level]({ function: start.name, text: message }, 'a function logs'),
    pong({ external, background: promises }) {
      pingedAt = undefined
      background = promises
      if (external > limits.memoryMb * 1024 * 1024) end(threadErrors.tookTooMuch, 'a function took too much memory')
    },
  }
  worker.on('message', (message: FromWorker) => (hear[message.type] as (message: FromWorker) => void)(message))
  worker.on('error', (error) => {
    if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY')
      return end(threadErrors.tookTooMuch, 'a function took too much memory')
    reason ??= threadErrors.failed
    isOpen = false
    const text = (error as { stack?: string } | null)?.stack ?? messageOf(error)
    log.error({ function: start.name, reason: text.slice(0, 10_000) }, 'a function failed')
  })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.once('exit', () => {
    isOpen = false
    isGone = true
    clearTimeout(bootTimer)
    clearInterval(looking)
    failToStart(reason === threadErrors.stopped ? reason() : threadErrors.bootFailed())
    for (const id of [...pending.keys()]) fail(id, failure())
  })

  const look = () => {
    const now = performance.now()
    if (pingedAt !== undefined && now - pingedAt > limits.blockedMs)
      return end(threadErrors.tookTooMuch, 'a function kept its thread busy for too long')
    if (pingedAt === undefined) {
      pingedAt = now
      send({ type: 'ping' })
    }
    if (pending.size > 0) return
    const quiet = now - quietSince
    if (!isOpen || quiet > (background > 0 ? limits.callMs : limits.idleMs)) void close()
  }
  const looking = setInterval(look, limits.lookMs)
  looking.unref()
  worker.unref()

  const close = async () => {
    clearInterval(looking)
    isOpen = false
    reason ??= threadErrors.stopped
    send({ type: 'unload' })
    await new Promise((resolve) => setTimeout(resolve, UNLOADING_MS))
    await worker.terminate()
  }

  return {
    ready,
    isOpen: () => isOpen,
    call(input, signal, onBroken) {
      const id = ++lastId
      return new Promise<Answer>((resolve, reject) => {
        const onAbort = () => {
          drop(id)
          reject(threadErrors.aborted())
        }
        const timer = setTimeout(() => {
          // A promise that never ends cannot be taken from the thread, so no more calls begin on it.
          isOpen = false
          send({ type: 'abort', id })
          log.warn({ function: start.name }, 'a function took too long')
          fail(id, threadErrors.timedOut())
        }, limits.callMs)
        const done = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', onAbort)
        }
        if (signal.aborted || isGone) {
          clearTimeout(timer)
          return reject(signal.aborted ? threadErrors.aborted() : failure())
        }
        signal.addEventListener('abort', onAbort)
        pending.set(id, { resolve, reject, answer: undefined, begun: false, onBroken, done })
        send({ type: 'call', id, ...input })
      })
    },
    close,
    ended,
  }
}
