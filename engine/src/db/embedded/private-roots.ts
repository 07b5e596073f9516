import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Folders of the engine's own outside the data directory, best first. Needed by a root engine only, when the
 * account of the database cannot reach the data directory or `node_modules`.
 */
export function privateRoots(): string[] {
  return ['/var/lib/bankside', join(tmpdir(), 'bankside')].filter((root) => {
    try {
      mkdirSync(root, { recursive: true, mode: 0o755 })
      // Anybody may create a folder of this name below /tmp first: only our own counts.
      const { uid, mode } = lstatSync(root)
      return uid === process.getuid?.() && (mode & 0o022) === 0
    } catch {
      return false
    }
  })
}
