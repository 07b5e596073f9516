/** Structured log: one JSON object a line, secrets redacted. Fields first, message second, as pino has it. */
export interface Logger {
  debug(fields: object, message?: string): void
  info(fields: object, message?: string): void
  warn(fields: object, message?: string): void
  error(fields: object, message?: string): void
  child(bindings: object): Logger
}
