// The classes that style sheets define and that the code uses, read from their texts.
import postcss from 'postcss'
import ts from 'typescript'

const CLASS = /\.(-?[_a-zA-Z][\w-]*)/g
const names = (selector) => [...selector.matchAll(CLASS)].map(([, name]) => name)

/** Removes `:global(…)` from a selector and returns its content separately. */
function withoutGlobal(selector) {
  let own = ''
  let global = ''
  for (let at = 0; at < selector.length; ) {
    if (!selector.startsWith(':global(', at)) own += selector[at++]
    else {
      const from = at + ':global('.length
      let depth = 1
      for (at = from; at < selector.length && depth > 0; at++) depth += { '(': 1, ')': -1 }[selector[at]] ?? 0
      global += ` ${selector.slice(from, at - 1)}`
    }
  }
  return { own, global }
}

/** The classes that a style sheet defines, and the global ones that a module's selectors name, each with its line. */
export function classesOfSheet(file, text) {
  const own = new Map()
  const global = new Map()
  const module = file.endsWith('.module.css')
  postcss.parse(text, { from: file }).walkRules((rule) => {
    const selector = rule.selector.replace(/"[^"]*"|'[^']*'/g, '')
    const parts = module ? withoutGlobal(selector) : { own: selector, global: '' }
    const line = rule.source.start.line
    for (const name of names(parts.own)) if (!own.has(name)) own.set(name, line)
    for (const name of names(parts.global)) if (!global.has(name)) global.set(name, line)
  })
  return { own, global }
}

const isPart = (node) => ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)
const isText = (node) => ts.isStringLiteralLike(node) || isPart(node)

/** Whether a text is the value of a class: in an attribute or property that names one, or in `joinClasses(…)`. */
function isClassValue(text) {
  for (let child = text, node = text.parent; node; child = node, node = node.parent) {
    if (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText())) return false
    if (ts.isConditionalExpression(node) && node.condition === child) return false
    if (ts.isJsxAttribute(node)) return /class(name)?$/i.test(node.name.getText())
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'className') return true
    if (ts.isCallExpression(node)) return node.expression.getText() === 'joinClasses'
    if (ts.isVariableDeclaration(node)) return /class$/i.test(node.name.getText())
    if (ts.isBindingElement(node)) return node.name.getText() === 'className'
    if (ts.isBinaryExpression(node) && /\.className$/.test(node.left.getText())) return true
    if (ts.isFunctionLike(node)) return false
  }
  return false
}

/** The names in one text; a name that touches a `${…}` is only a beginning or an end. */
function namesOfText(node) {
  const found = { whole: [], beginnings: [] }
  const after = isPart(node) && !ts.isTemplateTail(node)
  const before = isPart(node) && !ts.isTemplateHead(node)
  for (const { 0: name, index } of node.text.matchAll(/\S+/g)) {
    if (after && index + name.length === node.text.length) found.beginnings.push(name)
    else if (!(before && index === 0)) found.whole.push(name)
  }
  return found
}

/**
 * How a source file uses classes.
 * @returns `classes`: global classes, as `[name, line]`; `beginnings` of composed names; `words`: every word of its
 * texts; `imports` of style sheets; `members`: the names that it reads from each module.
 */
export function classesOfCode(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const line = (node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1
  const found = { classes: [], beginnings: [], words: new Set(), imports: [], members: [] }
  const spaces = new Map()
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !statement.moduleSpecifier.text.endsWith('.css')) continue
    const bindings = statement.importClause?.namedBindings
    const space = bindings && ts.isNamespaceImport(bindings) ? bindings.name.text : undefined
    const path = statement.moduleSpecifier.text
    found.imports.push({ path, space, bare: !statement.importClause, line: line(statement) })
    if (space) spaces.set(space, path)
  }
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isIdentifier(node) && spaces.has(node.text)) {
      const by = node.parent
      const named = ts.isPropertyAccessExpression(by) && by.expression === node
      if (named || !ts.isPropertyAccessExpression(by))
        found.members.push({ path: spaces.get(node.text), name: named ? by.name.text : undefined, line: line(node) })
    }
    if (isText(node)) {
      for (const [word] of node.text.matchAll(/[\w-]+/g)) found.words.add(word)
      if (isClassValue(node)) {
        const { whole, beginnings } = namesOfText(node)
        for (const name of whole) found.classes.push([name, line(node)])
        for (const name of beginnings) found.beginnings.push([name, line(node)])
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
