import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CharacterRange, UnicodeExtract } from './extract.ts'

/** Kinds of characters that the rules of usernames distinguish. */
const KINDS: Record<string, CharacterRange['kind']> = { L: 'letter', N: 'digit', M: 'mark' }

// UTS #39, 5.1: scripts that together write Japanese, Chinese with Bopomofo, or Korean count as one.
const COMPANIONS: Record<string, string[]> = {
  Hani: ['Hanb', 'Jpan', 'Kore'],
  Hira: ['Jpan'],
  Kana: ['Jpan'],
  Bopo: ['Hanb'],
  Hang: ['Kore'],
}

/**
 * Reads the data for the rules of usernames from Unicode's own files.
 * @param folder holds confusables.txt and IdentifierStatus.txt (UTS #39), Scripts.txt, ScriptExtensions.txt,
 *   PropertyValueAliases.txt and DerivedGeneralCategory.txt of one version.
 */
export function readUnicode(folder: string): UnicodeExtract {
  const lines = (file: string) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .map((line) => (line.split('#')[0] ?? '').split(';').map((field) => field.trim()))
      .filter((fields) => fields.length > 1)
  const property = (file: string) => {
    const values = new Map<number, string>()
    for (const [range = '', value = ''] of lines(file)) for (const point of points(range)) values.set(point, value)
    return values
  }
  const shortNames = new Map(
    lines('PropertyValueAliases.txt').flatMap(([name, short = '', long = '']) =>
      name === 'sc' ? [[long, short]] : [],
    ),
  )
  const category = property('DerivedGeneralCategory.txt')
  const script = property('Scripts.txt')
  const extensions = property('ScriptExtensions.txt')
  const allowed = [...property('IdentifierStatus.txt')].flatMap(([point, status]) =>
    status === 'Allowed' ? point : [],
  )

  const scriptsOf = (point: number) => {
    const names = extensions.get(point)?.split(' ') ?? [shortNames.get(script.get(point) ?? '') ?? 'Zyyy']
    if (names.includes('Zyyy') || names.includes('Zinh')) return []
    return [...new Set(names.flatMap((name) => [name, ...(COMPANIONS[name] ?? [])]))].sort()
  }
  const characters: CharacterRange[] = []
  for (const point of allowed.sort((one, other) => one - other)) {
    const kind = KINDS[category.get(point)?.[0] ?? ''] ?? 'sign'
    const scripts = scriptsOf(point)
    const last = characters.at(-1)
    if (last?.last === point - 1 && last.kind === kind && last.scripts.join() === scripts.join()) last.last = point
    else characters.push({ first: point, last: point, kind, scripts })
  }

  const reachable = new Set(allowed.flatMap((point) => forms(String.fromCodePoint(point))))
  const confusables = lines('confusables.txt').flatMap(([source = '', prototype = '']): [string, string][] =>
    reachable.has(text(source)) ? [[text(source), text(prototype)]] : [],
  )
  return { characters, confusables: new Map(confusables.sort(([one], [other]) => pointOf(one) - pointOf(other))) }
}

/** The forms of a character before its prototype is looked up: other case, decomposed. */
function forms(character: string): string[] {
  const cases = [character, character.toUpperCase(), character.toLowerCase(), character.toUpperCase().toLowerCase()]
  return cases.flatMap((form) => [...form.normalize('NFD')])
}

function points(range: string): number[] {
  const [first = '', last = first] = range.split('..')
  const start = Number.parseInt(first, 16)
  return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, n) => start + n)
}

const text = (field: string) => String.fromCodePoint(...field.split(' ').map((hex) => Number.parseInt(hex, 16)))
const pointOf = (character: string) => character.codePointAt(0) ?? 0
