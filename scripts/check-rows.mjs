// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code with their own templates
// Checks how the web app queries rows: row types are inferred from literal select lists, and only `web/src/data` names
// tables. If the compiler sees a list only as `string`, its rows are `any`, and a misspelt column would compile. A
// checker that finds nothing would pass silently, so it first has to find a planted violation of each rule.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { root } from './lib/env.mjs'

const DATA = 'web/src/data/'

/** Rule → a violation of it, in a file of that name. */
const PLANTED = [
  ['no-forced-rows', `${DATA}a.ts`, "client.from('games').select('id').overrideTypes<Row[], { merge: false }>()"],
  ['no-forced-rows', `${DATA}a.ts`, "client.rpc('game_answer').returns<Row>()"],
  ['literal-select', `${DATA}a.ts`, "client.from('games').select('id, title' as string)"],
  ['literal-select', `${DATA}a.ts`, "const ask = (columns: string) => client.from('games').select(columns)"],
  ['literal-select', `${DATA}a.ts`, "client.from('games').select(['id', 'title'].join())"],
  ['literal-columns', `${DATA}a.ts`, 'export const GAME_COLUMNS = `id, ${ENTRY_COLUMNS}`'],
  ['literal-columns', `${DATA}a.ts`, 'export const GAME_COLUMNS = `id, ${ENTRY_COLUMNS}` as string'],
  ['literal-columns', `${DATA}a.ts`, "const COLUMNS: string = 'id'"],
  ['tables-in-data-only', 'web/src/features/a.ts', "client.from('games').select('id')"],
  ['tables-in-data-only', 'web/src/app/a.ts', "const first = { table: 'games', query: [] }"],
]
/** Code without a violation; `from` of storage and arrays names no table. */
const ALLOWED = [
  [`${DATA}a.ts`, "const COLUMNS = `id, ${MORE}` as const; client.from('games').select(COLUMNS)"],
  [`${DATA}a.ts`, "client.from('games').select(`id, ${COLUMNS}`, { count: 'exact' })"],
  ['web/src/lib/a.ts', "client.storage.from('avatars'); Array.from('ab'); field.select()"],
]

const isConst = (node) => ts.isAsExpression(node) && node.type.getText() === 'const'
const isLiteral = (node) =>
  ts.isStringLiteralLike(node) || (ts.isTemplateExpression(node) && node.templateSpans.length > 0)

/** A select list that the compiler knows exactly: a literal, or a constant that `literal-columns` checks. */
const isKnown = (node) => isLiteral(node) || (ts.isIdentifier(node) && /^[A-Z][A-Z_]*$/.test(node.text))

function ruleBroken(node, file) {
  if (ts.isPropertyAccessExpression(node) && ['overrideTypes', 'returns'].includes(node.name.text))
    return 'no-forced-rows'
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression: from } = node.expression
    const [first] = node.arguments
    if (name.text === 'select' && first && file.startsWith(DATA) && !isKnown(first)) return 'literal-select'
    const onStorage = ts.isPropertyAccessExpression(from) && from.name.text === 'storage'
    if (name.text === 'from' && !onStorage && from.getText() !== 'Array' && !file.startsWith(DATA) && first)
      if (ts.isStringLiteralLike(first)) return 'tables-in-data-only'
  }
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'table' && !file.startsWith(DATA))
    if (ts.isStringLiteralLike(node.initializer) && node.initializer.text !== '') return 'tables-in-data-only'
  if (ts.isVariableDeclaration(node) && /COLUMNS$/.test(node.name.getText()) && file.startsWith(DATA)) {
    const value = node.initializer
    const known = value && (isConst(value) || ts.isStringLiteral(value) || ts.isNoSubstitutionTemplateLiteral(value))
    if (node.type || !known) return 'literal-columns'
  }
  return undefined
}

/** The rules that the text of a file breaks, as `[rule, line]`. */
function violations(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found = []
  const visit = (node) => {
    const rule = ruleBroken(node, file)
    if (rule) found.push([rule, source.getLineAndCharacterOfPosition(node.getStart()).line + 1])
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

let bad = 0
const complain = (text) => {
  bad += 1
  console.error(text)
}
for (const [rule, file, text] of PLANTED)
  if (!violations(file, text).some(([found]) => found === rule))
    complain(`planted violation not found: ${rule}: ${text}`)
for (const [file, text] of ALLOWED)
  for (const [rule] of violations(file, text)) complain(`${rule} refuses what is allowed: ${text}`)

const files = ts.sys
  .readDirectory(path.join(root, 'web/src'), ['.ts', '.tsx'], ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'])
  .map((file) => path.relative(root, file).replaceAll('\\', '/'))
for (const file of files)
  for (const [rule, line] of violations(file, readFileSync(path.join(root, file), 'utf8')))
    complain(`${rule}: ${file}:${line}`)
if (files.length < 100) complain(`only ${files.length} files were seen`)
else if (!bad) console.log(`row rules: ${files.length} files, ${PLANTED.length} planted violations found`)
process.exit(bad ? 1 : 0)
