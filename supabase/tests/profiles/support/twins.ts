import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseExtract } from '../../../../scripts/usernames/extract.ts'

/** Unicode's data as the script extracted it. */
export const UNICODE = parseExtract(
  readFileSync(join(import.meta.dirname, '../../../../scripts/usernames/unicode-15.0.txt'), 'utf8'),
)

/** The skeleton as UTS #39 specifies it, to compare with the database's own. */
export function skeleton(text: string): string {
  return Array.from(text.normalize('NFD'), (letter) => UNICODE.confusables.get(letter) ?? letter)
    .join('')
    .normalize('NFD')
}

const lookalikes = new Map<string, string[]>()
for (const [source, prototype] of UNICODE.confusables)
  lookalikes.set(prototype, [...(lookalikes.get(prototype) ?? [prototype]), source])

/** The characters that Unicode lists as confusable with a letter, except itself. */
const twinsOf = (letter: string) => (lookalikes.get(skeleton(letter)) ?? []).filter((twin) => twin !== letter)

/**
 * Texts that look like a name: each letter replaced by itself, and all of them at once.
 * @returns the lookalikes of the name, and of the name in lower case and in capitals.
 */
export function twinsOfName(name: string): string[] {
  const twins = [name, name.toLowerCase(), name.toUpperCase()].flatMap((shown) => {
    const letters = Array.from(shown)
    const one = letters.flatMap((letter, place) =>
      twinsOf(letter).map((twin) => [...letters.slice(0, place), twin, ...letters.slice(place + 1)].join('')),
    )
    const all = [0, 1, 2, 3].map((choice) => letters.map((letter) => twinsOf(letter)[choice] ?? letter).join(''))
    return [...one, ...all.filter((text) => text !== shown)]
  })
  return [...new Set(twins)]
}
