import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/error-codes.md'), 'utf8')
const explained = new Set([...page.matchAll(/`([A-Za-z0-9_]+)`/g)].map(([, code]) => code))

/** Everything that the pattern's first group matches in the files of a folder. */
function found(folder: string, extension: string, pattern: RegExp): string[] {
  const texts = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(extension) && !file.includes('.test.'))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'))
  return [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, code = '']) => code)))].sort()
}

it.each([
  [
    'the domain raises',
    found('supabase/migrations', '.sql', /(?:errcode = |raise_with_status\(\s*\d{3}, )'([A-Z0-9]{5})'/g),
    60,
  ],
  ['REST answers with', found('engine/src/rest', '.ts', /'(PGRST\d{3})'/g), 30],
  ['Auth answers with', found('engine/src/auth', '.ts', /new AuthError\(\s*\d{3},\s*'([a-z_]+)'/g), 20],
  ['Storage answers with', found('engine/src/storage', '.ts', /'([A-Z][a-z][A-Za-z]+)'\),?\n/g), 15],
])('finds every code that %s in docs/error-codes.md', (_, codes, atLeast) => {
  expect(codes.length).toBeGreaterThanOrEqual(atLeast)
  expect(codes.filter((code) => !explained.has(code))).toEqual([])
})
