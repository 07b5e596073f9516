// npm run test:mutants -- engine | web [folder …]: StrykerJS changes the sources, the unit tests are run (docs/testing.md).
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { runFolder } from '../../test-support/run-folder.mjs'
import { belowFloor, type FileMutant, scores } from './source-scores.ts'

/** The folders and files that guard something; the others are changed only when they are named. */
const GUARDS = {
  engine: ['auth', 'http', 'rest', 'storage', 'realtime', 'backup'],
  web: ['lib', 'data', 'app', 'components/form', 'components/ui/sheet.tsx', 'hooks', 'sw'],
} as const
export type Part = keyof typeof GUARDS

export const isPart = (text: string | undefined): text is Part => text !== undefined && Object.hasOwn(GUARDS, text)

const FLOORS: Record<string, number> = JSON.parse(readFileSync(join(import.meta.dirname, 'floors.json'), 'utf8'))
const LISTED = new Set(['Survived', 'NoCoverage'])

/**
 * Changes the sources of these folders, or of all that guard something, and prints each mutant that lives and the score
 * of each folder in percent.
 * @returns the exit status: 1 if a folder is below its floor.
 */
export async function examineSources(part: Part, folders: readonly string[]): Promise<0 | 1> {
  const chosen = folders.length > 0 ? folders : GUARDS[part]
  for (const folder of chosen)
    if (!existsSync(join(part, 'src', folder))) throw new Error(`there is no ${part}/src/${folder}`)
  const source = (folder: string) => (/\.tsx?$/.test(folder) ? folder : `${folder}/**/*.{ts,tsx}`)
  const mutants = await new Stryker({
    mutate: [
      ...chosen.map((folder) => `${part}/src/${source(folder)}`),
      '!**/*.test.{ts,tsx}',
      '!**/testing/**',
      '!**/*.d.ts',
    ],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/mutants/vitest.config.ts' },
    coverageAnalysis: 'perTest',
    // What is done once while a module loads would need all tests for each mutant.
    ignoreStatic: true,
    concurrency: 2,
    timeoutMS: 10_000,
    reporters: ['progress-append-only'],
    tempDirName: join(runFolder(), 'stryker'),
    ignorePatterns: ['dist', 'data', 'docs', 'bench', 'e2e', 'test-results', 'deploy'],
  }).runMutationTest()
  const results: FileMutant[] = mutants.map(({ fileName, status, location, mutatorName, replacement }) => ({
    file: fileName.slice(fileName.indexOf(`${part}/src/`)),
    status,
    text: `${location.start.line}:${location.start.column} ${mutatorName} → ${(replacement ?? '').replace(/\s+/g, ' ').slice(0, 100)}`,
  }))
  for (const { file, status, text } of results)
    if (LISTED.has(status)) console.log(`${status === 'Survived' ? 'alive' : 'no test'}: ${file}:${text}`)
  const table = scores(
    results,
    chosen.map((folder) => `${part}/src/${folder}`),
  )
  for (const { folder, killed, alive, untested, score } of table)
    console.log(`${folder}: ${score} % (${killed} killed, ${alive} alive, ${untested} without a test)`)
  const fallen = belowFloor(table, FLOORS)
  for (const line of fallen) console.error(line)
  return fallen.length > 0 ? 1 : 0
}
