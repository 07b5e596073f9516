// Holds the APIs, elements and styles of the web app against the oldest browsers in which it works, `browserslist` in package.json. A
// checker that finds nothing would pass silently, so it first has to find a planted violation of each kind.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { browsersWithout } from './lib/browser-support.mjs'
import { root } from './lib/env.mjs'
import { FLOOR } from './lib/floor.mjs'
import { featuresOfCode, featuresOfSheet, ownMembers } from './lib/used-features.mjs'

/** What may be used although a browser of the floor lacks it, with what happens there; also all that begins with it. */
const FALLBACKS = {
  'api.Document.startViewTransition': 'the photo opens without moving',
  'api.HTMLElement.showPopover': 'the list of members lies over the page by its own styles',
  'api.Navigator.clearAppBadge': 'called where it exists; the bell has the number',
  'api.Navigator.setAppBadge': 'called where it exists; the bell has the number',
  'api.Navigator.canShare': 'the picture is saved',
  'api.Navigator.share': 'the address is copied',
  'api.Window.cancelIdleCallback': 'a timer',
  'api.Window.requestIdleCallback': 'a timer',
  'api.CanvasRenderingContext2D.imageSmoothingQuality': 'a hint',
  'css.properties.-webkit-touch-callout': 'only Safari on phones has such a menu',
  'css.properties.contain-intrinsic-block-size': 'only with content-visibility',
  'css.properties.content-visibility': 'rows out of sight are drawn, too',
  'css.properties.cursor': 'a finger has no pointer',
  'css.properties.field-sizing': 'useGrowing',
  'css.properties.font-family.ui-monospace': 'the next family of the list',
  'css.properties.forced-color-adjust': 'these browsers have no forced colours',
  'css.properties.resize': 'phones have no handle',
  'css.properties.scrollbar-gutter': 'the page moves when it is locked',
  'css.properties.scrollbar-width': 'the bar is seen',
  'css.properties.text-wrap': 'lines break where they break',
  'css.properties.user-select': 'the build adds the prefix',
  'css.selectors.-moz-progress-bar': 'each engine has its own name',
  'css.selectors.-webkit-inner-spin-button': 'each engine has its own name',
  'css.selectors.-webkit-progress-bar': 'each engine has its own name',
  'css.selectors.-webkit-progress-value': 'each engine has its own name',
  'css.selectors.-webkit-search-cancel-button': 'only this engine has one',
  'css.selectors.view-transition': 'the photo opens without moving',
  'html.elements.img.fetchpriority': 'a hint',
  'html.elements.search': 'a search form without its landmark',
  'html.global_attributes.autocapitalize': 'a hint to phones',
  'html.global_attributes.autocorrect': 'a hint to phones',
  'html.global_attributes.popover': 'the list of members lies over the page by its own styles',
}

const fallbackOf = (name) =>
  Object.keys(FALLBACKS).find((known) => name === known || name.startsWith(`${known}.`) || name.startsWith(`${known}-`))

/** What of a file is too new, as `[path in the data, browsers, line]`. */
function tooNew(file, text, own) {
  const used = file.endsWith('.css') ? featuresOfSheet(file, text) : featuresOfCode(file, text, own)
  return used.flatMap(([name, line]) => {
    const browsers = browsersWithout(name)
    return browsers?.length ? [[name, browsers, line]] : []
  })
}

const PLANTED = {
  'a.ts': [
    ['api.URL.canParse_static', 'URL.canParse(text)'],
    ['javascript.builtins.Promise.withResolvers', 'Promise.withResolvers()'],
    ['javascript.builtins.Set.intersection', 'one.intersection(other)'],
    ['api.Navigator.setAppBadge', 'navigator.setAppBadge(3)'],
    ['api.CloseWatcher', 'new CloseWatcher()'],
    ['api.Window.requestIdleCallback', 'requestIdleCallback(run)'],
  ],
  'a.tsx': [
    ['html.global_attributes.popover', '<p popover="auto" />'],
    ['html.elements.search', '<search />'],
  ],
  'a.css': [
    ['css.properties.field-sizing', 'a { field-sizing: content }'],
    ['css.types.color.light-dark', 'a { color: light-dark(red, blue) }'],
    ['css.selectors.nesting', 'a { & b { color: red } }'],
    ['css.at-rules.starting-style', '@starting-style { a { color: red } }'],
    ['css.selectors.details-content', 'a::details-content { color: red }'],
  ],
}
const ALLOWED = {
  'a.ts': ['const canParse = 1; own.canParse', 'new URL(text)', '[1].at(-1)', 'structuredClone(one)'],
  'a.css': [
    'a { height: 100vh; height: 100dvh }',
    '@supports (field-sizing: content) { a { field-sizing: content } }',
    'a { color: color-mix(in oklch, red, blue) }',
  ],
}

let bad = 0
const report = (text) => {
  bad += 1
  console.error(text)
}
for (const [file, cases] of Object.entries(PLANTED))
  for (const [name, text] of cases)
    if (!tooNew(file, text, new Set()).some(([found]) => found === name)) report(`planted violation not found: ${text}`)
for (const [file, texts] of Object.entries(ALLOWED))
  for (const text of texts)
    for (const [name] of tooNew(file, text, ownMembers([[file, 'interface Own { canParse: number }']])))
      report(`${name} is refused where it is allowed: ${text}`)

const read = (folder, kinds) =>
  ts.sys
    .readDirectory(path.join(root, folder), kinds, ['**/*.test.ts', '**/*.test.tsx', '**/testing/**', '**/*.d.ts'])
    .map((file) => [path.relative(root, file).replaceAll('\\', '/'), readFileSync(file, 'utf8')])
const code = [...read('web/src', ['.ts', '.tsx']), ...read('contract/src', ['.ts'])]
const sheets = read('web/src', ['.css'])
const own = ownMembers(code)
const unused = new Set(Object.keys(FALLBACKS))
for (const [file, text] of [...code, ...sheets])
  for (const [name, browsers, line] of tooNew(file, text, own)) {
    const fallback = fallbackOf(name)
    if (fallback === undefined) report(`${file}:${line} ${name}: not in ${browsers.join(', ')}`)
    else unused.delete(fallback)
  }
for (const name of unused) report(`${name} has a fallback in check-floor.mjs and is not used`)
const NAMES = { chrome: 'Chrome', edge: 'Edge', firefox: 'Firefox', safari: 'Safari', safari_ios: 'iOS' }
const words = readFileSync(path.join(root, 'web/public/old-browser.html'), 'utf8')
for (const [browser, name] of Object.entries(NAMES))
  if (!words.includes(`${name} ${FLOOR[browser]}`)) report(`old-browser.html does not name ${name} ${FLOOR[browser]}`)
if (sheets.length < 20 || code.length < 200)
  report(`only ${sheets.length} style sheets and ${code.length} files were seen`)
if (!bad)
  console.log(`oldest browsers: ${code.length + sheets.length} files, ${Object.keys(FALLBACKS).length} fallbacks`)
process.exit(bad ? 1 : 0)
