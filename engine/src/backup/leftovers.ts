import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Removes what a killed command left in a folder. Another command may be at work in the same folder, so only what has
 * not been written to for a day is removed.
 * @param prefix how the names of the command's temporary folders begin.
 */
export function removeLeftovers(folder: string, prefix: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (name.startsWith(prefix) && Date.now() - lastWritten(path) > DAY_MS)
      rmSync(path, { recursive: true, force: true })
  }
}

/** When an entry or something directly in it was written, in ms since 1970; now when it has gone in the meantime. */
function lastWritten(path: string): number {
  try {
    const own = statSync(path)
    const inside = own.isDirectory() ? readdirSync(path).map((name) => statSync(join(path, name)).mtimeMs) : []
    return Math.max(own.mtimeMs, ...inside)
  } catch {
    return Date.now()
  }
}
