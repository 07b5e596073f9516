import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inject } from 'vitest'

const POLL_MS = 50

/**
 * A folder that tests of several processes read and do not change. The first one that needs it makes it, the others
 * wait. It is removed at the end of the run.
 * @param name of the folder; the same name is the same folder.
 * @param make fills the folder that it is given, which is moved to its place when it is complete.
 * @throws what `make` throws; the next one that needs the folder tries again.
 */
export async function onceARun(name: string, make: (draft: string) => Promise<void>): Promise<string> {
  const folder = join(inject('runFolder'), name)
  const draft = `${folder}.new`
  while (!existsSync(folder)) {
    if (!claim(draft)) {
      await delay(POLL_MS)
      continue
    }
    try {
      // It may have been completed between the two looks.
      if (existsSync(folder)) rmSync(draft, { recursive: true })
      else {
        await make(draft)
        renameSync(draft, folder)
      }
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      throw error
    }
  }
  return folder
}

/** Of several processes that try to create a folder, one succeeds. */
function claim(draft: string): boolean {
  try {
    mkdirSync(draft)
    // As root, databases run under another account, which has to be able to enter it.
    chmodSync(draft, 0o755)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
