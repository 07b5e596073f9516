// The features of browsers that the sources use, by their paths in browser-compat-data; found by name, without types.
import postcss from 'postcss'
import ts from 'typescript'
import { browsersWithout, cssTypes, members } from './browser-support.mjs'

/** Objects that a page always has, and their interfaces. */
const OBJECTS = {
  navigator: 'Navigator',
  window: 'Window',
  globalThis: 'Window',
  self: 'Window',
  document: 'Document',
  history: 'History',
  location: 'Location',
  performance: 'Performance',
  crypto: 'Crypto',
  caches: 'CacheStorage',
  localStorage: 'Storage',
  sessionStorage: 'Storage',
}

/** Objects whose members are looked for by name alone, besides those of the language. */
const COMMON = new Set(
  `AbortController AbortSignal Animation Blob CanvasRenderingContext2D CSSStyleDeclaration CustomEvent DataTransfer
  DataTransferItem Document DOMTokenList Element Event EventTarget File FileReader FormData Headers HTMLButtonElement
  HTMLCanvasElement HTMLDialogElement HTMLElement HTMLFormElement HTMLImageElement HTMLInputElement HTMLSelectElement
  HTMLTextAreaElement HTMLVideoElement ImageBitmap IntersectionObserver KeyboardEvent MediaQueryList MessagePort
  MouseEvent Node NodeList Notification PointerEvent PushManager PushSubscription ReadableStream Request ResizeObserver
  Response ServiceWorkerContainer ServiceWorkerRegistration Storage Touch TouchEvent URL URLSearchParams VisualViewport`.split(
    /\s+/,
  ),
)
const isCommon = (path) => path.startsWith('javascript.') || COMMON.has(path.split('.')[1])

const isKnown = (name) => browsersWithout(name) !== undefined
const ofGlobal = (name) =>
  [`api.${name}`, `api.Window.${name}`, `api.${name}.${name}`, `javascript.builtins.${name}`].find(isKnown)
const ofMember = (object, name) =>
  [
    `api.${OBJECTS[object] ?? object}.${name}`,
    `api.${object}.${name}_static`,
    `javascript.builtins.${object}.${name}`,
    ...(OBJECTS[object] === 'Window' ? [`api.${name}`] : []),
  ].find(isKnown)

/** Names of properties and methods that the sources themselves define: their use says nothing about browsers. */
export function ownMembers(files) {
  const own = new Set()
  for (const [file, text] of files) {
    const visit = (node) => {
      const isOwn =
        ts.isPropertySignature(node) ||
        ts.isMethodSignature(node) ||
        ts.isPropertyDeclaration(node) ||
        ts.isMethodDeclaration(node) ||
        ts.isGetAccessor(node) ||
        ts.isPropertyAssignment(node) ||
        ts.isShorthandPropertyAssignment(node) ||
        ts.isParameter(node)
      if (isOwn && ts.isIdentifier(node.name)) own.add(node.name.text)
      if (ts.isBindingElement(node)) own.add((node.propertyName ?? node.name).getText())
      ts.forEachChild(node, visit)
    }
    visit(parse(file, text))
  }
  return own
}

const parse = (file, text) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)

/** The names that a file declares or imports, and of them the imported ones. */
function namesOf(source) {
  const declared = new Set()
  const imported = new Set()
  const visit = (node) => {
    const imports = ts.isImportSpecifier(node) || ts.isImportClause(node) || ts.isNamespaceImport(node)
    const declares =
      imports ||
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isBindingElement(node)
    if (declares && node.name && ts.isIdentifier(node.name)) {
      declared.add(node.name.text)
      if (imports) imported.add(node.name.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { declared, imported }
}

/**
 * What a script uses, as `[path in the data, line]`.
 * @param {Set<string>} own see {@link ownMembers}.
 */
export function featuresOfCode(file, text, own) {
  const source = parse(file, text)
  const { declared, imported } = namesOf(source)
  const found = []
  const note = (name, node) => {
    if (name) found.push([name, source.getLineAndCharacterOfPosition(node.getStart()).line + 1])
  }
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    if (ts.isPropertyAccessExpression(node)) {
      const { expression, name } = node
      const object = ts.isIdentifier(expression) && !declared.has(expression.text) ? expression.text : undefined
      const path = object === undefined ? undefined : ofMember(object, name.text)
      if (path) note(path, name)
      else if (!own.has(name.text) && !imported.has(expression.getText())) {
        // Several objects may have a member of this name: it is too new when it is in all of them.
        const paths = (members.get(name.text) ?? []).filter(isCommon)
        if (paths.length > 0 && paths.every((path) => browsersWithout(path)?.length)) note(paths[0], name)
      }
      return visit(expression)
    }
    if (ts.isIdentifier(node) && isReference(node) && !declared.has(node.text)) note(ofGlobal(node.text), node)
    if (ts.isJsxOpeningLikeElement(node) && ts.isIdentifier(node.tagName)) {
      const tag = node.tagName.text
      if (isKnown(`html.elements.${tag}`)) note(`html.elements.${tag}`, node)
      for (const { name } of node.attributes.properties.filter(ts.isJsxAttribute)) {
        const attribute = name.getText().toLowerCase()
        note([`html.elements.${tag}.${attribute}`, `html.global_attributes.${attribute}`].find(isKnown), name)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Whether an identifier stands for a value of that name. */
function isReference({ parent, ...node }) {
  if (ts.isPropertyAssignment(parent)) return parent.initializer.pos === node.pos
  if (ts.isJsxAttribute(parent) || ts.isBindingElement(parent) || ts.isImportSpecifier(parent)) return false
  if (ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent)) return false
  return !('name' in parent && parent.name?.pos === node.pos)
}

const unitPath = (unit) =>
  ({
    ...Object.fromEntries(
      ['vh', 'vw', 'vi', 'vb', 'vmin', 'vmax'].flatMap((base) => [
        [`d${base}`, 'css.types.length.viewport_percentage_units_dynamic'],
        [`s${base}`, 'css.types.length.viewport_percentage_units_small'],
        [`l${base}`, 'css.types.length.viewport_percentage_units_large'],
      ]),
    ),
    ...Object.fromEntries(
      ['cqw', 'cqh', 'cqi', 'cqb', 'cqmin', 'cqmax'].map((u) => [u, 'css.types.length.container_query_length_units']),
    ),
    lh: 'css.types.length.lh',
    rlh: 'css.types.length.rlh',
    cap: 'css.types.length.cap',
  })[unit]

/** What a style sheet uses, as `[path in the data, line]`; what stands in `@supports` has a fallback outside. */
export function featuresOfSheet(file, text) {
  const found = []
  postcss.parse(text, { from: file }).walk((node) => {
    const line = node.source.start.line
    const note = (name) => {
      if (isKnown(name)) found.push([name, line])
    }
    if (isGuarded(node)) return
    if (node.type === 'atrule') {
      note(`css.at-rules.${node.name}`)
      for (const [, feature] of node.params.matchAll(/\(\s*([a-z-]+)/g)) note(`css.at-rules.${node.name}.${feature}`)
      return
    }
    if (node.type === 'rule') {
      if (node.parent.type === 'rule') note('css.selectors.nesting')
      for (const [, name] of node.selector.matchAll(/::?([a-z-]+)/g)) note(`css.selectors.${name}`)
      return
    }
    if (node.type !== 'decl') return
    note(`css.properties.${node.prop}`)
    // An earlier value of the same property is what older browsers use.
    if (node.parent.nodes.some((other) => other !== node && other.prop === node.prop)) return
    const value = node.value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)|--[\w-]+/g, '')
    for (const [, word] of value.matchAll(/(?<![\w-])([a-z][a-z-]*)(?![\w(-])/g))
      note(`css.properties.${node.prop}.${word}`)
    for (const [, name] of value.matchAll(/([a-z-]+)\(/g)) if (cssTypes.has(name)) note(cssTypes.get(name))
    for (const [, unit] of value.matchAll(/\d([a-z]+)\b/g)) if (unitPath(unit)) note(unitPath(unit))
  })
  return found
}

function isGuarded(node) {
  for (let at = node; at; at = at.parent) if (at.type === 'atrule' && at.name === 'supports') return true
  return false
}
