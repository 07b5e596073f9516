import { startEngine } from '../app.ts'
import type { EngineConfig } from '../config.ts'
import { createLogger, type Logger } from '../kernel/logger.ts'
import { ensureFirstAdmin, type FirstAdmin } from '../start/first-admin.ts'

/** Runs the engine until a signal: the first one ends it in order, a second one at once. */
export async function serve(config: EngineConfig): Promise<void> {
  const log = createLogger(config.logLevel)
  const stopping = new AbortController()
  let stop = async (): Promise<void> => {}
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping.signal.aborted) process.exit(1)
    stopping.abort()
    log.info({ signal }, 'stopping')
    void stop()
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal)
  keepRunning(log)

  const made: { admin?: FirstAdmin | undefined } = {}
  const engine = await startEngine(config, log, async (db) => {
    made.admin = await ensureFirstAdmin(db, config)
  })
  stop = async () => {
    try {
      await engine.close()
      process.exit(0)
    } catch (error) {
      log.error({ error }, 'stopping failed')
      process.exit(1)
    }
  }
  // The signal arrived during the start.
  if (stopping.signal.aborted) return await stop()

  const lines = ['Bankside is ready', `  address   ${config.siteUrl ?? engine.url}`]
  if (made.admin) lines.push(`  admin     ${made.admin.email}`)
  if (made.admin?.password !== undefined) lines.push(`  password  ${made.admin.password}   (shown this once)`)
  process.stdout.write(`\n${lines.join('\n')}\n\n`)
}

/** An unhandled rejection of one request must not end the process; an uncaught exception must. */
function keepRunning(log: Logger): void {
  process.on('unhandledRejection', (error) => log.error({ error }, 'a promise was not handled'))
  process.on('uncaughtException', (error) => {
    log.error({ error }, 'an exception was not caught')
    process.exitCode = 1
    process.emit('SIGTERM')
  })
}
