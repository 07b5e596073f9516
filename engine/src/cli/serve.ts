import { startEngine } from '../app.ts'
import type { EngineConfig } from '../config.ts'
import { createLogger, type Logger } from '../kernel/logger.ts'
import { ensureFirstAdmin, type FirstAdmin } from '../start/first-admin.ts'

/**
 * Runs the engine until a signal (INT, TERM, in a terminal also HUP): the first one ends it in order, a second one at once.
 * @param ready the text that says so, for the engine's address.
 */
export async function serve(
  config: EngineConfig,
  ready = (url: string) => `Bankside is ready\n  address   ${url}`,
): Promise<void> {
  const log = createLogger(config.logLevel)
  const stopping = new AbortController()
  let stop = async (): Promise<void> => {}
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping.signal.aborted) process.exit(1)
    stopping.abort()
    log.info({ signal }, 'stopping')
    void stop()
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  // The terminal that the engine was started in was closed. In the background, e.g. with nohup, it keeps running.
  process.on('SIGHUP', () => (process.stdin.isTTY ? onSignal('SIGHUP') : log.info({ signal: 'SIGHUP' }, 'ignored')))
  keepRunning(log)

  const engine = await startEngine(config, log, async (db) => {
    const first = await ensureFirstAdmin(db, config)
    if (first) showFirstAdmin(first)
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

  process.stdout.write(`\n${ready(config.siteUrl ?? engine.url)}\n\n`)
}

/** At once: the password is lost if the start ends before it is shown. */
function showFirstAdmin({ email, password }: FirstAdmin): void {
  const shown = password === undefined ? '' : `  password  ${password}   (shown this once)\n`
  process.stdout.write(`\nThe first administrator\n  admin     ${email}\n${shown}`)
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
