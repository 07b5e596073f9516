import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The files of a folder, by their path, without tests. */
const sources = (folder: string, extension: RegExp): [path: string, text: string][] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => extension.test(file) && !file.includes('.test.'))
    .map((file) => [join(folder, file), readFileSync(join(root, folder, file), 'utf8')])

const codesIn = (files: [path: string, text: string][], pattern: RegExp) =>
  [...new Set(files.flatMap(([, text]) => [...text.matchAll(pattern)].map(([, code = '']) => code)))].sort()

// Messages, hints and details of errors are English for developers: they may be reworded at any time.
const SEARCHED = [
  /\b(message|hint|details)\b\)?\s*(\?\.|\.)\s*(includes|startsWith|endsWith|indexOf|search|match|matchAll)\(/,
  /\/[a-z]*\.(test|exec)\([^)\n]*\b(message|hint|details)\b/,
  /(?<!typeof [\w.]*)\b(message|hint|details)\s*(===|!==)\s*['"`]\w/,
]

describe('a refusal of the database', () => {
  it('is recognised by its code, nowhere in the web app by its text', () => {
    const found = sources('web/src', /\.tsx?$/).flatMap(([path, text]) =>
      text
        .split('\n')
        .flatMap((line, index) => (SEARCHED.some((form) => form.test(line)) ? `${path}:${index + 1}` : [])),
    )
    expect(found).toEqual([])
  })

  it.each([
    `if (error.message.includes('same comment')) return`,
    `error?.message?.startsWith('there is none')`,
    `/next in (\\d+) seconds/.exec(hint)`,
    `if (/violates/.test(error.message)) return`,
    `error.message === 'not enough points'`,
  ])('would be noticed: %s', (line) => {
    expect(SEARCHED.some((form) => form.test(line))).toBe(true)
  })

  it('has a text in the web app under each code of the domain, and no other code has one', () => {
    const raised = codesIn(
      sources('supabase/migrations', /\.sql$/),
      /(?:errcode = |raise_with_status\(\s*\d{3}, )'((?!PT)[A-Z]{2}\d{3})'/g,
    )
    expect(raised.length).toBeGreaterThan(40)
    const explained = codesIn(sources('web/src/data', /\.ts$/), /\b((?!PT)[A-Z]{2}\d{3})\b/g)
    expect(explained).toEqual(raised)
  })
})
