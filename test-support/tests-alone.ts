import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const NEEDS_OWN_PROCESS = /@vitest-environment|\bvi\.mock\(/

/**
 * The unit tests that need a process of their own, because they have a document or replace modules: both would remain
 * for the files after them.
 * @param folders below the root.
 * @returns paths below the root, with slashes.
 */
export function testsAlone(folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => /\.test\.tsx?$/.test(file) && NEEDS_OWN_PROCESS.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => file.replaceAll(sep, '/'))
}
