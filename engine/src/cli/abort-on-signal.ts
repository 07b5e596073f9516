import { StartError } from '../kernel/errors.ts'

/**
 * Aborts on the first signal that asks the process to end, so that a command can remove what it has half written, and
 * says so. The second one ends the process.
 * @returns aborted with a {@link StartError} that names the signal.
 */
export function abortOnSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => {
      process.stderr.write('Ending; this may take some seconds.\n')
      controller.abort(new StartError(`ended by ${name}`))
    })
  return controller.signal
}
