import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino'
import { redactFields, redactUrls } from './redact.ts'

/** Structured log: one JSON object per line, secrets redacted. Fields first, message second, as in pino. */
export interface Logger {
  debug(fields: object, message?: string): void
  info(fields: object, message?: string): void
  warn(fields: object, message?: string): void
  error(fields: object, message?: string): void
  child(bindings: object): Logger
}

/**
 * A logger that writes JSON lines.
 * @param destination where the lines go; standard output by default (tests pass a stream).
 */
export function createLogger(
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent',
  destination?: DestinationStream,
): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return redacting(pino(options, destination ?? pino.destination(1)))
}

/** Pino's own redaction needs known paths, and its formatters skip the fields that a child logger is bound to. */
function redacting(inner: PinoLogger): Logger {
  const at = (level: 'debug' | 'info' | 'warn' | 'error') => (fields: object, message?: string) => {
    // Most debug lines are never written, so nothing is copied for them.
    if (inner.isLevelEnabled(level))
      inner[level](redactFields(fields), message === undefined ? undefined : redactUrls(message))
  }
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (bindings) => redacting(inner.child(redactFields(bindings) as object)),
  }
}
