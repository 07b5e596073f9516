import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { messageOf, StartError } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { type DeployedFunction, deployFunction } from './deployed-function.ts'
import type { FunctionLimits } from './limits.ts'

const manifest = z.record(z.string(), z.object({ verifyJwt: z.boolean() }))

/** Where functions and their secrets are. */
export interface FunctionsPlace {
  /** The folder that the build has written. */
  folder: string
  /** A file of `NAME=value` lines; it need not exist. */
  envFile: string
}

/**
 * The functions of a build, by name; their threads start with the first call.
 * @param env the variables of every function; the file cannot replace them.
 * @throws {StartError} when a file cannot be read.
 */
export function deployFunctions(
  { folder, envFile }: FunctionsPlace,
  env: Record<string, string>,
  limits: FunctionLimits,
  log: Logger,
): Map<string, DeployedFunction> {
  const file = join(folder, 'manifest.json')
  const deployed = new Map<string, DeployedFunction>()
  if (!existsSync(file)) return deployed
  const secrets = { ...readSecrets(envFile), ...env }
  for (const [name, { verifyJwt }] of Object.entries(manifest.parse(JSON.parse(readFileSync(file, 'utf8'))))) {
    const source = {
      name,
      verifyJwt,
      file: join(folder, `${name}.js`),
      runtimeFile: join(folder, 'runtime.mjs'),
      env: secrets,
    }
    deployed.set(name, deployFunction(source, limits, log))
  }
  return deployed
}

function readSecrets(file: string): Record<string, string> {
  if (!existsSync(file)) return {}
  try {
    const values = Object.entries(parseEnv(readFileSync(file, 'utf8')))
    // Hosted Supabase reserves these names, too.
    return Object.fromEntries(
      values.filter((pair): pair is [string, string] => pair[1] !== undefined && !pair[0].startsWith('SUPABASE_')),
    )
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${messageOf(error)} (FUNCTIONS_ENV_FILE)`)
  }
}
