import { admin } from './cli/admin-command.ts'
import { backup, restore } from './cli/backup-command.ts'
import { serveProject } from './cli/project-command.ts'
import { serve } from './cli/serve.ts'
import { ConfigError, type EngineConfig, readConfig } from './config.ts'
import { messageOf, StartError } from './kernel/errors.ts'

const [command, ...rest] = process.argv.slice(2)

try {
  // Its settings come from the project's own file, too.
  if (command === 'project') await serveProject(rest)
  else await run(readConfig(process.env))
} catch (error) {
  // A StartError is one line for the operator; any other error is a fault of the engine and needs its stack.
  const foreseen = error instanceof ConfigError || error instanceof StartError
  console.error(foreseen ? messageOf(error) : error)
  process.exit(1)
}

async function run(config: EngineConfig): Promise<void> {
  if (command === undefined) await serve(config)
  else if (command === 'admin') await admin(config, rest)
  else if (command === 'backup') await backup(config, rest)
  else if (command === 'restore') await restore(config, rest)
  else
    throw new StartError(
      `There is no command "${command}": use no command to start, or "admin promote <email>", "backup <file>", "restore <file>", "project --project <folder>"`,
    )
}
