import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRoot } from '../../engine/src/index.ts'
import type { TestFile } from './choose.ts'

const root = findRoot()
const ROOMS = 'supabase/tests'
const FOLDER = join(root, 'node_modules/.cache/mutants')
const BOOK = join(FOLDER, 'test-files.json')
const GUESSED_SECONDS = 6

interface Entry extends Omit<TestFile, 'path' | 'text'> {
  hash: string
  /** The version of everything else in which the file passed without a change. */
  provenIn?: string
}

/** What earlier runs have learnt about the test files. It is kept outside of the repository; without it a run is longer. */
export class TestFiles {
  readonly all: TestFile[]
  private readonly entries: Record<string, Entry>
  private readonly newerPaths: ReadonlySet<string>
  private readonly version = hashOf(
    ['supabase/migrations', 'engine/migrations', 'test-support', `${ROOMS}/support`].map(contentOf).join('\0'),
  )

  constructor() {
    const known: Record<string, Entry> = existsSync(BOOK) ? JSON.parse(readFileSync(BOOK, 'utf8')) : {}
    const texts = readdirSync(join(root, ROOMS), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .sort()
      .map((name) => ({ path: `${ROOMS}/${name}`, text: readFileSync(join(root, ROOMS, name), 'utf8') }))
    const { entries, newer } = recall(texts, known)
    this.entries = entries
    this.newerPaths = newer
    this.all = texts.map((file) => Object.assign(entries[file.path] as Entry, file))
  }

  /** The files that were never measured. */
  unmeasured(): TestFile[] {
    return this.all.filter(({ touched }) => !touched)
  }

  /** The files that are new or were changed since the notes of earlier runs; none if there are no notes. */
  newer(): TestFile[] {
    return this.all.filter(({ path }) => this.newerPaths.has(path))
  }

  isProven(path: string): boolean {
    return this.entries[path]?.provenIn === this.version
  }

  /** It passes without a change, so its failure shows that the change was noticed. */
  prove(path: string): void {
    const entry = this.entries[path]
    if (entry) entry.provenIn = this.version
  }

  save(): void {
    mkdirSync(FOLDER, { recursive: true })
    const kept = Object.entries(this.entries).map(([path, entry]) => [path, { ...entry, text: undefined }])
    writeFileSync(BOOK, JSON.stringify(Object.fromEntries(kept)))
  }
}

/** What the notes say of the files as they are now, and which files are newer than the notes. */
export function recall(
  files: readonly { path: string; text: string }[],
  known: Readonly<Record<string, Entry>>,
): { entries: Record<string, Entry>; newer: Set<string> } {
  const entries: Record<string, Entry> = {}
  const newer = new Set<string>()
  const hasNotes = Object.keys(known).length > 0
  for (const { path, text } of files) {
    const hash = hashOf(text)
    const entry = known[path]
    if (entry?.hash === hash) entries[path] = { ...entry }
    // A changed file may use other things than before.
    else entries[path] = { seconds: entry?.seconds ?? GUESSED_SECONDS, kills: entry?.kills ?? {}, hash }
    if (hasNotes && entry?.hash !== hash) newer.add(path)
  }
  return { entries, newer }
}

/** Writes what a run found beside the book, for who wants to read more than the report. */
export function keepResults(results: unknown): string {
  mkdirSync(FOLDER, { recursive: true })
  const file = join(FOLDER, 'results.json')
  writeFileSync(file, JSON.stringify(results, undefined, 1))
  return file
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

function contentOf(folder: string): string {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => readFileSync(file, 'utf8'))
    .join('\0')
}
