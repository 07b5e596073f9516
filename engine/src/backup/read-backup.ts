import { createHash } from 'node:crypto'
import { isUnreleasedVersion } from '../db/migrate.ts'
import { StartError } from '../kernel/errors.ts'
import { hashOf, readArchive, textOf } from './archive.ts'
import { CHECKSUMS, MANIFEST, type Manifest, parseManifest, tableEntry } from './manifest.ts'

const STORED_FILE = /^files\/[\w-]+$/

/**
 * Reads a whole backup once and compares every entry with its checksum, so that a damaged one is refused before
 * anything is restored.
 * @throws {StartError} one line: not a backup, made by a later version or before the first release, damaged, cut short,
 *   or with entries that are neither rows nor stored files.
 */
export async function checkBackup(path: string): Promise<Manifest> {
  let manifest: Manifest | undefined
  let sums: Map<string, string> | undefined
  const found = new Map<string, string>()
  try {
    for await (const entry of readArchive(path)) {
      const { name } = entry.header
      if (found.has(name)) throw new Error(`it holds ${name} twice`)
      if (name === CHECKSUMS) sums = parseChecksums(await textOf(entry))
      else if (name === MANIFEST) {
        const text = await textOf(entry)
        manifest = parseManifest(text)
        found.set(name, hashText(text))
      } else found.set(name, await hashOf(entry))
    }
  } catch (error) {
    throw new StartError(`${path} is not a backup of this version of Bankside, or it is damaged: ${String(error)}`)
  }
  if (!manifest) throw new StartError(`${path} is not a backup of Bankside`)
  if (!sums) throw new StartError(`${path} is cut short: its checksums are missing`)
  for (const [name, sum] of sums)
    if (found.get(name) !== sum) throw new StartError(`${path} is damaged: ${name} is not what was written`)
  for (const name of found.keys()) if (!sums.has(name)) throw new StartError(`${path} holds ${name} without a checksum`)
  const entries = new Set([MANIFEST, ...manifest.tables.map(tableEntry)])
  for (const name of found.keys())
    if (!entries.has(name) && !STORED_FILE.test(name))
      throw new StartError(`${path} holds ${name}, which is in no backup`)
  for (const table of manifest.tables)
    if (!found.has(tableEntry(table))) throw new StartError(`${path} lacks ${tableEntry(table)}`)
  if (manifest.migrations.some(isUnreleasedVersion))
    throw new StartError(`${path} was made by a version before the first release: restore it with that version`)
  return manifest
}

function parseChecksums(text: string): Map<string, string> {
  const sums = new Map<string, string>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [, sum, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    if (!sum || !name) throw new Error('its checksums are not as they were written')
    sums.set(name, sum)
  }
  return sums
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
