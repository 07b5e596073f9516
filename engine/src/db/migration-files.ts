import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../kernel/errors.ts'

export interface MigrationFile {
  /** The digits before the first underscore; also the order. */
  version: string
  /** The part between the version and `.sql`. */
  name: string
  path: string
  text: string
  /** SHA-256 of the file, hexadecimal. */
  checksum: string
}

/**
 * The migrations of a folder, in the order of their versions.
 * @param onOther is told of a file that is not named `<version>_<name>.sql`, which is then left out.
 * @throws {StartError} for a file that is not named `<version>_<name>.sql` and for a version used twice.
 */
export function readMigrations(folder: string, onOther?: (path: string) => void): MigrationFile[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) => {
      const [, version, name] = /^(\d+)_([^/]+)\.sql$/.exec(file) ?? []
      const path = join(folder, file)
      if (version === undefined || name === undefined) {
        if (!onOther) throw new StartError(`${path} is not named <version>_<name>.sql`)
        onOther(path)
        return []
      }
      const text = readFileSync(path, 'utf8')
      return { version, name, path, text, checksum: createHash('sha256').update(text).digest('hex') }
    })
    .sort((a, b) => (a.version < b.version ? -1 : 1))
  const twice = files.find((file, i) => file.version === files[i - 1]?.version)
  if (twice) throw new StartError(`${twice.path} has the version of another migration`)
  return files
}
