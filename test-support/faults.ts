import type { Logger } from '../engine/src/index.ts'

/** The engine's log messages for unforeseen failures. */
const FAULTS = [
  'an exception was not caught',
  'a promise was not handled',
  'the request failed',
  'auth request failed',
  'a notification could not be processed',
]

/**
 * Failures in an engine's log that must never happen, whatever a test does: each with its origin.
 * @param output the engine's output: JSON lines, and others.
 */
export function faultsIn(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => FAULTS.some((fault) => line.includes(`"msg":"${fault}"`)))
    .map((line) => {
      const { msg, error, reason } = JSON.parse(line) as { msg: string; error?: Error; reason?: string }
      return describe(msg, error ?? reason)
    })
}

/** A logger that passes everything on and collects unforeseen failures in `faults`. */
export function watchFaults(log: Logger, faults: string[]): Logger {
  return {
    debug: log.debug,
    info: log.info,
    warn: log.warn,
    error(fields, message) {
      const { error, reason } = fields as { error?: unknown; reason?: string }
      if (message !== undefined && FAULTS.includes(message)) faults.push(describe(message, error ?? reason))
      log.error(fields, message)
    },
    child: (bindings) => watchFaults(log.child(bindings), faults),
  }
}

/** Throws when there are any. */
export function refuseFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(`the engine met what it had not foreseen:\n${faults.join('\n')}`)
}

function describe(message: string, cause: unknown): string {
  const { stack } = (cause ?? {}) as { stack?: string }
  return `${message}: ${stack?.split('\n').slice(0, 6).join('\n') ?? String(cause)}`
}
