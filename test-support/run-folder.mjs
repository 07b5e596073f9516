import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Linux keeps the files of this folder in memory. Creating a database there takes a tenth of the time. */
const IN_MEMORY = '/dev/shm'
/** A run takes less than 2 GB; the rest is for its programs. */
const ENOUGH_BYTES = 6 * 1024 ** 3

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
  const folder = folderInMemory() ?? mkdtempSync(path.join(tmpdir(), 'bankside-run-'))
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

/** Undefined where there is too little memory, or none for programs, or TMPDIR names another place. */
function folderInMemory() {
  if (process.env.TMPDIR) return undefined
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    if (Math.min(bavail * bsize, freemem()) < ENOUGH_BYTES) return undefined
    const folder = mkdtempSync(path.join(IN_MEMORY, 'bankside-run-'))
    const program = path.join(folder, 'program')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    // Containers often forbid programs there; some tests run copies of the engine.
    const { status } = spawnSync(program)
    rmSync(status === 0 ? program : folder, { recursive: true })
    return status === 0 ? folder : undefined
  } catch {
    return undefined
  }
}
