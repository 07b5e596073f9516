// Waits until the run of tests that started it has ended, then ends the processes that the run left behind and removes
// its folder: node sweep.mjs <folder>
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Time for an engine to answer its last requests and to stop its database. */
const PATIENCE_MS = 10_000

const folder = process.argv[2]
if (!folder) throw new Error('usage: node sweep.mjs <folder>')
process.stdin.resume()
await new Promise((resolve) => {
  process.stdin.once('close', resolve)
  process.stdin.once('error', resolve)
})

const kindly = Date.now() + PATIENCE_MS
while (signalAll('SIGTERM') > 0 && Date.now() < kindly) await delay(200)
const firmly = Date.now() + PATIENCE_MS
while (signalAll('SIGKILL') > 0 && Date.now() < firmly) await delay(200)
rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })

/** Signals each process of the run; returns how many there were. */
function signalAll(signal) {
  const found = processesOf(folder)
  for (const pid of found)
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended in between.
    }
  return found.length
}

/**
 * The processes whose command, environment or working folder names the folder. Its name is used once only.
 * @returns {number[]} process IDs
 */
function processesOf(name) {
  const others = existsSync('/proc/self') ? fromProc() : fromPs()
  return others.filter(({ pid, text }) => pid !== process.pid && text.includes(name)).map(({ pid }) => pid)
}

function fromProc() {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => {
      const parts = [
        () => readFileSync(`/proc/${entry}/cmdline`, 'utf8'),
        () => readFileSync(`/proc/${entry}/environ`, 'utf8'),
        () => readlinkSync(`/proc/${entry}/cwd`),
      ]
      return { pid: Number(entry), text: parts.map(textIfAny).join('\n') }
    })
}

function fromPs() {
  const { stdout } = spawnSync('ps', ['-axEww', '-o', 'pid=,command='], { encoding: 'utf8' })
  return (stdout ?? '').split('\n').map((line) => ({ pid: Number.parseInt(line, 10), text: line }))
}

/** Processes of other accounts, and those that have ended in between, cannot be read. */
function textIfAny(read) {
  try {
    return read()
  } catch {
    return ''
  }
}
