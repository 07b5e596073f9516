import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const SWEEP = fileURLToPath(new URL('./sweep.mjs', import.meta.url))

/**
 * A folder for everything temporary that a run of tests makes: from here on, this process and its children find it as
 * the system's temporary folder. It is removed when this process ends, however it ends; what a killed run leaves
 * running is ended too. Within a run, the run's own folder.
 * @returns {string} its path
 */
export function runFolder() {
  const { BANKSIDE_RUN_FOLDER: entered } = process.env
  if (entered !== undefined) return entered
  const folder = mkdtempSync(path.join(tmpdir(), 'bankside-run-'))
  // As root, databases run under another account, which has to be able to enter the folder.
  chmodSync(folder, 0o755)
  // It waits for the end of its input, which comes also when this process is killed.
  const sweeper = spawn(process.execPath, [SWEEP, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  sweeper.unref()
  sweeper.stdin.unref()
  for (const name of ['BANKSIDE_RUN_FOLDER', 'TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // A process that is still ending writes to it; the sweeper is patient.
    }
  })
  return folder
}
