import { closeSync, copyFileSync, existsSync, openSync, statSync, truncateSync } from 'node:fs'

const LONGEST_BYTES = 10 * 1024 * 1024
const LOOK_MS = 30_000

/** Opens the server's log for appending, so that it can be shortened while the server writes to it. */
export function openLog(path: string): number {
  shortenLog(path)
  return openSync(path, 'a', 0o600)
}

/** Moves what was written so far to `.1`, in place of what was there, when the log has become long. */
export function shortenLog(path: string, longest = LONGEST_BYTES): void {
  if (!existsSync(path) || statSync(path).size <= longest) return
  const old = `${path}.1`
  closeSync(openSync(old, 'a', 0o600))
  copyFileSync(path, old)
  truncateSync(path)
}

/**
 * Keeps the log of a running server short.
 * @returns a function that stops it.
 */
export function keepLogShort(path: string): () => void {
  const timer = setInterval(() => {
    try {
      shortenLog(path)
    } catch {
      // A full disk or a deleted folder: the next check may succeed, and the server keeps running.
    }
  }, LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
}
