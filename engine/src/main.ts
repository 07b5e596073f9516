import { admin } from './admin-command.ts'
import { backup, restore } from './backup-command.ts'
import { ConfigError, readConfig } from './config.ts'
import { messageOf, StartError } from './kernel/errors.ts'
import { serve } from './serve.ts'

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
  // What was foreseen is told in one line; anything else is a fault of ours, whose place must be findable.
  const foreseen = error instanceof ConfigError || error instanceof StartError
  console.error(foreseen ? messageOf(error) : error)
  process.exit(1)
}
