import { createHash } from 'node:crypto'
import { relative } from 'node:path'

// Names of global classes begin with a lower-case letter.
const FIRST = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const REST = `${FIRST}${FIRST.toLowerCase()}0123456789`

/**
 * Names the classes of CSS modules. In a build: three characters of a hash of the file, which compress well, then the
 * position of the class in the file; the names depend on nothing else. In development: file and class.
 * @param root the folder that file names are relative to, so that every machine builds the same names.
 * @throws {Error} when the hashes of two files have the same prefix.
 */
export function classNames(root: string, readable: boolean): (name: string, file: string) => string {
  const files = new Map<string, Names>()
  return (name, file) => {
    const path = relative(root, file.replace(/\?.*$/, '')).replaceAll('\\', '/')
    if (readable) return `${path.replace(/^src\/(features\/)?|\.module\.css$/g, '').replaceAll('/', '-')}_${name}`
    const prefix = prefixOf(path)
    const names = files.get(prefix) ?? { path, places: new Map() }
    if (names.path !== path) throw new Error(`class-names: ${path} and ${names.path} have one prefix: rename one`)
    files.set(prefix, names)
    const place = names.places.get(name) ?? names.places.size
    names.places.set(name, place)
    return `${prefix}${place.toString(36)}`
  }
}

interface Names {
  path: string
  places: Map<string, number>
}

function prefixOf(path: string): string {
  const [first = 0, second = 0, third = 0] = createHash('sha256').update(path).digest()
  return `${FIRST[first % FIRST.length]}${REST[second % REST.length]}${REST[third % REST.length]}`
}
