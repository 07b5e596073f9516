// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code with their own templates
// Checks the style sheets against the code that uses them. Each page or component has its own CSS module; only the
// sheets in `web/src/styles` are global: reset, tokens, typography and the primitives. The types of CSS modules contain
// no names, so a misspelt class would show only on the screen. A checker that finds nothing would pass silently, so it
// first has to find a planted violation of each rule.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import ts from 'typescript'
import { classesOfCode, classesOfSheet } from './lib/class-use.mjs'
import { root } from './lib/env.mjs'

const STYLES = 'web/src/styles/'
const SHORTEST = 4
const LONGEST_FILE = 250

const isModule = (file) => file.endsWith('.module.css')

/** The rules that a set of files (path → text) breaks, as `[rule, place]`. @param theirs classes that packages define. */
function violations(files, theirs = new Set()) {
  const found = []
  const complain = (rule, file, line, what) => found.push([rule, `${file}:${line}${what ? ` ${what}` : ''}`])
  const sheets = new Map()
  const codes = new Map()
  for (const [file, text] of Object.entries(files))
    if (file.endsWith('.css')) sheets.set(file, classesOfSheet(file, text))
    else codes.set(file, classesOfCode(file, text))

  const global = new Set()
  for (const [file, { own }] of sheets) if (!isModule(file)) for (const name of own.keys()) global.add(name)

  const words = new Set([...codes.values()].flatMap((code) => [...code.words]))
  const beginnings = [...codes.values()].flatMap((code) => code.beginnings.map(([name]) => name))
  const isUsed = (name) => words.has(name) || beginnings.some((beginning) => name.startsWith(beginning))

  const asked = new Map()
  for (const [file, code] of codes) {
    for (const { path: from, space, bare, line } of code.imports) {
      if (!from.startsWith('.')) continue
      const sheet = path.posix.join(path.posix.dirname(file), from)
      if (isModule(sheet) ? !space : !bare) complain('import-as-namespace', file, line, from)
      if (!isModule(sheet) && !sheet.startsWith(STYLES)) complain('modules-only', file, line, from)
    }
    for (const { path: from, name, line } of code.members) {
      const sheet = path.posix.join(path.posix.dirname(file), from)
      if (name === undefined) complain('class-by-name', file, line)
      else if (!sheets.get(sheet)?.own.has(name)) complain('class-exists', file, line, name)
      else asked.set(sheet, (asked.get(sheet) ?? new Set()).add(name))
    }
    for (const [name, line] of code.classes) if (!global.has(name)) complain('class-exists', file, line, name)
    for (const [beginning, line] of code.beginnings)
      if (![...global].some((name) => name.startsWith(beginning))) complain('class-exists', file, line, beginning)
  }

  for (const [file, { own, global: named }] of sheets) {
    const length = files[file].split('\n').length - 1
    if (length > LONGEST_FILE) complain('file-length', file, length)
    files[file].split('\n').forEach((line, at) => {
      if (/text-decoration\s*:(?!\s*none)/.test(line)) complain('underline-keeps-thickness', file, at + 1)
    })
    for (const { 1: selector, 2: body, index } of files[file].matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      const line = files[file].slice(0, index + selector.length).split('\n').length
      if (/:hover/.test(selector) && !/:focus/.test(selector) && /(^|[\s;])(display|visibility|opacity)\s*:/.test(body))
        complain('fingers-cannot-hover', file, line)
      if (/\dvh\b/.test(body)) complain('height-of-what-is-seen', file, line)
    }
    for (const [name, line] of own) {
      if (name.length < SHORTEST) complain('name-length', file, line, name)
      const used = isModule(file) ? asked.get(file)?.has(name) : isUsed(name)
      if (!used) complain('class-used', file, line, name)
      if (isModule(file) ? !isMemberName(name) : !/^[a-z]/.test(name)) complain('name-shape', file, line, name)
    }
    for (const [name, line] of named)
      if (!global.has(name) && !theirs.has(name)) complain('class-exists', file, line, name)
  }
  return found
}

/** Names in a module are camelCase and no reserved words of JavaScript, because they are exported under that name. */
const isMemberName = (name) =>
  /^[a-z][a-zA-Z0-9]*$/.test(name) && ts.identifierToKeywordKind(ts.factory.createIdentifier(name)) === undefined

const SHEET = 'web/src/features/a/a.module.css'
const PAGE = 'web/src/features/a/a.tsx'
const page = (jsx) => `import * as styles from './a.module.css'\nexport const a = ${jsx}`
/** Rule → files with one violation of it. */
const PLANTED = [
  ['class-exists', { [PAGE]: page('<p className={styles.misspelt} />'), [SHEET]: '' }],
  ['class-exists', { [PAGE]: '<p className="misspelt" />' }],
  ['class-exists', { [PAGE]: '<p className={`misspelt ${b}`} />' }],
  ['class-exists', { [PAGE]: '<p className={joinClasses(b && `misspelt-${b}`)} />' }],
  [
    'class-exists',
    { [PAGE]: page('<p className={styles.head} />'), [SHEET]: ':global(.misspelt) .head { color: red }' },
  ],
  ['class-used', { [PAGE]: page('<p />'), [SHEET]: '.head { color: red }' }],
  ['class-used', { [`${STYLES}a.css`]: '.head { color: red }' }],
  ['class-by-name', { [PAGE]: page('<p className={styles[b]} />'), [SHEET]: '' }],
  ['name-length', { [PAGE]: page('<p className={styles.row} />'), [SHEET]: '.row { color: red }' }],
  ['name-length', { [PAGE]: '<p className="row" />', [`${STYLES}a.css`]: '.row { color: red }' }],
  ['name-shape', { [PAGE]: page('<p className={styles.switch} />'), [SHEET]: '.switch { color: red }' }],
  ['name-shape', { [PAGE]: page('<p />'), [SHEET]: '.post-head { color: red }' }],
  ['file-length', { [`${STYLES}a.css`]: '\n'.repeat(LONGEST_FILE + 1) }],
  ['underline-keeps-thickness', { [`${STYLES}a.css`]: 'a:hover { text-decoration: underline }' }],
  ['fingers-cannot-hover', { [`${STYLES}a.css`]: 'li:hover button { opacity: 1 }' }],
  ['height-of-what-is-seen', { [`${STYLES}a.css`]: 'dialog { max-height: 90vh }' }],
  ['modules-only', { [PAGE]: "import './a.css'" }],
  ['import-as-namespace', { [PAGE]: "import styles from './a.module.css'" }],
]
const ALLOWED = [
  { [PAGE]: page('<p className={styles.head} />'), [SHEET]: '@media print { .head > p { color: red } }' },
  { [PAGE]: '<p className={joinClasses(b === "c" && `head-${b}`)} />', [`${STYLES}a.css`]: '.head-c { color: red }' },
  { [`${STYLES}a.css`]: 'li:hover button, li:focus-within button { opacity: 1 }' },
  { [PAGE]: "import 'react-easy-crop/react-easy-crop.css'" },
]

let bad = 0
const report = (text) => {
  bad += 1
  console.error(text)
}
for (const [rule, files] of PLANTED)
  if (!violations(files).some(([found]) => found === rule))
    report(`planted violation not found: ${rule}: ${JSON.stringify(files)}`)
for (const files of ALLOWED)
  for (const [rule, place] of violations(files)) report(`${rule} refuses what is allowed: ${place}`)

/** The classes of the sheets that the code imports from packages. */
function classesOfPackages(files) {
  const sheets = Object.entries(files)
    .filter(([file]) => !file.endsWith('.css'))
    .flatMap(([file, text]) => classesOfCode(file, text).imports.map((sheet) => sheet.path))
    .filter((sheet) => !sheet.startsWith('.'))
  const { resolve } = createRequire(path.join(root, 'package.json'))
  return new Set(sheets.flatMap((sheet) => [...classesOfSheet(sheet, readFileSync(resolve(sheet), 'utf8')).own.keys()]))
}

const read = (folder, kinds) =>
  ts.sys
    .readDirectory(path.join(root, folder), kinds, ['**/*.test.ts', '**/*.test.tsx', '**/testing/**', '**/*.d.ts'])
    .map((file) => [path.relative(root, file).replaceAll('\\', '/'), readFileSync(file, 'utf8')])
const files = Object.fromEntries([...read('web/src', ['.ts', '.tsx', '.css']), ...read('web/build', ['.ts'])])
for (const [rule, place] of violations(files, classesOfPackages(files))) report(`${rule}: ${place}`)
const sheets = Object.keys(files).filter((file) => file.endsWith('.css')).length
if (sheets < 20) report(`only ${sheets} style sheets were seen`)
else if (!bad) console.log(`style rules: ${sheets} style sheets, ${PLANTED.length} planted violations found`)
process.exit(bad ? 1 : 0)
