// Finds regular expressions of the engine whose time grows faster than the text that they read: a header or a path of
// 16 KB would then occupy the engine for everybody. A checker that finds nothing would pass silently, so it first has to
// find planted ones.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { checkSync } from 'recheck'
import ts from 'typescript'
import { root } from './lib/env.mjs'

/** Those that never read what a stranger sends, or only short texts, with the reason. */
const HARMLESS = new Map([
  [String.raw`/\/+$/`, 'settings of the operator'],
  [String.raw`/<Contents>(.*?)<\/Contents>/gs`, 'answers of the S3 store'],
  [String.raw`/<script(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script>/gi`, 'pages of the build'],
  [String.raw`/<style[^>]*>([\s\S]*?)<\/style>/gi`, 'pages of the build'],
  [
    '/^(authorization|proxy-authorization|apikey|api_key|cookie|set-cookie|password|.*_password|.*secret.*|.*token.*|secretkey)$/i',
    'names of fields of the log',
  ],
])

const PLANTED = [
  String.raw`/(^|,)\s*image\/webp\s*(?!\s*;\s*q=0(\.0*)?\s*(,|$))(;|,|$)/i`,
  String.raw`/\s*;\s*q=/`,
  String.raw`/\.[^/]*$/`,
  '/^(a|a)*$/',
]

/** @param {string} literal as written in the source. */
function isSlow(literal) {
  const end = literal.lastIndexOf('/')
  // Flags that only change what is returned, or that the checker does not know and that do not change the time.
  const flags = literal
    .slice(end + 1)
    .replace('v', 'u')
    .replace(/[dg]/g, '')
  return checkSync(literal.slice(1, end), flags, { timeout: 10_000 }).status === 'vulnerable'
}

/** Every literal of a file, with its line. */
function literalsOf(file) {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const found = []
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node))
      found.push([node.text, `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`])
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const missed = PLANTED.filter((literal) => !isSlow(literal))
if (missed.length > 0) throw new Error(`planted and not found: ${missed.join('  ')}`)

const files = execFileSync('git', ['ls-files', 'engine/src', 'contract/src', 'supabase/functions'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const places = new Map()
for (const [literal, place] of files.flatMap(literalsOf)) places.set(literal, [...(places.get(literal) ?? []), place])

const slow = [...places.keys()].filter(isSlow)
const wrong = slow.filter((literal) => !HARMLESS.has(literal))
const unused = [...HARMLESS.keys()].filter((literal) => !slow.includes(literal))
for (const literal of wrong) console.error(`${places.get(literal).join(', ')}: slow for long texts: ${literal}`)
for (const literal of unused) console.error(`no longer needed in HARMLESS: ${literal}`)
console.log(`regular expressions: ${places.size}, ${PLANTED.length} planted slow ones found`)
process.exit(wrong.length + unused.length > 0 ? 1 : 0)
