import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from '../kernel/errors.ts'

/** The checkout: the nearest folder above this file that holds the migrations, for the sources and the bundle alike. */
export function findRoot(from: string = fileURLToPath(import.meta.url)): string {
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'engine/migrations')) && existsSync(join(folder, 'supabase/migrations'))) return folder
    if (folder === dirname(folder)) throw new StartError('The migrations were not found beside the engine')
  }
}
