import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { EngineConfig } from '../config.ts'
import { messageOf, StartError } from '../kernel/errors.ts'
import { createLogger } from '../kernel/logger.ts'
import { readProject } from '../project/read-project.ts'
import { resetProject } from '../project/reset-project.ts'
import { findRoot } from '../start/root-folder.ts'
import { serve } from './serve.ts'

const USAGE = 'Use it as "npm run engine -- --project <folder> [--reset]"'

/**
 * Serves a Supabase project folder in place of Bankside: its migrations, seeds, buckets and functions.
 * @param args `--project <folder>`, and `--reset` to begin with an empty database.
 * @throws {StartError} one line for the operator.
 */
export async function serveProject(args: readonly string[]): Promise<void> {
  const { folder: path, reset } = readArguments(args)
  const { config, folder, notes } = readProject(path, process.env)
  for (const note of notes) console.warn(note)
  if (reset) await resetProject(config, createLogger(config.logLevel))
  await buildProjectFunctions(config, folder)
  await serve(config, (url) =>
    [
      `The project ${config.project?.name} is ready`,
      `  address           ${url}`,
      `  publishable key   ${config.publishableKey}`,
      `  secret key        ${config.secretKey}`,
      `  data              ${config.dataDir}`,
    ].join('\n'),
  )
}

function readArguments(args: readonly string[]): { folder: string; reset: boolean } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { project: { type: 'string' }, reset: { type: 'boolean', default: false } },
    })
    if (!values.project) throw new StartError(USAGE)
    return { folder: values.project, reset: values.reset }
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${messageOf(error)}. ${USAGE}`)
  }
}

async function buildProjectFunctions({ functionsFolder }: EngineConfig, folder: string): Promise<void> {
  if (functionsFolder === undefined) return
  const source = join(folder, 'functions')
  if (!existsSync(source)) return await rm(functionsFolder, { recursive: true, force: true })
  try {
    // Only here: the build's tools are not installed where Bankside itself is deployed.
    const { buildFunctions } = await import('../project/build-project.ts')
    await buildFunctions({
      source,
      config: join(folder, 'config.toml'),
      outDir: functionsFolder,
      root: findRoot(),
      packages: [folder, dirname(folder)],
    })
  } catch (error) {
    throw new StartError(`The functions could not be built: ${messageOf(error)}`)
  }
}
