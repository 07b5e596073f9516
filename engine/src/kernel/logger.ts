import { type DestinationStream, pino } from 'pino'
import { redactFields, redactUrls } from './redact.ts'

/** Structured log: one JSON object a line, secrets redacted. Fields first, message second, as pino has it. */
export interface Logger {
  debug(fields: object, message?: string): void
  info(fields: object, message?: string): void
  warn(fields: object, message?: string): void
  error(fields: object, message?: string): void
  child(bindings: object): Logger
}

/**
 * A logger that writes JSON lines.
 * @param destination where the lines go; standard output when absent (tests pass a stream).
 */
export function createLogger(
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent',
  destination?: DestinationStream,
): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => redactFields(fields) as Record<string, unknown>,
        bindings: (fields) => redactFields(fields) as Record<string, unknown>,
      },
      hooks: {
        logMethod(args, method) {
          // The message may quote an address with a key in it.
          const [first, second, ...rest] = args as unknown as [unknown, unknown, ...unknown[]]
          const clean = [first, second].map((part) => (typeof part === 'string' ? redactUrls(part) : part))
          method.apply(this, [...clean, ...rest] as unknown as Parameters<typeof method>)
        },
      },
    },
    destination ?? pino.destination(1),
  )
}
