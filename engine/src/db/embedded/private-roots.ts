import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Folders of the engine outside the data directory, best first. Only an engine run by root needs them, when the
 * database's account cannot reach the data directory or `node_modules`.
 */
export function privateRoots(): string[] {
  return ['/var/lib/bankside', join(tmpdir(), 'bankside')].filter((root) => {
    try {
      mkdirSync(root, { recursive: true, mode: 0o755 })
      // Any user may have created a folder of this name below /tmp: only one of our own counts.
      const { uid, mode } = lstatSync(root)
      return uid === process.getuid?.() && (mode & 0o022) === 0
    } catch {
      return false
    }
  })
}
