/** Neighbouring characters that the identifier profile allows and that the rules treat alike. */
export interface CharacterRange {
  first: number
  last: number
  kind: 'letter' | 'digit' | 'mark' | 'sign'
  /** Short names of the scripts that use the characters; empty when every script uses them. */
  scripts: string[]
}

/** The part of Unicode's data for checking usernames. */
export interface UnicodeExtract {
  characters: CharacterRange[]
  /** From each character that looks like others to the characters that represent all of them (UTS #39). */
  confusables: Map<string, string>
}

/** The ranges as text: `0041..005A letter Latn`; `-` stands for every script. */
export function formatCharacters({ characters }: UnicodeExtract): string[] {
  return characters.map(({ first, last, kind, scripts }) => {
    const range = first === last ? hex(first) : `${hex(first)}..${hex(last)}`
    return `${range} ${kind} ${scripts.join(',') || '-'}`
  })
}

/** The confusables as text, one prototype per line, then the characters that look like it: `0061 < 0251 03B1 0430`. */
export function formatConfusables({ confusables }: UnicodeExtract): string[] {
  const groups = new Map<string, string[]>()
  for (const [source, prototype] of confusables) groups.set(prototype, [...(groups.get(prototype) ?? []), source])
  return [...groups].map(([prototype, sources]) => `${codes(prototype)} < ${sources.map(codes).join(' ')}`)
}

/** Reads back the output of `formatCharacters` and `formatConfusables`; lines starting with # are skipped. */
export function parseExtract(text: string): UnicodeExtract {
  const extract: UnicodeExtract = { characters: [], confusables: new Map() }
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [prototype = '', sources] = line.split(' < ')
    if (sources !== undefined) {
      for (const source of sources.split(' ')) extract.confusables.set(characters(source), characters(prototype))
      continue
    }
    const [range = '', kind = '', scripts = ''] = line.split(' ')
    const [first = '', last = first] = range.split('..')
    extract.characters.push({
      first: Number.parseInt(first, 16),
      last: Number.parseInt(last, 16),
      kind: kind as CharacterRange['kind'],
      scripts: scripts === '-' ? [] : scripts.split(','),
    })
  }
  return extract
}

const hex = (point: number) => point.toString(16).toUpperCase().padStart(4, '0')
const codes = (text: string) => Array.from(text, (character) => hex(character.codePointAt(0) ?? 0)).join(' ')
const characters = (text: string) => String.fromCodePoint(...text.split(' ').map((code) => Number.parseInt(code, 16)))
