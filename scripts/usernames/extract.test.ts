import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatCharacters, formatConfusables, parseExtract } from './extract.ts'

const lines = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8').split('\n')
const text = lines('unicode-15.0.txt').filter((line) => line !== '' && !line.startsWith('#'))
const extract = parseExtract(text.join('\n'))

describe('the extract of Unicode', () => {
  it('can be written and read back', () => {
    expect([...formatCharacters(extract), ...formatConfusables(extract)]).toEqual(text)
  })

  it('has its ranges in order and without overlaps', () => {
    for (const [index, range] of extract.characters.entries()) {
      expect(range.last).toBeGreaterThanOrEqual(range.first)
      expect(range.first).toBeGreaterThan(extract.characters[index - 1]?.last ?? -1)
    }
  })

  it('agrees with this runtime about the same characters', () => {
    const kinds = { letter: /^\p{L}$/u, digit: /^\p{N}$/u, mark: /^\p{M}$/u, sign: /^[\p{P}\p{S}]$/u }
    for (const { first, last, kind } of extract.characters)
      for (let point = first; point <= last; point++)
        if (!kinds[kind].test(String.fromCodePoint(point))) expect.fail(`${point.toString(16)} is no ${kind}`)
  })

  it('is in the migration, line by line', () => {
    const migration = lines('../../supabase/migrations/20261201000100_username_characters.sql')
    expect(migration.filter((line) => /^[0-9A-F]{4,6}(\.\.| \w| <| [0-9A-F]{4})/.test(line))).toEqual(text)
  })
})
