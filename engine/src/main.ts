import { admin } from './cli/admin-command.ts'
import { backup, restore } from './cli/backup-command.ts'
import { serve } from './cli/serve.ts'
import { ConfigError, readConfig } from './config.ts'
import { messageOf, StartError } from './kernel/errors.ts'

const [command, ...rest] = process.argv.slice(2)

try {
  const config = readConfig(process.env)
  if (command === undefined) await serve(config)
  else if (command === 'admin') await admin(config, rest)
  else if (command === 'backup') await backup(config, rest)
  else if (command === 'restore') await restore(config, rest)
  else
    throw new StartError(
      `There is no command "${command}": use no command to start, or "admin promote <email>", "backup <file>", "restore <file>"`,
    )
} catch (error) {
  // A StartError is one line for the operator; any other error is a fault of the engine and needs its stack.
  const foreseen = error instanceof ConfigError || error instanceof StartError
  console.error(foreseen ? messageOf(error) : error)
  process.exit(1)
}
