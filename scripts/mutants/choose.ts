import type { Mutant } from './mutant.ts'

/** Some rooms go through the catalogue, or are about races: they concern every object and name few. */
const GENERAL_ROOMS: Readonly<Record<string, RegExp>> = {
  grant: /\/schema\/grants|\/permissions\//,
  policy: /\/permissions\//,
  'security definer': /\/schema\/(api-surface|conventions|grants|lints)/,
  check: /\/schema\/(boundaries|dates|limits|edits|keys)/,
  'unique index': /\/schema\/keys/,
  trigger: /\/schema\/(edits|admin-tables|conventions|lasting-tables)|\/live\/topics/,
  'row lock': /race|property|meetings/,
  'advisory lock': /race|property|meetings/,
  'trigger condition': /\/schema\/(edits|admin-tables)|\/live\/topics/,
}

/** What is known of a test file. */
export interface TestFile {
  path: string
  text: string
  /** Seconds it takes; a guess before its first run. */
  seconds: number
  /** Uses of tables and calls of functions by qualified name; unknown before its first run. */
  touched?: Record<string, number>
  /** How many mutants it was the first to kill, by kind and by touched name. */
  kills: Record<string, number>
}

/**
 * The files that may notice a mutant, the most promising for their time first: those that expect the refusal, name what was
 * changed, use it much, or have killed mutants of its kind or of the same object.
 * @param budget seconds for all of them together; the first is always among them.
 */
export function chooseFiles(mutant: Mutant, files: readonly TestFile[], budget: number): TestFile[] {
  const uses = files.map((file) => sum(mutant.touches.map((name) => share(file, name))))
  const most = Math.max(...uses, Number.MIN_VALUE)
  const kindKills = sum(files.map((file) => file.kills[mutant.kind] ?? 0))
  const ranked = files
    .map((file, index) => {
      const ofKind = (file.kills[mutant.kind] ?? 0) / Math.max(kindKills, 1)
      const ofObject = mutant.touches[0] && file.kills[mutant.touches[0]] ? 1 : 0
      const named = mutant.touches.some((name) => names(file.text, name)) ? 1 : 0
      const expects = mutant.code && file.text.includes(`'${mutant.code}'`) ? 1 : 0
      const general = GENERAL_ROOMS[mutant.kind]?.test(file.path) ? 1 : 0
      const value = 12 * expects + 4 * named + 4 * general + 2 * ((uses[index] ?? 0) / most) + 4 * ofKind + 4 * ofObject
      return { file, value, worth: value / (2 + file.seconds) }
    })
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.worth - a.worth)
  const chosen: TestFile[] = []
  let left = budget
  for (const { file } of ranked) {
    if (chosen.length > 0 && file.seconds > left) continue
    chosen.push(file)
    left -= file.seconds
  }
  return chosen
}

/** How much of what a file does is done with one table or function. */
function share({ touched }: TestFile, name: string): number {
  const times = touched?.[name]
  return touched && times ? times / sum(Object.values(touched)) : 0
}

/** Whether a test names a table or a function, with its schema or without. */
function names(text: string, qualified: string): boolean {
  const name = qualified.replace(/^\w+\./, '')
  return new RegExp(`\\b${name}\\b`).test(text)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
